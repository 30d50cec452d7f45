import Platform
import Smudge

/// Verifies the staged changes: the index against `HEAD`.
struct StagedVerification {
  private let here: VerifyRepository

  init(_ here: VerifyRepository) { self.here = here.withIndexOfHook() }

  func run(into report: inout VerifyReport) throws {
    if !here.hasWorkingTree { throw MungeError.bare }
    let head = try here.head(), bases = [head].compactMap(\.self)
    var check = try ChangeCheck(here, RuleSets(here, .index, after: bases), .all, "the index", &report)
    if report.rules == nil { report.privateRules = here.privateRules }
    try check.look(at: try besidesMerged(Changes.parse(try changes(since: head))), &report)
    try check.ruleSet(RulesChange(here, .index, after: bases), &report)
  }

  /// The changes with the versions of the files in the commits of `MERGE_HEAD`.
  private func besidesMerged(_ changes: [Changes]) throws -> [Changes] {
    let path = try here.line(["rev-parse", "--path-format=absolute", "--git-path", "MERGE_HEAD"], orNone: "there is no repository")
    let names = try FileSystem.contents(Path(path)) ?? []
    var changes = changes
    for name in names.split(separator: UInt8(ascii: "\n")) {
      let files = try CommittedTree.commit(String(decoding: name, as: UTF8.self)).files(here.git).map { ($0.path, $0.blob) }
      let blobs = Dictionary(files, uniquingKeysWith: { one, _ in one })
      changes = changes.map { $0.having(blobs) }
    }
    return changes
  }

  private func changes(since head: String?) throws -> [UInt8] {
    // Before the first commit, everything that is staged is new.
    let empty = head == nil ? String(decoding: try here.git.line(["hash-object", "-t", "tree", "--stdin"]), as: UTF8.self) : ""
    let words = ["diff-index", "--cached", "-z", "-r", "--find-renames", "-l1000", "--no-ext-diff", head ?? empty, "--"]
    return try here.git.output(words)
  }
}
