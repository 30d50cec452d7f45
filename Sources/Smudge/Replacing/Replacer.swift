import Platform

/// A replacement pass over content, left to right, in windows if the content is not in memory.
struct Replacer {
  let matcher: Matcher
  private let patterns: [Pattern]
  private let transform: Transform
  /// `nil` for a pass that only scans and writes nothing.
  private let purpose: Transform.Purpose?
  private(set) var summary = ScanSummary()
  private var state: Prefilter.State

  init(_ patterns: PatternSet, _ transform: Transform, for purpose: Transform.Purpose?) {
    matcher = patterns.matcher
    self.patterns = patterns.patterns
    self.transform = transform
    self.purpose = purpose
    state = matcher.state()
  }

  private enum Window { case last, moreFollows }

  mutating func run(_ input: borrowing Spool, into output: inout Spool) throws(SystemError) {
    if let bytes = input.inMemory { return _ = try run(bytes, from: 0, .last, into: &output) }
    var window = [UInt8]()
    var start = 0
    try input.forEachChunk { chunk throws(SystemError) in
      window += chunk
      let next = try run(window, from: start, .moreFollows, into: &output)
      // Two bytes are kept: the next match has to check the boundary before it.
      let consumed = max(next - 2, 0)
      window.removeFirst(consumed)
      start = next - consumed
    }
    _ = try run(window, from: start, .last, into: &output)
  }

  /// Returns the offset up to which it read: a match at the end of a window can continue in the next one.
  private mutating func run(
    _ bytes: [UInt8], from start: Int, _ window: Window, into output: inout Spool
  ) throws(SystemError) -> Int {
    let limit = window == .last ? bytes.count : max(start, bytes.count - matcher.longest)
    var (result, copied, position) = replace(start..<limit, of: bytes, to: bytes.count)
    let next = max(limit, position)
    let isWriting = window == .moreFollows || output.count > 0 || copied > start
    if isWriting && purpose != nil {
      result += bytes[copied..<next]
      try output.append(result)
    }
    return next
  }

  /// The replaced bytes of a range; `nil` if nothing changes.
  mutating func rewritten(_ range: Range<Int>, of bytes: [UInt8]) -> [UInt8]? {
    var (result, copied, _) = replace(range, of: bytes, to: range.upperBound)
    if copied == range.lowerBound { return nil }
    // Else it would be copied, which is shared by all values of the text.
    if copied < range.upperBound { result += bytes[copied..<range.upperBound] }
    return result
  }

  /// Replaces the matches that start in a range and end before `end`: the result up to the end of the last replacement, that end,
  /// and the position at which the search ended.
  private mutating func replace(
    _ range: Range<Int>, of bytes: [UInt8], to end: Int
  ) -> (result: [UInt8], copied: Int, position: Int) {
    var result = [UInt8]()
    var copied = range.lowerBound
    var position = range.lowerBound
    state.reset()
    // A search in all bytes would continue to the end of the content if the range has no match.
    let part = bytes.span.extracting(..<end)
    while let found = matcher.next(in: part, from: position, to: range.upperBound, &state) {
      position = found.end
      guard let replacement = replacement(of: found) else { continue }
      result += bytes[copied..<found.range.lowerBound]
      if result.isEmpty { result = replacement } else { result += replacement }
      copied = position
    }
    return (result, copied, position)
  }

  /// The replacement of a match, which is added to the summary; `nil` if it is not replaced.
  mutating func replacement(of found: Match) -> [UInt8]? {
    let roles = patterns[found.text].roles
    // Also if it is not replaced below: a text that it contains can come from smudging.
    if found.fit == .token { summary.roles.formUnion(roles) }
    // In `C.meWidget` the match `C` must not hide that `C.me` is there too and stays.
    if found.fit == .insideWord || found.longest != found.text {
      let foreign = matcher.insideWord(found).first { !patterns[$0].roles.isDisjoint(with: .foreign) }
      if let foreign {
        summary.record(NearLeak(text: matcher.texts[foreign], reason: .insideWord))
        // The match is not smudged either: that would make `C.me.meWidget`.
        if found.fit == .token && roles.isDisjoint(with: .foreign) { return nil }
      }
    }
    guard found.fit == .token else { return nil }
    let text = matcher.texts[found.text]
    if let reason = nearLeakReason(roles) { summary.record(NearLeak(text: text, reason: reason)) }
    guard let purpose, let replacement = transform.replacement(patterns[found.text], of: text, purpose) else { return nil }
    summary.replacements += 1
    return replacement
  }

  /// Why a local text that is a whole word is not replaced; `nil` if it is replaced, or if the text is not local.
  private func nearLeakReason(_ roles: TextRoles) -> NearLeak.Reason? {
    if roles.isDisjoint(with: .foreign) { return nil }
    if roles == .watched { return .colliding }
    if roles == .outsideKey { return .outsideKey }
    return purpose == nil ? .neverMunged : nil
  }
}

/// A replacement of a range of content.
package struct Edit {
  let range: Range<Int>
  let bytes: [UInt8]

  package init(_ range: Range<Int>, _ bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }
}

extension [UInt8] {
  /// A range of the content with edits, which are in ascending order and do not overlap.
  func applying(_ edits: [Edit], in range: Range<Int>? = nil) -> [UInt8] {
    let range = range ?? indices
    var result = [UInt8]()
    var copied = range.lowerBound
    result.reserveCapacity(edits.reduce(range.count) { $0 + $1.bytes.count - $1.range.count })
    for edit in edits {
      result += self[copied..<edit.range.lowerBound]
      result += edit.bytes
      copied = edit.range.upperBound
    }
    result += self[copied..<range.upperBound]
    return result
  }
}
