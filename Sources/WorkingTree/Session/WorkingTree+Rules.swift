import Platform
import Rules
import Smudge
import Verify

// Rules files in commits and copies.
extension WorkingTree {
  /// Whether `HEAD` has a rules file.
  var holdsRulesInHead: Bool { holdsRules(["HEAD"]).first ?? false }

  /// Short names of local branches without a rules file; empty if `HEAD` has none.
  func branchesWithoutRules() throws -> [String] {
    try holdsRulesInHead ? localBranchesWithoutRules() : []
  }

  /// The same, whether or not `HEAD` has a rules file.
  func localBranchesWithoutRules() throws -> [String] {
    let names = try git.output(["for-each-ref", "--format=%(refname)", "refs/heads/"])
      .split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    return zip(names, holdsRules(names)).filter { !$1 }.map { String($0.0.dropFirst("refs/heads/".count)) }
  }

  /// For each revision, whether it has a rules file (`git cat-file --batch-check`).
  func holdsRules(_ revisions: [String]) -> [Bool] {
    if revisions.isEmpty { return [] }
    let questions = revisions.map { "\($0):\(RulesFile.name)\n" }.joined()
    let answers = try? git.output(["cat-file", "--batch-check=%(objecttype)"], input: Array(questions.utf8))
    return (answers ?? []).split(separator: UInt8(ascii: "\n")).map { $0.elementsEqual("blob".utf8) }
  }

  /// The copy of the rules file of a plan, if `HEAD` has another one and git has no such blob: a checkout overwrites an ignored
  /// rules file.
  func uncommittedRules(of plan: Plan) -> Path? {
    let kept = mungeDirectory.trusted / plan.fingerprint.hex
    guard RulesFingerprint.read(in: top) != plan.fingerprint, FileSystem.exists(kept), holdsRulesInHead,
      let rules = try? FileSystem.contents(kept, limit: RulesFile.maxBytes), (try? RulesFile.parse(rules, .private)) == nil,
      let blob = try? git.output(["hash-object", "--no-filters", "--"], paths: [kept]).dropLast()
    else { return nil }
    let found = try? git.run([Array("cat-file".utf8), Array("-e".utf8), Array(blob)])
    return found.map { $0.isSuccess } ?? true ? nil : kept
  }
}
