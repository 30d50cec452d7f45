package import Platform

/// What is done to the content of one path, in both directions.
package struct Transform: Sendable {
  let compiled: CompiledPlan
  private let scope: Scope

  /// Which rules have a say.
  enum Scope: Sendable {
    /// The file is never munged.
    case nothing
    /// For each rule of the plan, whether it smudges here; empty: all do.
    case rules([Bool])
  }

  init(compiled: CompiledPlan, scope: Scope) {
    (self.compiled, self.scope) = (compiled, scope)
  }

  /// How often clean looks at its own output again before it gives up.
  static let maxRounds = 8

  /// Writes the transformed content to `output`, or nothing there where it equals the input.
  package func apply(
    _ direction: Direction, to input: borrowing Spool, into output: inout Spool
  ) throws(TransformError) -> ScanSummary {
    switch direction {
    case .smudge: try smudge(input, into: &output)
    case .clean: try clean(input, into: &output)
    }
  }

  private func smudge(
    _ input: borrowing Spool, into output: inout Spool
  ) throws(TransformError) -> ScanSummary {
    var summary = try pass(input, into: &output, .smudge)
    // Clean must come to the same verdict about what it will see.
    if output.count > 0 && output.exclusion != input.exclusion { summary.replacements = 0 }
    return summary
  }

  /// `fixed`: what the values of some keys become, whatever stands there.
  func clean(
    _ input: borrowing Spool, into output: inout Spool, fixed: [Int: KnownValue] = [:]
  ) throws(TransformError) -> ScanSummary {
    var summary = try pass(input, into: &output, .clean, fixed: fixed)
    if summary.replacements == 0 {
      try watch(input, &summary)
      try watchBetweenNULs(input, &summary)
    } else {
      try cleanAgain(&output)
      try watch(output, &summary)
    }
    return summary
  }

  /// Looks for watched texts in what would reach the repository.
  private func watch(
    _ cleaned: borrowing Spool, _ summary: inout ScanSummary
  ) throws(TransformError) {
    guard let texts = compiled.reportOnly else { return }
    var replacer = Replacer(texts, replacements: nil)
    var nothing = Spool(.memoryOnly)
    do throws(SystemError) {
      try replacer.run(cleaned, into: &nothing)
    } catch {
      throw .system(error)
    }
    for leak in replacer.summary.nearLeaks { summary.note(leak) }
  }

  /// Looks for local texts in content of two or four bytes a character that is not munged. What is text is in memory, or
  /// says so by its byte order mark; other content is bytes to git, too.
  private func watchBetweenNULs(
    _ input: borrowing Spool, _ summary: inout ScanSummary
  ) throws(TransformError) {
    guard input.exclusion != nil, input.texture == .binary, input.inMemory != nil || input.isMarkedWide else { return }
    do throws(SystemError) {
      for match in compiled.matchesBetweenNULs(in: try input.wholeContent()) where match.isToken(.foreign) {
        summary.note(NearLeak(text: match.text, reason: .neverMunged))
      }
    } catch {
      throw .system(error)
    }
  }

  /// A replaced text and its neighbours can form a local text anew: `app.dev.dev` with `app` -> `app.dev`.
  private func cleanAgain(_ output: inout Spool) throws(TransformError) {
    var next = Spool(.memoryOnly)
    for _ in 1...Transform.maxRounds {
      let summary = try pass(output, into: &next, .cleanAgain)
      if summary.replacements == 0 { return }
      swap(&output, &next)
    }
    throw .endless(rounds: Transform.maxRounds)
  }

  func pass(
    _ input: borrowing Spool, into output: inout Spool, _ purpose: Purpose, fixed: [Int: KnownValue] = [:]
  ) throws(TransformError) -> ScanSummary {
    output.removeAll()
    let isMunged = input.exclusion == nil && !isNothing
    do throws(SystemError) {
      if isMunged && (compiled.keyed != nil || input.head.starts(with: XcodeQuoting.mark)) {
        let bytes = try input.wholeContent()
        var replacer = KeyedReplacer(self, purpose, bytes)
        let edits = replacer.run(fixed: fixed)
        if edits.isEmpty { return replacer.summary }
        try bytes.forEachPiece(of: bytes.indices, with: edits) { piece throws(SystemError) in try output.append(piece) }
        return replacer.summary
      }
      var replacer = isMunged ? replacer(compiled.patterns, purpose) : Replacer(compiled.patterns, replacements: nil)
      try replacer.run(input, into: &output)
      return replacer.summary
    } catch {
      throw .system(error)
    }
  }

  private var isNothing: Bool {
    switch scope {
    case .nothing: true
    case .rules: false
    }
  }

  func replacer(_ patterns: PatternSet, _ purpose: Purpose) -> Replacer {
    Replacer(patterns, replacements: zip(patterns.matcher.texts, patterns.patterns).map { replacement($1, of: $0, purpose) })
  }

  /// What takes the place of a text; `nil` leaves it.
  func replacement(_ pattern: Pattern, of text: [UInt8], _ purpose: Purpose) -> [UInt8]? {
    switch purpose {
    case .smudge: pattern.meanings.lazy.filter { applies($0.rule) }.compactMap(\.shown).first
    case .clean: original(of: pattern)
    case .cleanAgain: pattern.roles.contains(.canonical) ? nil : original(of: pattern)
    case .compare: original(of: pattern).map { Placeholder.bytes(for: $0, pattern.roles) }
    case .unquote: original(of: pattern) == nil ? nil : text
    }
  }

  private func original(of pattern: Pattern) -> [UInt8]? {
    pattern.meanings.lazy.filter { applies($0.rule) }.compactMap(\.canonical).first ?? pattern.canonical
  }

  func applies(_ rule: Int) -> Bool {
    switch scope {
    case .nothing: false
    case .rules(let applies): applies.isEmpty || applies[rule]
    }
  }
}

