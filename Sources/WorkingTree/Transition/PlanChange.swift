import Platform
import Rules
import Smudge
import Verify

/// A change of the plan, for install, set, unset and refresh.
struct PlanChange {
  let tree: WorkingTree
  let old: Plan
  let new: Plan
  /// The fallback attributes of the new plan; `nil`: unchanged.
  let attributes: [UInt8]?
  private let snapshot: IndexSnapshot

  init(tree: WorkingTree, old: Plan, new: Plan, attributes: [UInt8]? = nil, _ snapshot: IndexSnapshot? = nil) throws {
    (self.tree, self.old, self.new, self.attributes) = (tree, old, new, attributes)
    self.snapshot = if let snapshot { snapshot } else { try IndexSnapshot(tree) }
  }

  /// Calls `body` with the transition, in a working tree with the attributes of the new plan.
  private func withTransition<Result>(
    _ body: (Transition, [WorktreeFile]) throws -> Result
  ) throws -> Result {
    try FallbackAttributes(tree).previewing(attributes) { preview in
      let transition = if let preview {
        Transition(tree: preview, old: old, new: new, snapshot: try IndexSnapshot(preview), before: snapshot)
      } else {
        Transition(tree: tree, old: old, new: new, snapshot: snapshot)
      }
      let files = try transition.files()
      try CanonicalConflict.check(new, files)
      return try body(transition, files)
    }
  }

  /// The files to rewrite. Throws errors, and changes nothing.
  func rehearse() throws -> Transition.Result {
    try withTransition { transition, files in
      Transition.Result(rewritten: try transition.rehearse(files).map(\.file), snapshot: transition.snapshot)
    }
  }

  func perform(_ steps: [TransitionStep]) throws -> Transition.Result {
    let steps = [.keepPlans] + steps + (attributes.map { [.setAttributes($0)] } ?? [])
    return try withTransition { transition, files in try transition.perform(files, steps) }
  }
}

extension CanonicalConflict {
  /// Throws for the first path to which both rules apply.
  static func check(_ plan: Plan, _ files: [WorktreeFile]) throws {
    for conflict in all(in: plan) {
      for file in files where conflict.applies(to: file.path) { throw (conflict.error(at: file.path)) }
    }
  }
}
