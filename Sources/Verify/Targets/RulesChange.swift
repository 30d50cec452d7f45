import Git
import Platform
import Smudge

/// Finds what is wrong with the rules and the attributes after some changes, and was not before.
///
/// A rule that comes makes findings of what was there all the time: whoever brings the rule has to see them.
struct RulesChange {
  private let here: VerifyRepository
  private let tree: CommittedTree
  /// Commits that the changes come after; none where they are all there are.
  private let bases: [String]

  init(_ here: VerifyRepository, _ tree: CommittedTree, after bases: [String]) {
    (self.here, self.tree, self.bases) = (here, tree, bases)
  }

  /// `known`: what was found already.
  func findings(besides known: [Finding]) throws(MungeError) -> [Finding] {
    if try !isThere() { return [] }
    let found = try findings(tree)
    // Where it is the rules that were added, leaks have their own word to say in each commit.
    var left: [LeakReport.Identity: Int] = [:]
    for base in bases { left.merge(try findings(.commit(base)).map(identity).counted) { max($0, $1) } }
    left.merge(known.map(identity).counted) { $0 + $1 }
    return found.filter { finding in
      let identity = identity(finding)
      return finding.detail.leaked == nil ? left[identity] == nil : !left.take(identity)
    }
  }

  /// Whether there are other rules or attributes than before.
  func isThere() throws(MungeError) -> Bool {
    for base in bases where try !isChanged(since: base) { return false }
    return true
  }

  private func isChanged(since base: String) throws(MungeError) -> Bool {
    let files = [":(top,literal)\(RulesFile.name)", ":(top,glob)**/.gitattributes"]
    let words = tree.commit.map { ["diff-tree", "-r", "--name-only", base, $0, "--"] }
      ?? ["diff-index", "--cached", "--name-only", base, "--"]
    return try here.git.output(words + files) != []
  }

  private func findings(_ tree: CommittedTree) throws(MungeError) -> [Finding] {
    var report = VerifyReport(.staged)
    try TreeVerification(here, tree, { _ in }).run(into: &report)
    return report.findings
  }

  /// What a leak is wherever its file has gone, and anything else in its file.
  private func identity(_ finding: Finding) -> LeakReport.Identity {
    let path = finding.detail.leaked == nil ? [finding.location?.path.bytes ?? []] : []
    return LeakReport.Identity(detail: finding.detail, rule: finding.rule, lines: path)
  }
}
