import Platform

/// One left-to-right pass over some content, in as many windows as it takes.
struct Replacer {
  private let matcher: Matcher
  private let patterns: [Pattern]
  /// For each pattern, what takes its place. None at all: the content is only looked at, and nothing is written.
  private let replacements: [[UInt8]?]?
  private(set) var summary = ScanSummary()

  init(_ patterns: PatternSet, replacements: [[UInt8]?]?) {
    (matcher, self.patterns, self.replacements) = (patterns.matcher, patterns.patterns, replacements)
  }

  mutating func run(_ input: borrowing Spool, into output: inout Spool) throws(SystemError) {
    if let bytes = input.inMemory {
      _ = try run(bytes, from: 0, .last, into: &output)
    } else {
      try runInWindows(input, into: &output)
    }
  }

  private enum Window { case last, moreFollows }

  private mutating func runInWindows(
    _ input: borrowing Spool, into output: inout Spool
  ) throws(SystemError) {
    var (window, start) = ([UInt8](), 0)
    try input.forEachChunk { chunk throws(SystemError) in
      window.append(contentsOf: chunk)
      let next = try run(window, from: start, .moreFollows, into: &output)
      // One byte stays in front: the next match has to see what it follows.
      let gone = max(next - 1, 0)
      window.removeFirst(gone)
      start = next - gone
    }
    _ = try run(window, from: start, .last, into: &output)
  }

  /// Returns how far it came: a text at the end of a window may go on in the next one.
  private mutating func run(
    _ bytes: [UInt8], from start: Int, _ window: Window, into output: inout Spool
  ) throws(SystemError) -> Int {
    let limit = window == .last ? bytes.count : max(start, bytes.count - matcher.longest)
    var (place, copied, state) = (start, start, matcher.state())
    while let found = matcher.next(in: bytes.span, from: place, to: limit, &state) {
      place = found.end
      guard let replacement = replacement(of: found) else { continue }
      try output.append(bytes[copied..<found.range.lowerBound])
      try output.append(replacement)
      copied = place
    }
    let next = max(limit, place)
    let isWriting = window == .moreFollows || output.count > 0
    if isWriting && replacements != nil { try output.append(bytes[copied..<next]) }
    return next
  }

  /// What a part of some content becomes; `nil` where it stays as it is.
  mutating func rewritten(_ range: Range<Int>, of bytes: [UInt8]) -> [UInt8]? {
    var (edits, place, state) = ([Edit](), range.lowerBound, matcher.state())
    // Without what follows: a search for what is not there would go on to the end of the content.
    let part = bytes.span.extracting(..<range.upperBound)
    while let found = matcher.next(in: part, from: place, to: part.count, &state) {
      place = found.end
      if let replacement = replacement(of: found) { edits.append(Edit(range: found.range, bytes: replacement)) }
    }
    return edits.isEmpty ? nil : bytes.applying(edits, in: range)
  }

  func next(in bytes: [UInt8], from start: Int, to limit: Int, _ state: inout Prefilter.State) -> Match? {
    matcher.next(in: bytes.span, from: start, to: limit, &state)
  }

  func state() -> Prefilter.State { matcher.state() }

  /// What to put in the place of a match, of which it takes note.
  mutating func replacement(of found: Match) -> [UInt8]? {
    let roles = patterns[found.text].roles
    // Also where it is left alone below: what it hides may have been made by smudging.
    if found.fit == .token { summary.roles.formUnion(roles) }
    // `C` stands alone in `C.meWidget`, and must not hide that `C.me` stands there, too, and stays.
    if found.fit == .insideWord || found.longest != found.text {
      let leaking = matcher.insideWord(found).first { !patterns[$0].roles.isDisjoint(with: .foreign) }
      if let leaking {
        summary.note(NearLeak(text: matcher.texts[leaking], reason: .insideWord))
        // Nor is it smudged there: `C.me.meWidget` is what no one wrote.
        if found.fit == .token && roles.isDisjoint(with: .foreign) { return nil }
      }
    }
    guard found.fit == .token else { return nil }
    if let reason = reason(roles) { summary.note(NearLeak(text: matcher.texts[found.text], reason: reason)) }
    let replacement = replacements?[found.text]
    if replacement != nil { summary.replacements += 1 }
    return replacement
  }

  /// Why a text that stands alone is not replaced; `nil` where it is, or where it may stay.
  private func reason(_ roles: Roles) -> NearLeak.Reason? {
    if roles.isDisjoint(with: .foreign) { return nil }
    if roles == .watched { return .colliding }
    if roles == .outsideKey { return .outsideKey }
    return replacements == nil ? .neverMunged : nil
  }
}

/// What takes the place of a part of some content.
struct Edit {
  let range: Range<Int>
  let bytes: [UInt8]
}

extension [UInt8] {
  /// A part of the content with edits made, which are in ascending order and do not overlap, piece by piece.
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
