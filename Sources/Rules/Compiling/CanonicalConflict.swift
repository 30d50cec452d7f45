package import Platform
package import Smudge

/// Two rules with different local texts for one canonical text, on common paths.
package struct CanonicalConflict {
  package let text: [UInt8]
  package let rules: [PlanRule]

  /// All pairs of rules that contradict each other on common paths.
  package static func all(in plan: Plan) -> [CanonicalConflict] {
    plan.rules.enumerated().flatMap { index, rule in
      plan.rules[..<index].compactMap { other in
        RuleConflict.canonical(other, rule).map { CanonicalConflict(text: $0, rules: [other, rule]) }
      }
    }
  }

  package func applies(to path: Path) -> Bool { rules.allSatisfy { $0.applies(to: path) } }

  package func error(at path: Path) -> ValueError { .contradiction(canonical: text, rules: rules.map(\.name), path: path) }
}
