import Git
import Platform
import Smudge

// Where else the rules of a working tree are.
extension WorkingTree {
  /// Whether the commit that is checked out has a rules file.
  var holdsRulesInHead: Bool { holdsRules(["HEAD"]).first ?? false }

  /// Branches of this clone whose newest commit has no rules file, by their short names; none where `HEAD` has none itself.
  func branchesWithoutRules() throws(MungeError) -> [String] {
    if !holdsRulesInHead { return [] }
    let names = try git.output(["for-each-ref", "--format=%(refname)", "refs/heads/"])
      .split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    return zip(names, holdsRules(names)).filter { !$1 }.map { String($0.0.dropFirst("refs/heads/".count)) }
  }

  /// For each revision, whether it has a rules file; `git cat-file --batch-check` says `missing` else.
  func holdsRules(_ revisions: [String]) -> [Bool] {
    if revisions.isEmpty { return [] }
    let questions = revisions.map { "\($0):\(RulesFile.name)\n" }.joined()
    let answers = try? git.output(["cat-file", "--batch-check=%(objecttype)"], input: Array(questions.utf8))
    return (answers ?? []).split(separator: UInt8(ascii: "\n")).map { $0.elementsEqual("blob".utf8) }
  }

  /// Where the rules of a plan are kept, if `HEAD` has others and git has no such blob: a rules file that is ignored is
  /// overwritten by a checkout that brings one.
  func uncommittedRules(of plan: Plan) -> Path? {
    let kept = mungeDirectory.trusted / plan.fingerprint.hex
    guard RulesFingerprint.read(in: top) != plan.fingerprint, FileSystem.exists(kept), holdsRulesInHead,
      let blob = try? git.output(["hash-object", "--no-filters", "--"], paths: [kept]).dropLast()
    else { return nil }
    let found = try? git.run([Array("cat-file".utf8), Array("-e".utf8), Array(blob)])
    return found.map { $0.isSuccess } ?? true ? nil : kept
  }
}
