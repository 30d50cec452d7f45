package import Platform

/// The way of a blob to the disk and back by one plan, as the filter itself goes it.
///
/// In a repository that holds this blob and nothing else, with notes and blob in memory: nothing is read and nothing is written.
package struct RoundTrip: Sendable {
  /// `nil` where the plan has nothing to change.
  private let compiled: CompiledPlan?

  /// How a blob came back.
  package enum RoundTripOutcome: Sendable, Hashable, CaseIterable {
    /// The filter wrote nothing, in either direction.
    case untouched
    /// By bytes alone.
    case exact
    /// Only with the help of the blob.
    case withSource
    /// Not as it was, or not at all.
    case lost
  }

  package init(_ plan: Plan) { compiled = plan.isSilent ? nil : CompiledPlan(plan) }

  package func outcome(of blob: [UInt8], at path: Path) -> RoundTripOutcome {
    var filter = Filter(by: compiled, holding: HeldBlob(path: path, bytes: blob))
    guard let shown = filter.content(.smudge, blob, path), let cleaned = filter.content(.clean, shown.bytes, path),
      cleaned.bytes == blob
    else { return .lost }
    if shown.outcome == .unchanged && cleaned.outcome == .unchanged { return .untouched }
    return !filter.resolver.isAsked || comesBack(shown.bytes, as: blob, at: path) ? .exact : .withSource
  }

  /// Whether clean needs neither a note nor the blob.
  private func comesBack(_ shown: [UInt8], as blob: [UInt8], at path: Path) -> Bool {
    var filter = Filter(by: compiled, holding: nil)
    return filter.content(.clean, shown, path)?.bytes == blob
  }
}

/// A blob that a repository is thought to hold at a path.
struct HeldBlob: Sendable {
  let path: Path
  let bytes: [UInt8]

  /// Whatever it holds: it is the only one.
  static let name = [UInt8](repeating: UInt8(ascii: "0"), count: 40)
}

extension Filter {
  /// What becomes of some content; `nil` where that is refused.
  fileprivate mutating func content(
    _ direction: Direction, _ bytes: [UInt8], _ path: Path
  ) -> (bytes: [UInt8], outcome: FilterOutcome)? {
    var output = Spool()
    let request = Session.Request(direction: direction, path: path, blob: HeldBlob.name)
    switch perform(request, on: Spool(bytes), into: &output) {
    case .unchanged: return (bytes, .unchanged)
    case .changed: return output.inMemory.map { ($0, .changed) }
    case .refused: return nil
    }
  }
}
