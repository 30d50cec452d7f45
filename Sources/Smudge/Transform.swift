public import Platform

/// What is done to the content of one path, in both directions.
public struct Transform: Sendable {
  let lexicon: Lexicon
  /// For each text of the lexicon, what smudge puts in its place; `nil` leaves it. Empty: nothing is munged here.
  private let smudged: [[UInt8]?]
  private let cleaned: [[UInt8]?]

  init(lexicon: Lexicon, smudged: [[UInt8]?], cleaned: [[UInt8]?]) {
    (self.lexicon, self.smudged, self.cleaned) = (lexicon, smudged, cleaned)
  }

  /// How often clean looks at its own output again before it gives up.
  static let mostRounds = 8

  /// Writes the transformed content to `output`, or nothing there where it equals the input.
  public func apply(
    _ direction: Direction, to input: borrowing Spool, into output: inout Spool
  ) throws(TransformError) -> Sightings {
    switch direction {
    case .smudge: try smudge(input, into: &output)
    case .clean: try clean(input, into: &output)
    }
  }

  private func smudge(
    _ input: borrowing Spool, into output: inout Spool
  ) throws(TransformError) -> Sightings {
    var sightings = try pass(input, into: &output, replacing: smudged)
    // Clean must come to the same verdict about what it will see.
    if output.count > 0 && output.exclusion != input.exclusion { sightings.replacements = 0 }
    return sightings
  }

  private func clean(
    _ input: borrowing Spool, into output: inout Spool
  ) throws(TransformError) -> Sightings {
    var sightings = try pass(input, into: &output, replacing: cleaned)
    if sightings.replacements == 0 {
      try watch(input, &sightings)
    } else {
      try cleanAgain(&output)
      try watch(output, &sightings)
    }
    return sightings
  }

  /// Looks for watched texts in what would reach the repository.
  private func watch(
    _ cleaned: borrowing Spool, _ sightings: inout Sightings
  ) throws(TransformError) {
    guard let watch = lexicon.watch else { return }
    var pass = Pass(watch)
    var nothing = Spool(.memoryOnly)
    do throws(SystemError) {
      try pass.run(cleaned, into: &nothing)
    } catch {
      throw .system(error)
    }
    for leak in pass.sightings.nearLeaks { sightings.note(leak) }
  }

  /// A replaced text and its neighbours can form a local text anew: `app.dev.dev` with `app` -> `app.dev`.
  private func cleanAgain(_ output: inout Spool) throws(TransformError) {
    let replacements = zip(cleaned, lexicon.entries).map { replacement, entry in
      entry.traits.contains(.canonical) ? nil : replacement
    }
    var next = Spool(.memoryOnly)
    for _ in 1...Transform.mostRounds {
      let sightings = try pass(output, into: &next, replacing: replacements)
      if sightings.replacements == 0 { return }
      swap(&output, &next)
    }
    throw .endless(rounds: Transform.mostRounds)
  }

  private func pass(
    _ input: borrowing Spool, into output: inout Spool, replacing replacements: [[UInt8]?]
  ) throws(TransformError) -> Sightings {
    output.removeAll()
    let exclusion = input.exclusion
    var pass = Pass(
      lexicon: lexicon, replacements: exclusion == nil && !replacements.isEmpty ? replacements : nil)
    do throws(SystemError) {
      try pass.run(input, into: &output)
    } catch {
      throw .system(error)
    }
    return pass.sightings
  }
}

/// Why content could not be transformed.
public enum TransformError: Error, Equatable, Sendable {
  case system(SystemError)
  /// Local texts kept forming anew.
  case endless(rounds: Int)
}

/// What one pass over some content met.
public struct Sightings: Sendable, Equatable {
  /// Of all texts that stood alone.
  public var traits: Lexicon.Traits = []
  /// How many texts were replaced; 0: the content is as it was.
  public var replacements = 0
  /// Local texts, present or former, that could not be taken back where they stood.
  public var nearLeaks: [NearLeak] = []

  public init() {}

  /// Whether clean gives back, by bytes alone, what this smudge was given.
  public var isInvertible: Bool { traits.isDisjoint(with: [.local, .retired, .ambiguous]) }

  mutating func note(_ leak: NearLeak) {
    if !nearLeaks.contains(leak) { nearLeaks.append(leak) }
  }
}

/// A local text, present or former, that stays in the content.
public struct NearLeak: Sendable, Hashable {
  public enum Reason: Sendable, Hashable, CaseIterable {
    /// It is part of a longer word.
    case insideWord
    /// The content is of a kind that is never munged, or the file is.
    case neverMunged
    /// It was retired, and collides with a text of today.
    case colliding
  }

  public let text: [UInt8]
  public let reason: Reason

  public init(text: [UInt8], reason: Reason) {
    (self.text, self.reason) = (text, reason)
  }
}

extension TransformError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .system(let error): "\(error)"
    case .endless(let rounds): "after \(rounds) rounds it still holds a local text"
    }
  }
}

extension Transform {
  /// Transforms content that is in memory as a whole.
  public func apply(
    _ direction: Direction, to bytes: [UInt8]
  ) throws(TransformError) -> (bytes: [UInt8], sightings: Sightings) {
    var output = Spool(.memoryOnly)
    let sightings = try apply(direction, to: Spool(bytes), into: &output)
    return (sightings.replacements == 0 ? bytes : output.inMemory ?? bytes, sightings)
  }
}
