import Libgit2
import Platform
import Verify

/// Finds the filter program next to this one, by a path that survives an upgrade.
enum FilterProgram {
  /// The directory of `git-munge` as called, without resolving links: a package manager keeps the link, but not its
  /// target.
  static func find() throws -> Path {
    let directories = (called() + [Environment.executable()].compactMap(\.self)).compactMap(\.parent).uniqued
    for directory in directories where FileSystem.isExecutable(directory / FilterKey.program) {
      if String(validating: directory.bytes, as: UTF8.self) == nil {
        throw InstallError.unwritablePath(directory)
      }
      return directory / FilterKey.program
    }
    throw InstallError.noFilter(lookedIn: directories)
  }

  /// The program, or the directories in which it was not found.
  static func look() -> (program: Path?, missingIn: [Path]) {
    do {
      return (try find(), [])
    } catch InstallError.noFilter(let directories) {
      return (nil, directories)
    } catch {
      return (nil, [])
    }
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

extension FilterKey {
  /// Removes the key if git-munge wrote it.
  func removeOurs(in config: borrowing ConfigFile) throws {
    if try isOurs(in: config) { try config.removeAll(name) }
  }

  /// Whether git-munge wrote the key into this file.
  func isOurs(in config: borrowing ConfigFile) throws -> Bool {
    let values = try config.values(name)
    return !values.isEmpty && values.allSatisfy(isOurs)
  }
}
