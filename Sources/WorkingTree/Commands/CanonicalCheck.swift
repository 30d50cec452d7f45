package import Platform
import Rules
import Smudge

/// The result of `git munge status --canonical`: whether munged files on disk have the identifiers of the repository, for a
/// release from a developer's machine.
package struct CanonicalReport: Sendable {
  /// Munged files whose clean result differs from their content.
  package let local: [Path]
  /// The number of munged files.
  package let files: Int
  private let hasRules: Bool

  /// `report`: the status report of the same command, whose session and listing of files are reused.
  package init(_ tree: WorkingTree, by report: StatusReport? = nil) throws {
    let session = try report?.session ?? Session(tree)
    // Without an installation, local texts can be written by hand.
    let (shown, rules) = (try session.shownPlan(), session.readableRules)
    let plan = if shown == .idle, let rules { try PlanSource.compiled(rules, session.configuration.values) } else { shown }
    let change = try Change(tree, from: plan, to: .idle, [], report?.snapshot)
    let hidden = try change.rehearse(change.snapshot.munged.filter { !$0.isOnDisk })
    local = (try change.rehearse() + hidden).map(\.file.path).sorted()
    (files, hasRules) = (change.snapshot.munged.count, !(rules?.rules.isEmpty ?? true))
  }

  package var isCanonical: Bool { local.isEmpty && !isAttributeMissing }

  /// Rules without munged files: `.gitattributes` was lost, and the content on disk is unknown.
  package var isAttributeMissing: Bool { files == 0 && hasRules }
}
