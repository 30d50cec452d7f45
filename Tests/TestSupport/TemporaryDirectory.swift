import Foundation

/// A directory below the system's for temporary files, removed with its content when the last reference is released.
package final class TemporaryDirectory: Sendable {
  package let path: Path

  package init() throws(SystemError) {
    let directory = try FileSystem.realPath(Path(NSTemporaryDirectory()))
    path = FileSystem.temporaryName(nextTo: directory / "git-munge-test")
    try FileSystem.makeDirectories(path)
  }

  deinit {
    // A test cannot handle this failure.
    try? FileSystem.removeTree(path)
  }

  /// Writes a file below the directory, creates its parent directories, and returns its path.
  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8]) throws(SystemError) -> Path {
    try TestFile.write(path / name, bytes)
    return path / name
  }

  package func read(_ name: String) throws(SystemError) -> [UInt8]? { try FileSystem.contents(path / name) }
}

package enum TestFile {
  /// Replaces what is there, including a symbolic link; without fsync, as tests do not need it.
  package static func write(_ path: Path, _ bytes: [UInt8], mode: UInt32 = 0o644) throws(SystemError) {
    if let directory = path.parent { try FileSystem.makeDirectories(directory) }
    try FileSystem.remove(path)
    try File(path, .createNew(mode: mode)).write(bytes)
  }

  /// Copies the content of a directory into another one, with times and permissions.
  package static func copyDirectory(_ old: Path, to new: Path) throws {
    let words = ["cp", "-a", "\(old)/.", "\(new)"]
    let result = try Subprocess.run(words.map(bytes), environment: Environment.entries(changing: []))
    guard result.isSuccess else { throw CommandFailure(words: words, result: result) }
  }
}

extension FileSystem {
  package static func makeSymbolicLink(_ path: Path, to target: Path) throws {
    try FileManager.default.createSymbolicLink(atPath: "\(path)", withDestinationPath: "\(target)")
  }
}
