/// Whole-file and folder operations by path.
package enum FileSystem {
  /// Of the entry itself, not of what a symbolic link points to; `nil` where there is none.
  package static func status(_ path: Path) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      return try Libc.status(path)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// The bytes of a file; `nil` where there is none. Symbolic links are followed.
  package static func contents(_ path: Path, limit: Int = .max) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) {
      return try File(path, .read).readAll(limit: limit)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// Replaces a file in one step: readers see the old bytes or the new ones, durably.
  package static func replace(
    _ path: Path, with bytes: [UInt8], mode: UInt32 = 0o644
  ) throws(SystemError) {
    let temporary = temporaryName(beside: path)
    do throws(SystemError) {
      let file = try File(temporary, .createNew(mode: mode))
      try file.write(bytes)
      try file.synchronize()
      try Libc.rename(temporary, path)
    } catch {
      try? Libc.unlink(temporary)
      throw error.on(path)
    }
  }

  /// A name in the same folder that no other process picks.
  package static func temporaryName(beside path: Path) -> Path {
    let mark = ".\(Libc.processIdentifier())-\(String(UInt32.random(in: 0 ... .max), radix: 36))"
    let name = Path(Array(".".utf8) + path.name.bytes + Array(mark.utf8))
    return path.parent.map { $0 / name } ?? name
  }

  package static func move(_ old: Path, to new: Path) throws(SystemError) {
    try Libc.rename(old, new)
  }

  /// Makes a file that no other process has made before, with its content from the first moment on.
  package static func createExclusively(
    _ path: Path, with bytes: [UInt8], beside temporary: Path
  ) throws(SystemError) {
    try remove(temporary)
    try File(temporary, .createNew(mode: 0o644)).write(bytes)
    defer { try? remove(temporary) }
    do throws(SystemError) {
      try Libc.link(temporary, path)
    } catch {
      if error.isExisting { throw error }
      // Some file systems know no second names.
      try File(path, .createNew(mode: 0o644)).write(bytes)
    }
  }

  /// Swaps two files in one step, so that neither is ever missing.
  package static func exchange(_ one: Path, _ other: Path) throws(SystemError) {
    try Libc.renameExchange(one, other)
  }

  /// Removes a file; that there is none is fine.
  package static func remove(_ path: Path) throws(SystemError) {
    do throws(SystemError) {
      try Libc.unlink(path)
    } catch {
      if !error.isMissing { throw error }
    }
  }

  package static func setMode(_ path: Path, _ mode: UInt32) throws(SystemError) {
    try Libc.setMode(path, mode)
  }

  /// Makes the folder and those above it; that it exists is fine.
  package static func makeDirectories(_ path: Path) throws(SystemError) {
    for directory in path.ancestors + [path] where try status(directory) == nil {
      do throws(SystemError) {
        try Libc.makeDirectory(directory)
      } catch {
        if !error.isExisting { throw error }
      }
    }
  }

  /// A new folder for this user alone, where temporary files belong on this system.
  package static func makeTemporaryDirectory() throws(SystemError) -> Path {
    let directory = Environment.value("TMPDIR").flatMap { $0.isEmpty ? nil : Path($0) } ?? Path("/tmp")
    return try Libc.makeTemporaryDirectory(directory / Path("git-munge-" + String(repeating: "X", count: 6)))
  }

  /// Removes a folder with all that is in it, never through a symbolic link; that there is none is fine.
  package static func removeTree(_ path: Path) throws(SystemError) {
    guard let found = try status(path) else { return }
    guard found.kind == .directory else { return try remove(path) }
    for entry in try entries(path) { try removeTree(path / entry) }
    try Libc.removeDirectory(path)
  }

  /// The names in a folder, in the order of their bytes.
  package static func entries(_ path: Path) throws(SystemError) -> [Path] {
    try Libc.entries(path).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// The path without symbolic links, `.` and `..`.
  package static func realPath(_ path: Path) throws(SystemError) -> Path {
    try Libc.realPath(path)
  }

  package static func isExecutable(_ path: Path) -> Bool {
    Libc.isAccessible(path, toExecute: true)
  }

  package static func exists(_ path: Path) -> Bool { Libc.isAccessible(path, toExecute: false) }

  package static func currentDirectory() throws(SystemError) -> Path { try Libc.currentDirectory() }

  /// Goes to another folder with the whole process.
  package static func changeDirectory(to directory: Path) throws(SystemError) { try Libc.changeDirectory(to: directory) }

  /// An open file without a name, gone with its last descriptor; `directory` says on which disk.
  package static func anonymousFile(in directory: Path) throws(SystemError) -> File {
    let name = temporaryName(beside: directory / "spool")
    let file = try File(name, .createNew(mode: 0o600))
    try Libc.unlink(name)
    return file
  }
}
