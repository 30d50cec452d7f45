package import Platform

/// The smudge and clean transformations of the content of one path.
package struct Transform: Sendable {
  package let compiled: CompiledPlan
  /// The rules of the plan that apply to the path, as a flag for each; empty for all rules, `nil` for a file that is
  /// never munged.
  private let scope: [Bool]?

  init(_ compiled: CompiledPlan, _ scope: [Bool]?) {
    self.compiled = compiled
    self.scope = scope
  }

  /// The maximum number of passes over clean's own output.
  static let maxRounds = 8

  /// Replaces canonical texts by local ones. Writes the result to `output`, or nothing if it equals the input.
  package func smudge(_ input: borrowing Spool, into output: inout Spool) throws(TransformError) -> ScanSummary {
    var summary = try pass(input, into: &output, .smudge)
    // Clean has to classify the smudged content as smudge did: if it became binary, for example, it is not smudged.
    if output.count > 0 && output.exclusion != input.exclusion { summary.replacements = 0 }
    return summary
  }

  /// Replaces local texts by canonical ones. Writes the result to `output`, or nothing if it equals the input. `texts`:
  /// canonical texts of local ones, by their positions.
  package func clean(
    _ input: borrowing Spool, into output: inout Spool, choosing texts: [Int: [UInt8]] = [:]
  ) throws(TransformError) -> ScanSummary {
    var summary = try pass(input, into: &output, .clean, choosing: texts)
    // A list of values is read up to a length, so that a shorter text can bring a value into it. Content in a file is
    // read by parts, which can cut one.
    let hasCutList = input.inMemory == nil ? compiled.keyed != nil : summary.hasCutList
    if summary.replacements > 0, compiled.cleanCanFormTexts || hasCutList { try cleanAgain(&output) }
    do throws(SystemError) {
      if summary.replacements > 0 { try reportWatched(output, &summary) } else { try reportWatched(input, &summary) }
    } catch {
      throw .system(error)
    }
    return summary
  }

  /// Adds texts that are only reported to the summary, if the cleaned content has them.
  private func reportWatched(_ cleaned: borrowing Spool, _ summary: inout ScanSummary) throws(SystemError) {
    guard let texts = compiled.reportOnly, let reported = compiled.reported else { return }
    if let bytes = cleaned.inMemory, !reported.occurs(in: bytes.span) { return }
    var replacer = Replacer(PlanWalk(texts), self, for: .scan)
    var discarded = Spool(.memoryOnly)
    try replacer.run(cleaned, into: &discarded)
    for leak in replacer.summary.nearLeaks { summary.record(leak) }
  }

  /// Cleans the output until nothing changes: a replacement can form a local text, as in `app.dev.dev` with `app` to
  /// `app.dev`.
  private func cleanAgain(_ output: inout Spool) throws(TransformError) {
    var next = Spool(output.policy)
    for _ in 1...Transform.maxRounds {
      let summary = try pass(output, into: &next, .cleanAgain)
      if summary.replacements == 0 { return }
      swap(&output, &next)
    }
    throw .endless(rounds: Transform.maxRounds)
  }

  /// Makes one pass over the input.
  func pass(
    _ input: borrowing Spool, into output: inout Spool, _ purpose: Purpose, choosing texts: [Int: [UInt8]] = [:]
  ) throws(TransformError) -> ScanSummary {
    output.removeAll()
    let isMunged = input.exclusion == nil && scope != nil
    var replacer =
      isMunged ? replacer(for: purpose, input.head) : Replacer(PlanWalk(compiled.patterns), self, for: .scan)
    do throws(SystemError) {
      try replacer.run(input, into: &output, choosing: texts)
    } catch {
      throw .system(error)
    }
    return replacer.summary
  }

  /// Ranges of whole lines, cleaned by their bytes. `keyValues`: those of the content; `texts`: canonical texts of
  /// local ones, by their positions.
  func cleaned(
    _ ranges: [Range<Int>], of bytes: [UInt8], _ keyValues: [KeyValue], choosing texts: [Int: [UInt8]]
  ) -> [[UInt8]] {
    let content = Spool(bytes)
    if content.exclusion != nil || scope == nil { return ranges.map { Array(bytes[$0]) } }
    var replacer = replacer(for: .clean, content.head)
    return replacer.run(ranges, of: bytes, keyValues, choosing: texts)
  }

  /// A pass for a purpose. `head`: the first bytes of the content.
  func replacer(for purpose: Purpose, _ head: [UInt8]) -> Replacer {
    Replacer(compiled.walk, self, for: purpose, head: head)
  }

  /// The replacement of a text; `nil` if it stays.
  func replacement(_ pattern: Pattern, _ purpose: Purpose) -> [UInt8]? {
    switch purpose {
    case .smudge: first(of: pattern) { $0.local }
    case .clean: original(of: pattern)
    case .cleanAgain: pattern.roles.contains(.canonical) ? nil : original(of: pattern)
    case .scan: nil
    }
  }

  private func original(of pattern: Pattern) -> [UInt8]? { first(of: pattern) { $0.canonical } ?? pattern.canonical }

  /// The canonical texts of a local text, the one without a source first; those of former texts if it is no current
  /// one.
  func originals(of pattern: Pattern) -> [[UInt8]] {
    let meanings = pattern.meanings.filter { $0.canonical != nil }
    let inScope = meanings.filter { scope?.isEmpty == true || scope?[$0.rule] == true }
    let current = (inScope.isEmpty ? meanings : inScope).filter(\.isCurrent)
    return (current.isEmpty ? meanings : current).compactMap(\.canonical).uniqued
  }

  private func first(of pattern: Pattern, _ text: (Meaning) -> [UInt8]?) -> [UInt8]? {
    guard let scope else { return nil }
    for meaning in pattern.meanings where scope.isEmpty || scope[meaning.rule] {
      if let text = text(meaning) { return text }
    }
    return nil
  }

  /// The purpose of a pass.
  enum Purpose: Sendable {
    case smudge, clean
    /// Cleans the output of clean again, for local texts that it formed.
    case cleanAgain
    /// Replaces and writes nothing.
    case scan
  }
}

