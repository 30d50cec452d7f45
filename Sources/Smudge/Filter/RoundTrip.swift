package import Platform

/// A round trip of a blob through smudge and clean by one plan, in a repository in memory that has this blob alone.
package struct RoundTrip: Sendable {
  /// The plan; `nil` if it changes nothing.
  private let compiled: CompiledPlan?

  package init(_ plan: Plan) { compiled = plan.isSilent ? nil : CompiledPlan(plan) }

  /// Whether clean undoes what smudge does with a blob.
  package func restores(_ blob: [UInt8], at path: Path) -> Bool {
    var filter = Filter(by: compiled, holding: blob)
    let smudge = FilterSession.Request(direction: .smudge, path: path, blob: SourceReader.blobInMemory)
    let clean = FilterSession.Request(direction: .clean, path: path)
    return filter.content(smudge, blob).flatMap { filter.content(clean, $0) } == blob
  }
}
