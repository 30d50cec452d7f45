import Smudge

/// Searches texts as whole words in other texts.
package struct WholeWordSearch {
  private let compiled: CompiledPlan

  package init(_ texts: [[UInt8]]) {
    let pairs = texts.map { TextPair(canonical: $0, local: nil) }
    compiled = CompiledPlan(Plan(rules: [PlanRule(name: [], pairs: pairs)], fingerprint: Digest([])))
  }

  /// Whether one of the texts occurs.
  package func occur(in other: [UInt8]) -> Bool {
    compiled.matches(in: other).contains { $0.fit == .token }
  }
}
