import Platform

/// Two plans at once, while a working tree goes from one to the other: content says which one it is of.
struct InFlightTransition: Sendable {
  let old: CompiledPlan
  let new: CompiledPlan
  private let files: [Path: Journal.File]

  init(_ journal: Journal) {
    (old, new) = (CompiledPlan(journal.old), CompiledPlan(journal.new))
    files = Dictionary(journal.files.map { ($0.path, $0) }, uniquingKeysWith: { _, last in last })
  }

  /// Which plan some content on disk is of.
  enum Owner: Equatable {
    case old, new
    /// It was edited, or is of a file that the transition does not rewrite.
    case unknown
  }

  func owner(of path: Path?, _ content: borrowing Spool) throws(SystemError) -> Owner {
    guard let path, let file = files[path] else { return .unknown }
    let print = try Journal.Fingerprint(of: content)
    // Where both are the same, both plans clean it to the same.
    return print == file.new ? .new : print == file.old ? .old : .unknown
  }

  /// Texts that stand in the content and that the two plans take for different things.
  func contradictions(in bytes: [UInt8]) -> [[UInt8]] {
    let found = (old.matches(in: bytes) + new.matches(in: bytes)).filter { $0.fit == .token }
    let contradicting = found.filter { match in
      guard let one = old.meaning(of: match), let other = new.meaning(of: match) else { return false }
      return one != other
    }
    return Set(contradicting.map(\.text)).sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension CompiledPlan {
  /// What clean makes of a text where it stands, itself where it leaves it; `nil` for one that the plan does not know.
  func meaning(of match: PlanMatch) -> [UInt8]? {
    pattern(of: match).map { $0.canonical ?? match.text }
  }

  private func pattern(of match: PlanMatch) -> Pattern? {
    keyed?.keys.first { $0.name == match.key }.map { $0[match.text] } ?? patterns[match.text]
  }
}

// Cleaning between two plans.
extension Filter {
  mutating func clean(
    _ request: Session.Request, _ input: borrowing Spool, into output: inout Spool, _ inFlight: InFlightTransition
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

  /// Both plans, one behind the other, if they do not contradict each other and the order does not matter.
  private mutating func cleanEdited(
    _ request: Session.Request, _ input: borrowing Spool, into output: inout Spool, _ inFlight: InFlightTransition
  ) throws(SystemError) -> FilterOutcome {
    let unclear = "an interrupted `git munge` has left it between two plans that disagree about it; any `git munge` command finishes that one first"
    guard let bytes = input.inMemory, inFlight.contradictions(in: bytes).isEmpty else { return fail(request, unclear) }
    guard let one = try both(request, input, inFlight.old, inFlight.new),
      let other = try both(request, input, inFlight.new, inFlight.old), one == other
    else { return fail(request, unclear) }
    output.removeAll()
    try output.append(one)
    return one == bytes ? .unchanged : .changed
  }

  private mutating func both(
    _ request: Session.Request, _ input: borrowing Spool, _ first: CompiledPlan, _ second: CompiledPlan
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
