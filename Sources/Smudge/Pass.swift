import Platform

/// One left-to-right pass over some content, in as many windows as it takes.
struct Pass {
  private let matcher: Matcher
  private let traits: [Lexicon.Traits]
  /// For each text, what takes its place. None at all: the content is only looked at, and nothing is written.
  private let replacements: [[UInt8]?]?
  private(set) var sightings = Sightings()

  init(_ vocabulary: Vocabulary, replacements: [[UInt8]?]?) {
    (matcher, traits) = (vocabulary.matcher, vocabulary.entries.map(\.traits))
    self.replacements = replacements
  }

  /// Only looks, for watched texts that stand where no text of today covers them.
  init(_ watch: Watch) {
    (matcher, traits, replacements) = (watch.matcher, watch.traits, nil)
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

  /// Answers how far it came: a text at the end of a window may go on in the next one.
  private mutating func run(
    _ bytes: [UInt8], from start: Int, _ window: Window, into output: inout Spool
  ) throws(SystemError) -> Int {
    let limit = window == .last ? bytes.count : max(start, bytes.count - matcher.longest)
    var (place, copied, walk) = (start, start, matcher.walk())
    while let found = matcher.next(in: bytes.span, from: place, to: limit, &walk) {
      let replacement = see(found)
      place = end(of: found)
      guard let replacement else { continue }
      try output.append(bytes[copied..<found.place])
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
    var (result, walk): ([UInt8]?, Skipper.Walk) = (nil, matcher.walk())
    var (copied, place) = (range.lowerBound, range.lowerBound)
    // Without what follows: a search for what is not there would go on to the end of the content.
    let part = bytes.span.extracting(..<range.upperBound)
    while let found = matcher.next(in: part, from: place, to: part.count, &walk) {
      place = end(of: found)
      guard place <= range.upperBound, let replacement = see(found) else { continue }
      result = (result ?? []) + bytes[copied..<found.place] + replacement
      copied = place
    }
    return result.map { $0 + bytes[copied..<range.upperBound] }
  }

  func next(in bytes: [UInt8], from start: Int, to limit: Int, _ walk: inout Skipper.Walk) -> Matcher.Occurrence? {
    matcher.next(in: bytes.span, from: start, to: limit, &walk)
  }

  func walk() -> Skipper.Walk { matcher.walk() }

  /// Where the search goes on behind an occurrence.
  func end(of found: Matcher.Occurrence) -> Int {
    switch found.fit {
    case .token: found.place + matcher.texts[found.text].count
    case .insideWord: found.place + 1
    }
  }

  /// Takes note of an occurrence; answers what to put in its place.
  mutating func see(_ found: Matcher.Occurrence) -> [UInt8]? {
    let traits = traits[found.text]
    // Also where it is left alone below: what it hides may have been made by smudging.
    if found.fit == .token { sightings.traits.formUnion(traits) }
    // `C` stands alone in `C.meWidget`, and must not hide that `C.me` stands there, too, and stays.
    if found.fit == .insideWord || found.longest != found.text {
      let leaking = matcher.insideWord(found).first { !self.traits[$0].isDisjoint(with: .foreign) }
      if let leaking {
        sightings.note(NearLeak(text: matcher.texts[leaking], reason: .insideWord))
        // Nor is it smudged there: `C.me.meWidget` is what nobody wrote.
        if found.fit == .token && traits.isDisjoint(with: .foreign) { return nil }
      }
    }
    if found.fit == .token, let reason = reason(traits) {
      sightings.note(NearLeak(text: matcher.texts[found.text], reason: reason))
    }
    guard found.fit == .token else { return nil }
    let replacement = replacements?[found.text]
    if replacement != nil { sightings.replacements += 1 }
    return replacement
  }

  /// Why a text that stands alone is not taken back; `nil` where it is, or where it may stay.
  private func reason(_ traits: Lexicon.Traits) -> NearLeak.Reason? {
    if traits.isDisjoint(with: .foreign) { return nil }
    if traits == .watched { return .colliding }
    if traits == .outsideKey { return .outsideKey }
    return replacements == nil ? .neverMunged : nil
  }
}
