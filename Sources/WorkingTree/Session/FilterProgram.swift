import Platform
import Verify

/// Finds the filter program next to this one, by a path that survives an upgrade.
enum FilterProgram {
  /// The directory of `git-munge` as called, without resolving links: a package manager keeps the link, but not its
  /// target.
  static func find() throws -> Path {
    let directories = (called() + [Environment.executable()].compactMap(\.self)).compactMap(\.parent).uniqued
    let programs = directories.map { $0 / FilterKey.program }
    guard let program = programs.first(where: FileSystem.isExecutable) else {
      throw InstallError.noFilter(lookedIn: directories)
    }
    return program
  }

  /// The paths by which git-munge can have been called.
  private static func called() -> [Path] {
    guard let word = Environment.argument(0), !word.isEmpty else { return [] }
    if word.contains(.slash) { return absolute(Path(word)).map { [$0] } ?? [] }
    let directories = (Environment.value("PATH") ?? []).split(separator: .colon)
    return directories.compactMap { absolute(Path($0) / Path(word)) }.filter(FileSystem.isExecutable)
  }

  private static func absolute(_ path: Path) -> Path? {
    if path.isAbsolute { return path }
    guard let current = try? FileSystem.realPath(Path(".")) else { return nil }
    return current / (path.bytes.starts(with: "./".utf8) ? Path(path.bytes.dropFirst(2)) : path)
  }
}