/// An error of a transformation.
package enum TransformError: Error, Equatable, CustomStringConvertible {
  case system(SystemError)
  /// A local text that clean formed in each of its passes.
  case endless(rounds: Int)

  package var description: String {
    switch self {
    case .system(let error): "\(error)"
    case .endless(let rounds): "the content still has a local identifier after \(rounds) passes"
    }
  }
}

/// The summary of what a pass found and replaced.
package struct ScanSummary: Sendable, Equatable {
  /// The roles of all whole-word matches.
  package var roles: TextRoles = []
  /// The number of replacements; 0 if the content is unchanged.
  package var replacements = 0
  /// The local texts, current or former, that were not replaced.
  package var nearLeaks: [NearLeak] = []
  /// Whether a list of values was longer than is read: shorter texts can bring other values into it.
  var hasCutList = false

  /// Whether clean compares what was replaced with the source: values of keys, and the quotes of Xcode.
  var isCompared = false

  /// Whether clean restores the input of this smudge without the source.
  package var isInvertible: Bool { roles.isDisjoint(with: TextRoles.needingSource) }

  mutating func record(_ leak: NearLeak) { if !nearLeaks.contains(leak) { nearLeaks.append(leak) } }
}

/// A local text, current or former, that clean leaves in the content.
package struct NearLeak: Sendable, Hashable {
  /// The reason why a text is left; the raw value is the wording in warnings.
  package enum Reason: String, Sendable, CaseIterable {
    case insideWord = "part of a longer word"
    case neverMunged = "files of this kind are never munged"
    case colliding = "a former local identifier that collides with a current one"
    /// A text outside the keys, or one that is only a part of the value of a key.
    case outsideKey = "outside the keys of its rule"
  }

  package let text: [UInt8]
  package let reason: Reason
}

// Content in memory.
extension Transform {
  package typealias Transformed = (bytes: [UInt8], summary: ScanSummary)

  package func smudge(_ content: [UInt8]) throws(TransformError) -> Transformed {
    try inMemory(content) { input, output throws(TransformError) in try smudge(input, into: &output) }
  }

  package func clean(_ content: [UInt8], choosing texts: [Int: [UInt8]] = [:]) throws(TransformError) -> Transformed {
    try inMemory(content) { input, output throws(TransformError) in try clean(input, into: &output, choosing: texts) }
  }

  /// Transforms content in memory by `body`.
  func inMemory(
    _ content: [UInt8], _ body: (borrowing Spool, inout Spool) throws(TransformError) -> ScanSummary
  ) throws(TransformError) -> Transformed {
    var output = Spool(.memoryOnly)
    let summary = try body(Spool(content), &output)
    return (summary.replacements == 0 ? content : output.inMemory ?? content, summary)
  }
}
