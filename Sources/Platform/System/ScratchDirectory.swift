/// A directory for temporary files, removed with the value.
package struct ScratchDirectory: ~Copyable {
  package let path: Path

  package init() throws { path = try FileSystem.makeTemporaryDirectory() }

  deinit { try? FileSystem.removeTree(path) }
}
