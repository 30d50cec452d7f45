package import Platform

/// A round trip of a blob through smudge and clean by one plan, in a repository in memory that has this blob alone.
package struct RoundTrip: Sendable {
  /// The plan; `nil` if it changes nothing.
  private let compiled: CompiledPlan?

  /// The outcome of a round trip.
  package enum RoundTripOutcome: Sendable, Hashable, CaseIterable {
    /// No direction changed anything.
    case untouched
    /// The blob, restored by clean from the bytes alone.
    case exact
    /// The blob, restored by clean with the source.
    case withSource
    /// A content that differs from the blob.
    case lost
  }

  package init(_ plan: Plan) { compiled = plan.isSilent ? nil : CompiledPlan(plan) }

  /// Smudges and cleans a blob, and compares the result with it.
  package func outcome(of blob: [UInt8], at path: Path) -> RoundTripOutcome {
    var filter = Filter(by: compiled, holding: SimulatedBlob(path: path, bytes: blob))
    let smudge = FilterSession.Request(direction: .smudge, path: path, blob: SimulatedBlob.name)
    let clean = FilterSession.Request(direction: .clean, path: path)
    guard let smudged = filter.content(smudge, blob), let cleaned = filter.content(clean, smudged.bytes),
      cleaned.bytes == blob
    else { return .lost }
    if smudged.outcome == .unchanged && cleaned.outcome == .unchanged { return .untouched }
    if !filter.resolver.hasQueried { return .exact }
    var withoutSource = Filter(by: compiled, holding: nil)
    return withoutSource.content(clean, smudged.bytes)?.bytes == blob ? .exact : .withSource
  }
}
