import Platform

/// A replacement pass over content, left to right, in windows if the content is not in memory.
struct Replacer {
  let matcher: Matcher
  private let patterns: [Pattern]
  private let transform: Transform
  /// `nil` for a pass that only scans and writes nothing.
  private let purpose: Transform.Purpose?
  private(set) var summary = ScanSummary()

  init(_ patterns: PatternSet, _ transform: Transform, for purpose: Transform.Purpose?) {
    (matcher, self.patterns) = (patterns.matcher, patterns.patterns)
    (self.transform, self.purpose) = (transform, purpose)
  }

  private enum Window { case last, moreFollows }

  mutating func run(_ input: borrowing Spool, into output: inout Spool) throws(SystemError) {
    if let bytes = input.inMemory { return _ = try run(bytes, from: 0, .last, into: &output) }
    var (window, start) = ([UInt8](), 0)
    try input.forEachChunk { chunk throws(SystemError) in
      window += chunk
      let next = try run(window, from: start, .moreFollows, into: &output)
      // One byte is kept: the next match has to check the boundary before it.
      let consumed = max(next - 1, 0)
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
    var (position, copied, state) = (start, start, matcher.state())
    while let found = matcher.next(in: bytes.span, from: position, to: limit, &state) {
      position = found.end
      guard let replacement = replacement(of: found) else { continue }
      try output.append(bytes[copied..<found.range.lowerBound])
      try output.append(replacement)
      copied = position
    }
    let next = max(limit, position)
    let isWriting = window == .moreFollows || output.count > 0
    if isWriting && purpose != nil { try output.append(bytes[copied..<next]) }
    return next
  }

  /// The replaced bytes of a range; `nil` if nothing changes.
  mutating func rewritten(_ range: Range<Int>, of bytes: [UInt8]) -> [UInt8]? {
    var (edits, position, state) = ([Edit](), range.lowerBound, matcher.state())
    // A search in all bytes would continue to the end of the content if the range has no match.
    let part = bytes.span.extracting(..<range.upperBound)
    while let found = matcher.next(in: part, from: position, to: part.count, &state) {
      position = found.end
      if let replacement = replacement(of: found) { edits.append(Edit(found.range, replacement)) }
    }
    return edits.isEmpty ? nil : bytes.applying(edits, in: range)
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

  package init(_ range: Range<Int>, _ bytes: [UInt8]) { (self.range, self.bytes) = (range, bytes) }
}

extension [UInt8] {
  /// Passes a range of the content with edits applied to `body`, in pieces. Edits are in ascending order and do not overlap.
  func forEachPiece<Failure: Error>(
    of range: Range<Int>, with edits: [Edit], _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    var copied = range.lowerBound
    for edit in edits {
      try body(self[copied..<edit.range.lowerBound])
      try body(edit.bytes[...])
      copied = edit.range.upperBound
    }
    try body(self[copied..<range.upperBound])
  }

  func applying(_ edits: [Edit], in range: Range<Int>? = nil) -> [UInt8] {
    var result: [UInt8] = []
    forEachPiece(of: range ?? indices, with: edits) { result += $0 }
    return result
  }
}
