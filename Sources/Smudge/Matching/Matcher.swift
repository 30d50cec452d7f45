import Platform

/// A multi-pattern matcher for whole words, leftmost-longest.
///
/// The patterns are sorted by their bytes, each with a link to the longest other pattern that is a prefix of it. A
/// binary search at each candidate of the prefilter finds all patterns that start there, so the filter starts without
/// an automaton.
struct Matcher: Sendable {
  /// The patterns, sorted by their bytes, without duplicates.
  let texts: [[UInt8]]
  /// The patterns one after the other, with the start of each and the end of the last: an array of arrays is slower to
  /// compare.
  private let joined: [UInt8]
  private let starts: [Int]
  /// The longest pattern, for each pattern, that is a proper prefix of it; -1 if there is none.
  private let prefixes: [Int]
  private let prefilter: Prefilter
  /// The length of the longest pattern, in bytes.
  let longest: Int

  init(_ texts: some Sequence<[UInt8]>) {
    let sorted = Set(texts).subtracting([[]]).sorted { $0.lexicographicallyPrecedes($1) }
    var prefixes: [Int] = []
    for (index, text) in sorted.enumerated() {
      // A prefix of this text is the text before it, or a prefix of that one.
      var prefix = index - 1
      while prefix >= 0, !text.starts(with: sorted[prefix]) { prefix = prefixes[prefix] }
      prefixes.append(prefix)
    }
    self.texts = sorted
    self.prefixes = prefixes
    joined = sorted.flatMap(\.self)
    starts = sorted.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    prefilter = Prefilter(sorted: sorted)
    longest = sorted.map(\.count).max() ?? 0
  }

  func index(of text: [UInt8]) -> Int? {
    let position = texts.partitioningIndex { !$0.lexicographicallyPrecedes(text) }
    return position < texts.count && texts[position] == text ? position : nil
  }

  func state() -> Prefilter.Candidates { Prefilter.Candidates(prefilter) }

  /// The next match that starts in `start..<limit`; `nil` if there is none.
  func next(in bytes: Span<UInt8>, from start: Int, to limit: Int, _ state: inout Prefilter.Candidates) -> Match? {
    var start = start
    while let position = state.next(prefilter, in: bytes.bytes, from: start), position < limit {
      if let match = match(at: position, in: bytes) { return match }
      start = position + 1
    }
    return nil
  }

  /// Whether any pattern occurs, also inside a word.
  func occurs(in bytes: Span<UInt8>) -> Bool {
    var state = state()
    return next(in: bytes, from: 0, to: bytes.count, &state) != nil
  }

  /// The patterns that match at a match's position and end inside a word, longest first.
  func insideWord(_ found: Match) -> some Sequence<Int> {
    let end = found.fit == .token ? found.text : -1
    return beginning(at: found).prefix { $0 != end }
  }

  /// All patterns that match at a match's position, longest first.
  func beginning(at found: Match) -> some Sequence<Int> {
    sequence(first: found.longest) { self.prefixes[$0] }.prefix { $0 >= 0 }
  }

  /// The first whole-word match of one of some patterns that starts in another match and ends behind it.
  func next(beyond match: Match, in bytes: Span<UInt8>, where isWanted: (Int) -> Bool) -> Match? {
    for start in match.range.dropFirst() where Boundary.isStart(start, in: bytes) {
      var next = token(longestPrefix(at: start, in: bytes), at: start, in: bytes)
      while let found = next, found.end > match.end {
        if isWanted(found.text) { return found }
        next = shorter(than: found, in: bytes)
      }
    }
    return nil
  }

  /// The next shorter whole-word match at a match's position.
  func shorter(than match: Match, in bytes: Span<UInt8>) -> Match? {
    token(prefixes[match.text], at: match.range.lowerBound, in: bytes)
  }

  private func match(at position: Int, in bytes: Span<UInt8>) -> Match? {
    let longest = longestPrefix(at: position, in: bytes)
    if longest < 0 { return nil }
    guard var match = token(longest, at: position, in: bytes) else {
      return Match(text: longest, range: position..<position + length(longest), fit: .insideWord, longest: longest)
    }
    match.longest = longest
    return match
  }

  /// The longest whole-word match of a pattern that occurs at a position, or of its prefixes.
  private func token(_ text: Int, at position: Int, in bytes: Span<UInt8>) -> Match? {
    var text = text
    while text >= 0 {
      let range = position..<position + length(text)
      if Boundary.surrounds(range, in: bytes) { return Match(text: text, range: range, fit: .token, longest: text) }
      text = prefixes[text]
    }
    return nil
  }

  /// The longest pattern that matches at `position`, independent of boundaries; -1 if there is none.
  private func longestPrefix(at position: Int, in bytes: Span<UInt8>) -> Int {
    // The text before the first one that sorts after the bytes there, or a prefix of it.
    var low = 0
    var high = texts.count
    var matching = -1
    while low < high {
      let middle = (low + high) / 2
      let count = shared(middle, position, bytes)
      if count == length(middle) {
        matching = middle
        low = middle + 1
      } else if position + count == bytes.count || bytes[position + count] < joined[starts[middle] + count] {
        high = middle
      } else {
        low = middle + 1
      }
    }
    var text = low - 1
    while text > matching, shared(text, position, bytes) < length(text) { text = prefixes[text] }
    return text
  }

  private func length(_ text: Int) -> Int { starts[text + 1] - starts[text] }

  /// The number of bytes from `position` on that equal the start of a pattern.
  private func shared(_ text: Int, _ position: Int, _ bytes: Span<UInt8>) -> Int {
    let text = joined.span.extracting(starts[text]..<starts[text + 1])
    let rest = bytes.extracting(position...)
    let limit = min(text.count, rest.count)
    var count = 0
    // In bounds of both.
    while count < limit, unsafe text[unchecked: count] == rest[unchecked: count] { count += 1 }
    return count
  }
}

/// A match of a pattern.
struct Match: Equatable {
  /// The index of the pattern in the matcher.
  let text: Int
  let range: Range<Int>
  let fit: MatchFit
  /// The longest pattern at this position: `text` itself, or a longer one that ends inside a word.
  fileprivate(set) var longest: Int

  /// The position at which the search continues.
  var end: Int { fit == .token ? range.upperBound : range.lowerBound + 1 }
}

/// The word boundaries of a match: on both sides (`token`), or not, as it is part of a longer word.
package enum MatchFit: Sendable, Equatable {
  case token, insideWord
}
