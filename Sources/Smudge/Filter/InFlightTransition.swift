import Platform

/// Two plans at once, while a working tree goes from one to the other: content says which one it is of.
struct Crossing: Sendable {
  let old: Lexicon
  let new: Lexicon
  private let files: [Path: Journal.File]

  init(_ journal: Journal) {
    (old, new) = (Lexicon(journal.old), Lexicon(journal.new))
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
    let print = try Journal.Print(of: content)
    // Where both are the same, both plans clean it to the same.
    return print == file.new ? .new : print == file.old ? .old : .unknown
  }

  /// Texts that stand in the content and that the two plans take for different things.
  func contradictions(in bytes: [UInt8]) -> [[UInt8]] {
    let found = (old.occurrences(in: bytes) + new.occurrences(in: bytes)).filter { $0.fit == .token }
    let contradicting = found.filter { sighting in
      guard let one = old.meaning(of: sighting), let other = new.meaning(of: sighting) else { return false }
      return one != other
    }
    return Set(contradicting.map(\.text)).sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension Lexicon {
  /// What clean makes of a text where it stands, itself where it leaves it; `nil` for one that the plan does not know.
  func meaning(of sighting: Sighting) -> [UInt8]? {
    pattern(of: sighting).map { $0.canonical ?? sighting.text }
  }

  private func pattern(of sighting: Sighting) -> Pattern? {
    keyed?.keys.first { $0.name == sighting.key }.map { $0[sighting.text] } ?? patterns[sighting.text]
  }
}

// Cleaning between two plans.
extension Filter {
  mutating func clean(
    _ request: Session.Request, _ input: borrowing Spool, into output: inout Spool, _ crossing: Crossing
  ) -> Verdict {
    do throws(SystemError) {
      switch try crossing.owner(of: request.path, input) {
      case .old: return perform(request, on: input, into: &output, crossing.old)
      case .new: return perform(request, on: input, into: &output, crossing.new)
      case .unknown: return try cleanEdited(request, input, into: &output, crossing)
      }
    } catch {
      return fail(request, "\(error)")
    }
  }

  /// Both plans, one behind the other, if they do not contradict each other and the order does not matter.
  private mutating func cleanEdited(
    _ request: Session.Request, _ input: borrowing Spool, into output: inout Spool, _ crossing: Crossing
  ) throws(SystemError) -> Verdict {
    let unclear = "an interrupted `git munge` has left it between two plans that disagree about it; any `git munge` command finishes that one first"
    guard let bytes = input.inMemory, crossing.contradictions(in: bytes).isEmpty else { return fail(request, unclear) }
    guard let one = try both(request, input, crossing.old, crossing.new),
      let other = try both(request, input, crossing.new, crossing.old), one == other
    else { return fail(request, unclear) }
    output.removeAll()
    try output.append(one)
    return one == bytes ? .unchanged : .changed
  }

  private mutating func both(
    _ request: Session.Request, _ input: borrowing Spool, _ first: Lexicon, _ second: Lexicon
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
