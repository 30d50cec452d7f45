import Platform

/// A transition that runs or was interrupted: its old and new plan. The content of a file determines which one applies.
struct InFlightTransition: Sendable {
  let old: CompiledPlan
  let new: CompiledPlan
  private let files: [Path: Journal.Entry]

  init(_ journal: Journal) {
    old = CompiledPlan(journal.old)
    new = CompiledPlan(journal.new)
    files = Dictionary(journal.files.map { ($0.path, $0) }, uniquingKeysWith: { _, last in last })
  }

  /// The plan that a file on disk was smudged by; `nil` if it was edited or is new.
  func plan(of path: Path?, _ content: borrowing Spool) throws(SystemError) -> CompiledPlan? {
    guard let path, let file = files[path] else { return nil }
    let digest = try content.digest()
    // If both digests are equal, the content was smudged by both.
    if digest == file.new { return new }
    return digest == file.old ? old : nil
  }

  /// Whether the two plans clean a text in the content differently.
  func isContradictory(in bytes: [UInt8]) -> Bool {
    (old.matches(in: bytes) + new.matches(in: bytes)).contains { match in
      guard match.fit == .token, let one = old.meaning(of: match), let other = new.meaning(of: match) else {
        return false
      }
      return one != other
    }
  }
}

extension CompiledPlan {
  /// The text that clean replaces a match by, or the match itself if it stays; `nil` for a text that is not in the
  /// plan.
  func meaning(of match: PlanMatch) -> [UInt8]? {
    let key = keyed?.keys.first { $0.name == match.key }
    let pattern = key.map { $0[match.text] } ?? patterns[match.text]
    return pattern.map { $0.canonical ?? match.text }
  }
}

// Clean during a transition.
extension Filter {
  /// Cleans a file by the plan that it was smudged by, or by both.
  mutating func clean(
    _ request: FilterSession.Request, _ input: borrowing Spool, into output: inout Spool, _ inFlight: InFlightTransition
  ) -> FilterOutcome {
    do throws(SystemError) {
      if let plan = try inFlight.plan(of: request.path, input) {
        return perform(request, on: input, into: &output, by: plan)
      }

      // An edited file is cleaned by both plans in sequence, if they do not contradict each other and the order has no
      // effect.
      let bytes = try input.wholeContent()
      guard !inFlight.isContradictory(in: bytes),
        let old = content(request, bytes, by: inFlight.old),
        let forward = content(request, old, by: inFlight.new),
        let new = content(request, bytes, by: inFlight.new),
        forward == content(request, new, by: inFlight.old)
      else {
        let why =
          "it was edited while `git munge` was interrupted, and the old and the new rules disagree about a text in it"
        return fail(request, why)
      }

      output.removeAll()
      try output.append(forward)
      return forward == bytes ? .unchanged : .changed
    } catch {
      return fail(request, "\(error)")
    }
  }
}
