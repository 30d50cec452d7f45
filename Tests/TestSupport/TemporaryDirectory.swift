import Foundation
package import Platform

/// A folder below the system's for temporary files, removed with all that is in it when the last reference goes.
package final class TemporaryDirectory: Sendable {
  package let path: Path

  package init() throws(SystemError) {
    let directory = try FileSystem.realPath(Path(NSTemporaryDirectory()))
    path = FileSystem.temporaryName(nextTo: directory / "git-munge-test")
    try FileSystem.makeDirectories(path)
  }

  deinit {
    // Nothing that a test could do about a failure.
    try? FileSystem.removeTree(path)
  }

  /// Writes a file below the folder, and the folders that it needs; answers where it is.
  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8]) throws(SystemError) -> Path {
    try TestFile.write(path / name, bytes)
    return path / name
  }

  /// The bytes of a file below the folder; `nil` where there is none.
  package func read(_ name: String) throws(SystemError) -> [UInt8]? {
    try FileSystem.contents(path / name)
  }
}

/// Files as tests make them: at once, with the folders above.
package enum TestFile {
  /// In place of what is there, be it a symbolic link; nothing is made durable, as it is for a test.
  package static func write(
    _ path: Path, _ bytes: [UInt8], mode: UInt32 = 0o644
  ) throws(SystemError) {
    if let directory = path.parent { try FileSystem.makeDirectories(directory) }
    try FileSystem.remove(path)
    try File(path, .createNew(mode: mode)).write(bytes)
  }

  /// All that is in a folder, with its times and permissions, into another one.
  package static func copyFolder(_ old: Path, to new: Path) throws {
    let words = ["cp", "-a", "\(old)/.", "\(new)"]
    let result = try Subprocess.run(words.map(bytes), environment: Environment.entries(changing: []))
    guard result.isSuccess else { throw CommandFailure(words: words, result: result) }
  }
}