extension Transform {
  /// What a pass over some content is for.
  enum Purpose: Sendable {
    case smudge, clean
    /// Looks at what clean has made, for local texts that were formed by it.
    case cleanAgain
    /// Shows what lines have in common, whatever texts and quotes stand for their identifiers.
    case compare
    /// Takes away the quotes of local texts, which Xcode may have written anew.
    case unquote
  }
}

/// Why content could not be transformed.
package enum TransformError: Error, Equatable, Sendable {
  case system(SystemError)
  /// Local texts kept forming anew.
  case endless(rounds: Int)
}

/// What one pass over some content met.
package struct ScanSummary: Sendable, Equatable {
  /// Of all texts that stood alone.
  package var roles: Roles = []
  /// How many texts were replaced; 0: the content is as it was.
  package var replacements = 0
  /// Local texts, present or former, that could not be taken back where they stood.
  package var nearLeaks: [NearLeak] = []

  package init() {}

  /// Whether clean gives back, by bytes alone, what this smudge was given.
  package var isInvertible: Bool { roles.isDisjoint(with: Roles.asking) }

  mutating func formUnion(_ other: ScanSummary) {
    roles.formUnion(other.roles)
    replacements += other.replacements
    for leak in other.nearLeaks { note(leak) }
  }

  mutating func note(_ leak: NearLeak) {
    if !nearLeaks.contains(leak) { nearLeaks.append(leak) }
  }
}

/// A local text, present or former, that stays in the content.
package struct NearLeak: Sendable, Hashable {
  package enum Reason: Sendable, Hashable, CaseIterable {
    /// It is part of a longer word.
    case insideWord
    /// The content is of a kind that is never munged, or the file is.
    case neverMunged
    /// It was retired, and collides with a text of today.
    case colliding
    /// It is not the value of a key of its rule, or only a part of one.
    case outsideKey
  }

  package let text: [UInt8]
  package let reason: Reason

  package init(text: [UInt8], reason: Reason) {
    (self.text, self.reason) = (text, reason)
  }
}

extension TransformError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .system(let error): "\(error)"
    case .endless(let rounds): "after \(rounds) rounds it still holds a local text"
    }
  }
}

extension Transform {
  /// Transforms content that is in memory as a whole.
  package func apply(
    _ direction: Direction, to bytes: [UInt8]
  ) throws(TransformError) -> (bytes: [UInt8], summary: ScanSummary) {
    var output = Spool(.memoryOnly)
    let summary = try apply(direction, to: Spool(bytes), into: &output)
    return (summary.replacements == 0 ? bytes : output.inMemory ?? bytes, summary)
  }
}
