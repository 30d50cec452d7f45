package import Platform
package import Smudge

/// Two rules with different local texts for one canonical text, on common paths.
package struct CanonicalConflict {
  package let text: [UInt8]
  package let rules: [PlanRule]

  /// All pairs of rules that contradict each other on common paths.
  package static func all(in plan: Plan) -> [CanonicalConflict] {
    let alike = plan.rules.sharing { $0.pairs.map(\.canonical) }
    return plan.rules.indices.flatMap { index in
      alike[index].compactMap { CanonicalConflict(plan.rules[$0], plan.rules[index]) }
    }
  }

  init?(_ one: PlanRule, _ other: PlanRule) {
    let pair = other.pairs.first { pair in
      one.pairs.contains { $0.canonical == pair.canonical && $0.local != pair.local }
    }
    guard let pair, one.meets(other) else { return nil }
    text = pair.canonical
    rules = [one, other]
  }

  /// Whether both rules apply to a file.
  package func applies(to path: Path) -> Bool {
    rules.allSatisfy { $0.applies(to: path) }
  }

  /// The conflict as an error of the value. `path`: a file to which both rules apply.
  package func error(at path: Path) -> ValueError {
    .contradiction(canonical: text, rules: rules.map(\.name), path: path)
  }

  /// The message for two rules that both apply everywhere.
  var problem: String {
    "expected one local text for \(quoted(text)), found rules \(rules.names) that both apply everywhere; "
      + "give them `path` or `key` lines, or remove one"
  }
}
