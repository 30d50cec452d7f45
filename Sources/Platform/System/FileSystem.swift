import Libc
import SystemPackage

/// Operations on files and directories by path.
package enum FileSystem {
  /// The metadata of a path, symbolic links not followed (`lstat(2)`); `nil` if it does not exist.
  package static func status(_ path: Path) throws(SystemError) -> FileStatus? {
    try unlessMissing { () throws(SystemError) in
      FileStatus(try systemCall("lstat", path) { try Stat(path.cString, followTargetSymlink: false) })
    }
  }

  /// The bytes of a file; `nil` if it does not exist.
  package static func contents(_ path: Path, limit: Int = .max, _ access: File.Access = .read) throws(SystemError)
    -> [UInt8]?
  {
    try unlessMissing { () throws(SystemError) in try File(path, access).readAll(limit: limit) }
  }

  private static func unlessMissing<Result>(_ body: () throws(SystemError) -> Result) throws(SystemError) -> Result? {
    do throws(SystemError) {
      return try body()
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// Replaces a file atomically and, if `isDurable`, durably: writes a temporary file, syncs it and renames it.
  package static func replace(
    _ path: Path, with bytes: [UInt8], mode: UInt32 = 0o644, isDurable: Bool = true
  ) throws(SystemError) {
    let temporary = temporaryName(nextTo: path)
    do throws(SystemError) {
      let file = try File(temporary, .createNew(mode: mode))
      try file.write(bytes)
      if isDurable { try file.synchronize() }
      try move(temporary, to: path)
    } catch {
      try? remove(temporary)
      throw SystemError(code: error.code, call: error.call, path: path)
    }
  }

  /// Writes a file that the user names: replaces a regular one, whose mode stays; writes to a device, or through a
  /// link.
  package static func write(_ path: Path, _ bytes: [UInt8]) throws(SystemError) {
    // Linux would open a redirected stream again, at its start.
    let streams = [Path("/dev/stdout"): FileDescriptor.standardOutput, Path("/dev/stderr"): .standardError]
    let old = try status(path)
    do throws(SystemError) {
      if let stream = streams[path] { return try stream.writeAll(bytes[...]) }
      if let old, old.kind != .regular { return try File(path, .overwrite(mode: 0o644)).write(bytes) }
      try replace(path, with: bytes, mode: old?.mode ?? 0o644)
      if let old { try setMode(path, old.mode) }
    } catch {
      throw error.on(path)
    }
  }

  package static func temporaryName(nextTo path: Path) -> Path {
    let mark = ".\(getpid())-\(String(UInt32.random(in: 0 ... .max), radix: 36))"
    let name = Path(".".bytes + path.name.bytes + mark.bytes)
    return path.parent.map { $0 / name } ?? name
  }

  /// Renames a file, and replaces the target if it exists (`rename(2)`).
  package static func move(_ old: Path, to new: Path) throws(SystemError) {
    try systemCall("rename", new) { rename(old.cString, new.cString) }
  }

  /// Creates a file with its content in one step, by a hard link to `temporary`; fails if the path exists.
  package static func createExclusively(_ path: Path, with bytes: [UInt8], via temporary: Path) throws(SystemError) {
    try remove(temporary)
    try File(temporary, .createNew(mode: 0o644)).write(bytes)
    defer { try? remove(temporary) }
    do throws(SystemError) {
      try systemCall("link", path) { link(temporary.cString, path.cString) }
    } catch {
      if error.isExisting { throw error }
      // Some file systems have no hard links.
      try File(path, .createNew(mode: 0o644)).write(bytes)
    }
  }

  /// Creates a symbolic link (`symlink(2)`).
  package static func makeLink(_ path: Path, to target: Path) throws(SystemError) {
    try systemCall("symlink", path) { symlink(target.cString, path.cString) }
  }

  /// Exchanges two files atomically (`renameat2(2)` with RENAME_EXCHANGE, `renamex_np(2)` with RENAME_SWAP).
  package static func exchange(_ one: Path, _ other: Path) throws(SystemError) {
    try systemCall("rename", other) { Libc.exchange(one.cString, other.cString) }
  }

  /// Removes a file; succeeds if there is none.
  package static func remove(_ path: Path) throws(SystemError) {
    _ = try unlessMissing { () throws(SystemError) in try systemCall("unlink", path) { unlink(path.cString) } }
  }

  package static func setMode(_ path: Path, _ mode: UInt32) throws(SystemError) {
    try systemCall("chmod", path) { chmod(path.cString, mode_t(mode)) }
  }

  /// Creates a directory and its missing parents; succeeds if it exists. Those of git-munge hold values, so the mode is
  /// that of their owner alone, whatever the umask.
  package static func makeDirectories(_ path: Path, mode: UInt32 = 0o700) throws(SystemError) {
    for directory in path.ancestors + [path] where try status(directory) == nil {
      do throws(SystemError) {
        try systemCall("mkdir", directory) { mkdir(directory.cString, mode_t(mode)) }
      } catch {
        if !error.isExisting { throw error }
      }
    }
  }

  /// A new directory with mode 0700 below `TMPDIR`, if that exists, or below `/tmp` (`mkdtemp(3)`).
  package static func makeTemporaryDirectory() throws(SystemError) -> Path {
    let directory = Environment.value("TMPDIR").map { Path($0) }.flatMap { exists($0) ? $0 : nil } ?? Path("/tmp")
    let template = directory / ("git-munge-" + String(repeating: "X", count: 6))
    var name = template.cString
    _ = try systemCall("mkdtemp", template) { mkdtemp(&name) }
    return Path([UInt8](cString: name))
  }

  /// Removes a directory recursively, symbolic links not followed; succeeds if there is none.
  package static func removeTree(_ path: Path) throws(SystemError) {
    guard let status = try status(path) else { return }
    guard status.kind == .directory else { return try remove(path) }
    for entry in try entries(path) { try removeTree(path / entry) }
    try systemCall("rmdir", path) { rmdir(path.cString) }
  }

  /// The names in a directory, in the order of their bytes.
  package static func entries(_ path: Path) throws(SystemError) -> [Path] {
    let directory = try systemCall("opendir", path) { opendir(path.cString) }
    defer { closedir(directory) }
    var names: [Path] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Path($0.prefix { $0 != 0 }) }
      if name != Path(".") && name != Path("..") { names.append(name) }
    }
    return names.sorted()
  }

  /// The absolute path with symbolic links, `.` and `..` resolved (`realpath(3)`).
  package static func realPath(_ path: Path) throws(SystemError) -> Path {
    let resolved = try systemCall("realpath", path) { realpath(path.cString, nil) }
    defer { free(resolved) }
    return Path([UInt8](cString: resolved))
  }

  /// Whether a path can be run, which a directory cannot.
  package static func isExecutable(_ path: Path) -> Bool { access(path.cString, X_OK) == 0 && !exists(path / ".") }

  /// Whether a path exists, symbolic links followed.
  package static func exists(_ path: Path) -> Bool { access(path.cString, F_OK) == 0 }

  /// An open file without a name, created in `directory` and unlinked at once; the system frees it with its last
  /// descriptor.
  package static func anonymousFile(in directory: Path) throws(SystemError) -> File {
    let name = temporaryName(nextTo: directory / "spool")
    let file = try File(name, .createNew(mode: 0o600))
    try remove(name)
    return file
  }
}
