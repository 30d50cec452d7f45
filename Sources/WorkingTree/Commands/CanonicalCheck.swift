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
    let session = try Session(tree)
    // Without an installation, local texts can be written by hand.
    let (shown, rules) = (try session.shownPlan(), session.readableRules)
    let plan = if shown == .idle, let rules { try PlanSource.compiled(rules, session.configuration.values) } else { shown }
    let change = try Change(tree, from: plan, to: .idle, [], snapshot)
    let hidden = try change.rehearse(change.snapshot.munged.filter { !$0.isOnDisk })
    return CanonicalReport(
      local: (try change.rehearse() + hidden).map(\.file.path).sorted(), files: change.snapshot.munged.count,
      rules: rules?.rules.count ?? 0)
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
