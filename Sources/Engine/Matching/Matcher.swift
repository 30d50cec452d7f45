/// Finds the texts of a plan in content: at the first place where one stands alone, the longest that does.
///
/// Texts are kept in the order of their bytes, each with a link to the longest other text that it
/// begins with. So one binary search at a candidate place finds them all, and there is no state
/// machine to step or to build when the filter starts.
struct Matcher: Sendable {
  /// In ascending order of their bytes, each once.
  let texts: [[UInt8]]
  /// For each text, the longest text that is a proper beginning of it; -1 where none is.
  private let prefixes: [Int]
  private let prefilter: Prefilter
  /// Of the longest text, in bytes.
  let longest: Int

  init(_ texts: some Sequence<[UInt8]>) {
    let sorted = Set(texts).subtracting([[]]).sorted { $0.lexicographicallyPrecedes($1) }
    self.texts = sorted
    prefixes = sorted.indices.map { Matcher.prefix(of: $0, in: sorted) }
    prefilter = Prefilter(sorted: sorted)
    longest = sorted.map(\.count).max() ?? 0
  }

  private static func prefix(of index: Int, in sorted: [[UInt8]]) -> Int {
    sorted[..<index].lastIndex { sorted[index].starts(with: $0) } ?? -1
  }

  func index(of text: [UInt8]) -> Int? {
    let place = texts.partitioningIndex { !$0.lexicographicallyPrecedes(text) }
    return place < texts.count && texts[place] == text ? place : nil
  }

  func state() -> Prefilter.State { Prefilter.State(prefilter) }

  /// The next match that begins in `start..<limit`; `nil` where there is none.
  func next(in bytes: Span<UInt8>, from start: Int, to limit: Int, _ state: inout Prefilter.State) -> Match? {
    var start = start
    while let place = state.next(prefilter, in: bytes.bytes, from: start), place < limit {
      if let found = match(at: place, in: bytes) { return found }
      start = place + 1
    }
    return nil
  }

  /// The texts that go on inside a longer word where a match was found, longest first.
  func insideWord(_ found: Match) -> some Sequence<Int> {
    let end = found.fit == .token ? found.text : -1
    return beginning(at: found).prefix { $0 != end }
  }

  /// All texts that begin where a match was found, longest first.
  func beginning(at found: Match) -> some Sequence<Int> {
    sequence(first: found.longest) { self.prefixes[$0] }.prefix { $0 >= 0 }
  }

  private func match(at place: Int, in bytes: Span<UInt8>) -> Match? {
    let longest = deepest(at: place, in: bytes)
    var found = longest
    while found >= 0 {
      let range = place..<place + texts[found].count
      if Boundary.surrounds(range, in: bytes) { return Match(text: found, range: range, fit: .token, longest: longest) }
      found = prefixes[found]
    }
    if longest < 0 { return nil }
    return Match(text: longest, range: place..<place + texts[longest].count, fit: .insideWord, longest: longest)
  }

  /// The longest text that `bytes` shows at `place`; -1 where it shows none.
  private func deepest(at place: Int, in bytes: Span<UInt8>) -> Int {
    var found = firstIndex(after: place, in: bytes) - 1
    while found >= 0, shared(texts[found], place, bytes) < texts[found].count {
      found = prefixes[found]
    }
    return found
  }

  /// The first text that sorts after what `bytes` shows at `place`.
  private func firstIndex(after place: Int, in bytes: Span<UInt8>) -> Int {
    texts.partitioningIndex { text in
      let count = shared(text, place, bytes)
      if count == text.count { return false }
      return place + count == bytes.count || bytes[place + count] < text[count]
    }
  }

  private func shared(_ text: [UInt8], _ place: Int, _ bytes: Span<UInt8>) -> Int {
    let most = min(text.count, bytes.count - place)
    var count = 0
    while count < most && text[count] == bytes[place + count] { count += 1 }
    return count
  }
}

/// A place where a text of a matcher occurs.
struct Match: Equatable {
  /// Its index in the matcher.
  let text: Int
  let range: Range<Int>
  let fit: PlanMatch.Fit
  /// The longest text that begins here, `text` itself or one that goes on inside a longer word.
  let longest: Int

  /// Where the search goes on.
  var end: Int {
    switch fit {
    case .token: range.upperBound
    case .insideWord: range.lowerBound + 1
    }
  }
}
