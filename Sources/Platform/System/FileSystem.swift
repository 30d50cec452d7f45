/// Operations on files and directories by path.
package enum FileSystem {
  /// The metadata of a path, symbolic links not followed (`lstat(2)`); `nil` if it does not exist.
  package static func status(_ path: Path) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      return try Libc.status(path)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// The bytes of a file, symbolic links followed; `nil` if it does not exist.
  package static func contents(_ path: Path, limit: Int = .max) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) {
      return try File(path, .read).readAll(limit: limit)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// Replaces a file atomically and durably: writes a temporary file, syncs it and renames it.
  package static func replace(_ path: Path, with bytes: [UInt8], mode: UInt32 = 0o644) throws(SystemError) {
    let temporary = temporaryName(nextTo: path)
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

  /// Writes a file that the user names: replaces a regular one, whose mode stays, and opens any other, such as a device or the
  /// target of a symbolic link.
  package static func write(_ path: Path, _ bytes: [UInt8]) throws(SystemError) {
    // Linux would open a redirected stream again, at its start.
    let streams = [Path("/dev/stdout"): Int32(1), Path("/dev/stderr"): 2]
    let old = try status(path)
    do throws(SystemError) {
      if let stream = streams[path] { return try Libc.writeAll(stream, bytes[...]) }
      if let old, old.kind != .regular { return try File(path, .overwrite(mode: 0o644)).write(bytes) }
      try replace(path, with: bytes, mode: old?.mode ?? 0o644)
      if let old { try setMode(path, old.mode) }
    } catch {
      throw error.on(path)
    }
  }

  /// A unique name in the directory of `path`.
  package static func temporaryName(nextTo path: Path) -> Path {
    let mark = ".\(Libc.processIdentifier())-\(String(UInt32.random(in: 0 ... .max), radix: 36))"
    let name = Path(Array(".".utf8) + path.name.bytes + Array(mark.utf8))
    return path.parent.map { $0 / name } ?? name
  }

  /// Renames a file, and replaces the target if it exists (`rename(2)`).
  package static func move(_ old: Path, to new: Path) throws(SystemError) {
    try Libc.rename(old, new)
  }

  /// Creates a file with its content in one step, by a hard link to `temporary`; fails if the path exists.
  package static func createExclusively(
    _ path: Path, with bytes: [UInt8], via temporary: Path
  ) throws(SystemError) {
    try remove(temporary)
    try File(temporary, .createNew(mode: 0o644)).write(bytes)
    defer { try? remove(temporary) }
    do throws(SystemError) {
      try Libc.link(temporary, path)
    } catch {
      if error.isExisting { throw error }
      // Some file systems have no hard links.
      try File(path, .createNew(mode: 0o644)).write(bytes)
    }
  }

  /// Exchanges two files atomically.
  package static func exchange(_ one: Path, _ other: Path) throws(SystemError) {
    try Libc.renameExchange(one, other)
  }

  /// Removes a file; succeeds if there is none.
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

  /// Creates a directory and its missing parents; succeeds if it exists.
  package static func makeDirectories(_ path: Path) throws(SystemError) {
    for directory in path.ancestors + [path] where try status(directory) == nil {
      do throws(SystemError) {
        try Libc.makeDirectory(directory)
      } catch {
        if !error.isExisting { throw error }
      }
    }
  }

  /// A new directory with mode 0700 below `TMPDIR`, or below `/tmp` (`mkdtemp(3)`).
  package static func makeTemporaryDirectory() throws(SystemError) -> Path {
    let directory = Environment.value("TMPDIR").flatMap { $0.isEmpty ? nil : Path($0) } ?? Path("/tmp")
    return try Libc.makeTemporaryDirectory(directory / Path("git-munge-" + String(repeating: "X", count: 6)))
  }

  /// Removes a directory recursively, symbolic links not followed; succeeds if there is none.
  package static func removeTree(_ path: Path) throws(SystemError) {
    guard let found = try status(path) else { return }
    guard found.kind == .directory else { return try remove(path) }
    for entry in try entries(path) { try removeTree(path / entry) }
    try Libc.removeDirectory(path)
  }

  /// The names in a directory, in the order of their bytes.
  package static func entries(_ path: Path) throws(SystemError) -> [Path] {
    try Libc.entries(path).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// The absolute path with symbolic links, `.` and `..` resolved (`realpath(3)`).
  package static func realPath(_ path: Path) throws(SystemError) -> Path {
    try Libc.realPath(path)
  }

  /// Whether this user can execute the file (`access(2)`).
  package static func isExecutable(_ path: Path) -> Bool {
    Libc.isAccessible(path, toExecute: true)
  }

  /// Whether a path exists; symbolic links are followed.
  package static func exists(_ path: Path) -> Bool { Libc.isAccessible(path, toExecute: false) }
  package static func currentDirectory() throws(SystemError) -> Path { try Libc.currentDirectory() }

  /// An open file without a name, created in `directory` and unlinked at once; the system frees it with its last descriptor.
  package static func anonymousFile(in directory: Path) throws(SystemError) -> File {
    let name = temporaryName(nextTo: directory / "spool")
    let file = try File(name, .createNew(mode: 0o600))
    try Libc.unlink(name)
    return file
  }
}
