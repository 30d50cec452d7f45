import Platform
import Smudge

/// Verifies the staged changes: the index against `HEAD`.
struct StagedVerification {
  private let here: VerifyRepository

  init(_ here: VerifyRepository) { self.here = here.withIndexOfHook() }

  func run(into report: inout VerifyReport) throws {
    if !here.hasWorkingTree { throw MungeError.bare }
    let bases = [try here.head()].compactMap(\.self)
    var check = try ChangeCheck(here, .index, after: bases, .all, "the index", &report)
    try check.look(at: try besidesMerged(changes(since: bases.first)), &report)
    try check.finish(after: bases, &report)
  }

  /// The changes with the versions of the files in the commits of `MERGE_HEAD`.
  private func besidesMerged(_ changes: [Changes]) throws -> [Changes] {
    let files = try here.lines(of: "MERGE_HEAD").flatMap { try CommittedTree.commit($0).files(here.git) }
    let merged = Dictionary(grouping: files, by: \.path)
    return changes.map { changes in
      var changes = changes
      for index in changes.changes.indices { changes.changes[index].before += merged[changes.changes[index].path] ?? [] }
      return changes
    }
  }

  private func changes(since head: String?) throws -> [Changes] {
    // Before the first commit, everything that is staged is new.
    let start = try head.map { Array($0.utf8) } ?? here.git.line(["hash-object", "-t", "tree", "--stdin"])
    let words = ["diff-index", "--cached", "-z", "-r", "--find-renames", "-l1000", "--no-ext-diff"]
    return Changes.parse(try here.git.output(words + [String(decoding: start, as: UTF8.self), "--"]))
  }
}
