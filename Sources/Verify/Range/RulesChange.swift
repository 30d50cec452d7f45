import Platform
import Rules
import Smudge

/// Finds problems of the rules and attributes that some changes add.
///
/// A new rule can cause findings in old content, which are reported for the change that adds the rule.
struct RulesChange {
  private let here: VerifyRepository
  private let tree: CommittedTree
  /// The commits before the changes; empty for the whole history.
  private let bases: [String]

  init(_ here: VerifyRepository, _ tree: CommittedTree, after bases: [String]) {
    (self.here, self.tree, self.bases) = (here, tree, bases)
  }

  func findings(besides known: [Finding], _ unread: inout Set<Path>) throws -> [Finding] {
    if try !isThere() { return [] }
    let found = try findings(tree, &unread)
    // A leak that one of the commits adds is reported for that commit.
    var left: [HitLocator.Identity: Int] = [:], ignored: Set<Path> = []
    for base in bases { left.merge(try findings(.commit(base), &ignored).map(identity).counted) { max($0, $1) } }
    left.merge(known.map(identity).counted) { $0 + $1 }
    return found.filter { finding in
      let identity = identity(finding)
      return finding.detail.leaked == nil ? left[identity] == nil : !left.take(identity)
    }
  }

  /// Whether the rules or attributes have changed.
  func isThere() throws -> Bool {
    for base in bases where try !isChanged(since: base) { return false }
    return true
  }

  private func isChanged(since base: String) throws -> Bool {
    let files = [":(top,literal)\(RulesFile.name)", ":(top,glob)**/.gitattributes"]
    let words = tree.commit.map { ["diff-tree", "-r", "--name-only", base, $0, "--"] }
      ?? ["diff-index", "--cached", "--name-only", base, "--"]
    return try here.git.output(words + files) != []
  }

  private func findings(_ tree: CommittedTree, _ unread: inout Set<Path>) throws -> [Finding] {
    var report = VerifyReport(.staged)
    try TreeVerification(here, tree).run(into: &report)
    unread.formUnion(report.unread)
    return report.findings
  }

  /// The identity of a finding; that of a leak does not depend on its file, which can have moved.
  private func identity(_ finding: Finding) -> HitLocator.Identity {
    let path = finding.detail.leaked == nil ? [finding.location?.path.bytes ?? []] : []
    return HitLocator.Identity(detail: finding.detail, rule: finding.rule, lines: path)
  }
}
