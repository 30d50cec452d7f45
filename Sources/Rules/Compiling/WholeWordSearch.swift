import Platform
import Smudge

/// Texts that are looked for in other texts, as words of their own.
struct WholeWordSearch {
  private let compiled: CompiledPlan

  init(_ texts: [[UInt8]]) {
    let pairs = texts.map { TextPair(canonical: $0, local: nil) }
    compiled = CompiledPlan(Plan(rules: [PlanRule(name: [], pairs: pairs)], fingerprint: Digest([])))
  }

  /// Whether one of them stands alone somewhere in `other`.
  func stand(in other: [UInt8]) -> Bool { compiled.matches(in: other).contains { $0.fit == .token } }
}
