package import Platform
import Smudge

/// `git munge status --canonical`: whether what lies on disk is what the repository holds, as far as
/// identifiers go. The guard for a release from a developer's machine.
package struct CanonicalCheck {
  private let tree: WorkingTree
  private let snapshot: IndexSnapshot?

  /// `report`: of the same command, whose listing of the files is taken, if it has one.
  package init(_ tree: WorkingTree, by report: StatusReport? = nil) { (self.tree, snapshot) = (tree, report?.snapshot) }

  package func run() throws(MungeError) -> CanonicalReport {
    let plan = try plan()
    let snapshot = if let snapshot { snapshot } else { try IndexSnapshot(tree) }
    let transition = Transition(tree: tree, old: plan, new: .idle, snapshot: snapshot)
    let attributed = transition.snapshot.munged
    let seen = try transition.rehearse(transition.files())
    let hidden = try transition.rehearse(attributed.filter { !$0.isOnDisk })
    return CanonicalReport(
      local: (seen + hidden).map(\.file.path).sorted(),
      files: attributed.count, rules: (try? tree.rules())?.rules.count ?? 0)
  }

  /// Where nothing is installed somebody may still keep local texts by hand: rules and values tell them.
  private func plan() throws(MungeError) -> Plan {
    let rules = try? tree.rules()
    let values = try tree.configuredValues()
    let plan = try Install.previous(tree, rules, values)
    guard plan == .idle, let rules else { return plan }
    return try Install.remade(rules, values)
  }
}

/// What was found on disk.
package struct CanonicalReport: Sendable {
  /// Munged files that show something else than the repository would hold.
  package let local: [Path]
  /// How many files are munged at all.
  package let files: Int

  /// How many rules there are.
  package let rules: Int

  package var isCanonical: Bool { local.isEmpty && !isAttributeMissing }

  /// Rules, and no file that they are for: something was lost, and nobody can say what lies on disk.
  package var isAttributeMissing: Bool { files == 0 && rules > 0 }
}
