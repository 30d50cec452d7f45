import Platform
import Verify

/// Finds the filter program next to this one, by a path that survives an upgrade.
enum FilterProgram {
  /// The directory of `git-munge` as called, without resolving links: a package manager keeps the link, but not its target.
  static func find() throws -> Path {
    let directories = candidates()
    for directory in directories where FileSystem.isExecutable(directory / FilterKey.program) {
      if String(validating: directory.bytes, as: UTF8.self) == nil { throw MungeError.unwritablePath(directory) }
      return directory / FilterKey.program
    }
    throw MungeError.noFilter(lookedIn: directories)
  }

  private static func candidates() -> [Path] {
    let found = called().compactMap { $0.parent } + [Environment.executable()?.parent].compactMap { $0 }
    return found.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private static func called() -> [Path] {
    guard let word = Environment.argument(0), !word.isEmpty else { return [] }
    if word.contains(UInt8(ascii: "/")) { return absolute(Path(word)).map { [$0] } ?? [] }
    let directories = (Environment.value("PATH") ?? []).split(separator: UInt8(ascii: ":"))
    return directories.compactMap { absolute(Path($0) / Path(word)) }.filter(FileSystem.isExecutable)
  }

  private static func absolute(_ path: Path) -> Path? {
    if path.isAbsolute { return path }
    guard let here = try? FileSystem.currentDirectory() else { return nil }
    return here / (path.bytes.starts(with: "./".utf8) ? Path(path.bytes.dropFirst(2)) : path)
  }
}
