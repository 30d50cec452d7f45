import Platform

/// A text of a plan in some content: the filter replaces it, and reports name it.
struct FoundText {
  let text: [UInt8]
  fileprivate(set) var pattern: Pattern
  let range: Range<Int>
  let fit: MatchFit
  /// The index of the key in whose value it is; `nil` between the values.
  let key: Int?
  /// The range of that value, or of all between two values.
  let place: Range<Int>
  /// Whether it was searched as the whole value, not as a part.
  let isWhole: Bool
  /// Whether it stays because of a local text that begins with it and ends inside a word, as `C` of `C.meWidget` with
  /// `C.me`: smudge would make `C.me.meWidget` of it.
  var isHidden = false
}

/// A consumer of the texts that a walk finds.
protocol FoundTextConsumer {
  /// Whether the first of two texts that overlap is found, and not a local one, which clean replaces.
  var isSmudge: Bool { get }
  /// Begins the texts in a value of a key; `false` skips them. `index`: the index of the value.
  mutating func begin(_ value: KeyValue, _ index: Int) -> Bool
  /// Takes the next text.
  mutating func take(_ found: FoundText)
  /// Ends the texts in a value of a key.
  mutating func end()
}

/// The only search for the texts of a plan: between the values of keys, and in them. What a report says of a text is by
/// it what the filter does.
struct PlanWalk: Sendable {
  let patterns: PatternSet
  /// The patterns in values of keys; `nil` if there are none.
  let keyed: PatternsByKey?

  init(_ patterns: PatternSet, _ keyed: PatternsByKey? = nil) {
    self.patterns = patterns
    self.keyed = keyed
  }

  /// Passes the texts that start in a part of readable content and end before `end` to a consumer, in ascending order.
  /// `values`: those of the keys. Returns the position at which the search ended.
  func forEach(
    in bytes: [UInt8], _ part: Range<Int>, to end: Int, between values: [KeyValue],
    _ consumer: inout some FoundTextConsumer
  ) -> Int {
    // A search in all bytes would continue to the end of the content if the part has no match.
    let span = bytes.span.extracting(..<end)
    var state = patterns.matcher.state()
    var position = part.lowerBound
    // The states of the searches in values, by key: a project can have a hundred thousand values.
    var inside = [Prefilter.Candidates?](repeating: nil, count: keyed?.keys.count ?? 0)

    for index in values.partitioningIndex({ $0.outer.lowerBound >= part.lowerBound })..<values.count {
      let outer = values[index].outer
      if outer.lowerBound < position { continue }
      if outer.upperBound > part.upperBound { break }
      _ = patterns.forEach(in: span, position..<outer.lowerBound, to: outer.lowerBound, &state, &consumer)
      if consumer.begin(values[index], index) {
        forEach(in: bytes, values[index], &inside[values[index].key], &consumer)
        consumer.end()
      }
      position = outer.upperBound
    }

    return patterns.forEach(in: span, position..<part.upperBound, to: end, &state, &consumer)
  }

  /// Passes the texts in a value of a key to a consumer: the whole value, or its parts. `state`: of the last search of
  /// that key.
  func forEach(
    in bytes: [UInt8], _ keyValue: KeyValue, _ state: inout Prefilter.Candidates?,
    _ consumer: inout some FoundTextConsumer
  ) {
    guard let key = keyed?.keys[keyValue.key] else { return }
    let value = keyValue.value
    if let (text, pattern) = key.values[bytes[value]] {
      let found = FoundText(
        text: text, pattern: pattern, range: value, fit: .token, key: keyValue.key, place: value, isWhole: true)
      return consumer.take(found)
    }
    let parts = key.parts
    var next = state ?? parts.matcher.state()
    state = nil
    next.reset()
    let span = bytes.span.extracting(..<value.upperBound)
    _ = parts.forEach(in: span, value, to: value.upperBound, &next, key: keyValue.key, &consumer)
    state = next
  }
}

extension PatternSet {
  /// Passes the matches that start in a range and end before `end` to a consumer; returns the position at which it
  /// stopped.
  fileprivate func forEach(
    in bytes: Span<UInt8>, _ range: Range<Int>, to end: Int, _ state: inout Prefilter.Candidates, key: Int? = nil,
    _ consumer: inout some FoundTextConsumer
  ) -> Int {
    var position = range.lowerBound
    while let first = matcher.next(in: bytes, from: position, to: range.upperBound, &state), first.end <= end {
      let start = first.range.lowerBound
      guard let match = consumer.isSmudge ? first : kept(first, in: bytes) else {
        position = start + 1
        continue
      }
      position = match.end
      func found(_ text: Int, _ fit: MatchFit) -> FoundText {
        let bytes = matcher.texts[text]
        return FoundText(
          text: bytes, pattern: patterns[text], range: start..<start + bytes.count, fit: fit, key: key, place: range,
          isWhole: false)
      }

      var isHidden = false
      if match.fit == .insideWord || match.longest != match.text {
        let foreign = matcher.insideWord(match).first { !patterns[$0].roles.isDisjoint(with: .foreign) }
        let part = foreign ?? match.longest
        if match.fit == .insideWord || !patterns[part].roles.isDisjoint(with: [.canonical, .foreign]) {
          consumer.take(found(part, .insideWord))
        }
        isHidden = foreign != nil && patterns[match.text].roles.isDisjoint(with: .foreign)
      }

      if match.fit == .token {
        var token = found(match.text, .token)
        token.isHidden = isHidden
        if consumer.isSmudge, let own = own(beyond: match, in: bytes) { token.pattern.roles.formUnion(own.roles) }
        consumer.take(token)
      }
    }
    return position
  }

  /// The longest match at a match's position that no local text goes beyond.
  private func kept(_ match: Match, in bytes: Span<UInt8>) -> Match? {
    if own(beyond: match, in: bytes) == nil { return match }
    return matcher.shorter(than: match, in: bytes).flatMap { kept($0, in: bytes) }
  }

  /// The pattern of a local text that begins in the match of a text that clean leaves, and goes beyond it, as `dev.me`
  /// of `com.dev.me` with `com.dev`.
  private func own(beyond match: Match, in bytes: Span<UInt8>) -> Pattern? {
    if match.fit == .insideWord || !patterns[match.text].canYield { return nil }
    return matcher.next(beyond: match, in: bytes) { patterns[$0].isOwn }.map { patterns[$0.text] }
  }
}
