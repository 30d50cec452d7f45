import Platform
import Smudge
import Verify

// Search for texts in files on disk.
extension WorkingTree {
  /// The blob of a path in a revision or a stage of the index; empty if there is none.
  func blob(_ revision: String, _ path: Path) throws -> [UInt8] {
    try git.run([Array("cat-file".utf8), Array("blob".utf8), Array(revision.utf8) + path.bytes]).output
  }

  /// Whether the repository has all these blobs. A sparse partial clone lacks those of files that are not checked out, and git
  /// would fetch each.
  func holds(_ blobs: [[UInt8]]) -> Bool {
    if blobs.isEmpty { return true }
    let names = blobs.flatMap { $0 + [UInt8(ascii: "\n")] }
    let types = try? git.output(["cat-file", "--batch-check=%(objecttype)"], input: names)
    return types?.split(separator: UInt8(ascii: "\n")).allSatisfy { $0.elementsEqual("blob".utf8) } ?? false
  }

  /// Those of the paths that are regular files with one of the texts. Files that cannot be read have none.
  func paths(of paths: [Path], holding search: AnyEncodingSearch) -> [Path] {
    if search.isEmpty { return [] }
    return paths.mapSlices(of: 1024) { slice in
      var search = WorktreeSearch(top, search)
      return slice.filter { search.finds(in: $0) }
    }.flatMap(\.self)
  }

  /// The results of `body` for slices of files that it reads on several threads, in order. It advances the counter by each file.
  func readSlices<Result: Sendable>(
    of files: [WorktreeFile],
    _ body: @Sendable (ArraySlice<WorktreeFile>, SharedCounter) throws -> Result
  ) throws -> [Result] {
    let counter = SharedCounter(progress.counter("Reading files", of: files.count))
    let results = try files.mapSlices(of: 128) { slice in try body(slice, counter) }
    counter.finish()
    return results
  }
}
