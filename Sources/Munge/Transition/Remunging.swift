import Platform
import Smudge

/// The way of an installed working tree to another plan: what install, set, unset and refresh share.
struct Remunging {
  let clone: Clone
  let old: Plan
  let new: Plan

  private var transition: Transition { Transition(clone: clone, old: old, new: new) }

  /// What would be rewritten. Throws where it cannot be done, and changes nothing.
  func rehearse() throws(MungeError) -> [WorktreeFile] { try transition.rehearse(files()).map(\.file) }

  private func files() throws(MungeError) -> [WorktreeFile] {
    let files = try transition.files()
    try Contradiction.check(new, files)
    return files
  }

  func perform(_ tasks: [Task]) throws(MungeError) -> Transition.Result {
    try transition.perform(files(), [.keepPlans] + tasks)
  }
}

/// Finds paths on which two rules send one canonical text to different local texts.
enum Contradiction {
  static func check(_ plan: Plan, _ files: [WorktreeFile]) throws(MungeError) {
    for pair in pairs(plan) {
      for file in files where pair.rules.allSatisfy({ $0.applies(to: file.path) }) {
        throw .value(
          .contradiction(canonical: pair.text, rules: pair.rules.map(\.name), path: file.path))
      }
    }
  }

  private static func pairs(_ plan: Plan) -> [(text: [UInt8], rules: [PlanRule])] {
    plan.rules.enumerated().flatMap { index, rule in
      plan.rules[..<index].compactMap { other in
        let text = RuleQuarrel.canonical(other, rule)
        return text.map { ($0, [other, rule]) }
      }
    }
  }
}
