import Platform

/// A transition that runs or was interrupted: its old and new plan. The content of a file determines which one applies.
struct InFlightTransition: Sendable {
  let old: CompiledPlan
  let new: CompiledPlan
  private let files: [Path: Journal.File]

  init(_ journal: Journal) {
    (old, new) = (CompiledPlan(journal.old), CompiledPlan(journal.new))
    files = Dictionary(journal.files.map { ($0.path, $0) }, uniquingKeysWith: { _, last in last })
  }

  /// The plan that a file on disk was smudged by.
  enum Owner: Equatable {
    case old, new
    /// The file was edited, or the transition does not rewrite it.
    case unknown
  }

  func owner(of path: Path?, _ content: borrowing Spool) throws(SystemError) -> Owner {
    guard let path, let file = files[path] else { return .unknown }
    let fingerprint = try Journal.Fingerprint(of: content)
    // If both fingerprints are equal, both plans have the same result.
    return fingerprint == file.new ? .new : fingerprint == file.old ? .old : .unknown
  }

  /// The texts in the content that the two plans clean differently.
  func contradictions(in bytes: [UInt8]) -> [[UInt8]] {
    let found = (old.matches(in: bytes) + new.matches(in: bytes)).filter { $0.fit == .token }
    let contradicting = found.filter { match in
      guard let forward = old.meaning(of: match), let backward = new.meaning(of: match) else { return false }
      return forward != backward
    }
    return Set(contradicting.map(\.text)).sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension CompiledPlan {
  /// The text that clean replaces a match by, or the match itself if it stays; `nil` for a text that is not in the plan.
  func meaning(of match: PlanMatch) -> [UInt8]? {
    pattern(of: match).map { $0.canonical ?? match.text }
  }

  private func pattern(of match: PlanMatch) -> Pattern? {
    keyed?.keys.first { $0.name == match.key }.map { $0[match.text] } ?? patterns[match.text]
  }
}

// Clean during a transition.
extension Filter {
  mutating func clean(
    _ request: FilterSession.Request, _ input: borrowing Spool, into output: inout Spool, _ inFlight: InFlightTransition
  ) -> FilterOutcome {
    do throws(SystemError) {
      switch try inFlight.owner(of: request.path, input) {
      case .old: return perform(request, on: input, into: &output, inFlight.old)
      case .new: return perform(request, on: input, into: &output, inFlight.new)
      case .unknown: return try cleanEdited(request, input, into: &output, inFlight)
      }
    } catch {
      return fail(request, "\(error)")
    }
  }

  /// Cleans an edited file by both plans in sequence, if they do not contradict each other and the order has no effect.
  private mutating func cleanEdited(
    _ request: FilterSession.Request, _ input: borrowing Spool, into output: inout Spool, _ inFlight: InFlightTransition
  ) throws(SystemError) -> FilterOutcome {
    let ambiguous =
      "an interrupted `git munge` left two plans that disagree about this file; run any `git munge` command to resume it"
    guard let bytes = input.inMemory, inFlight.contradictions(in: bytes).isEmpty else { return fail(request, ambiguous) }
    guard let forward = try both(request, input, inFlight.old, inFlight.new),
      let backward = try both(request, input, inFlight.new, inFlight.old), forward == backward
    else { return fail(request, ambiguous) }
    output.removeAll()
    try output.append(forward)
    return forward == bytes ? .unchanged : .changed
  }

  private mutating func both(
    _ request: FilterSession.Request, _ input: borrowing Spool, _ first: CompiledPlan, _ second: CompiledPlan
  ) throws(SystemError) -> [UInt8]? {
    var between = Spool(spooling)
    var result = Spool(spooling)
    switch perform(request, on: input, into: &between, first) {
    case .refused: return nil
    case .changed: break
    case .unchanged: try input.forEachChunk { chunk throws(SystemError) in try between.append(chunk) }
    }
    switch perform(request, on: between, into: &result, second) {
    case .refused: return nil
    case .changed: return result.inMemory
    case .unchanged: return between.inMemory
    }
  }
}
