package import Platform
import Rules
import Smudge
import Verify

/// `git munge status --canonical`: checks that munged files on disk have the identifiers of the repository, for a release
/// from a developer's machine.
package struct CanonicalCheck {
  private let tree: WorkingTree
  private let snapshot: IndexSnapshot?

  /// `report`: the status report of the same command, whose listing of files is reused.
  package init(_ tree: WorkingTree, by report: StatusReport? = nil) { (self.tree, snapshot) = (tree, report?.snapshot) }

  package func run() throws -> CanonicalReport {
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

  /// Without an installation, the plan of the rules and configured values: local texts can be written by hand.
  private func plan() throws -> Plan {
    let rules = try? tree.rules()
    let values = try tree.configuredValues()
    let plan = try PlanSource.current(tree, rules, values)
    guard plan == .idle, let rules else { return plan }
    return try PlanSource.compiled(rules, values)
  }
}

/// What was found on disk.
package struct CanonicalReport: Sendable {
  /// Munged files whose clean result differs from their content.
  package let local: [Path]
  /// The number of munged files.
  package let files: Int

  /// The number of rules.
  package let rules: Int

  package var isCanonical: Bool { local.isEmpty && !isAttributeMissing }

  /// Rules without munged files: `.gitattributes` was lost, and the content on disk is unknown.
  package var isAttributeMissing: Bool { files == 0 && rules > 0 }
}
