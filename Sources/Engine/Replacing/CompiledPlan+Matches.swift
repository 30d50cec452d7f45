/// A place where a text of the plan occurs in some content, for reports.
package struct PlanMatch: Sendable, Equatable {
  package enum Fit: Sendable, Equatable {
    /// It stands alone.
    case token
    /// It is part of a longer word (`wordRange`).
    case insideWord
  }

  package let text: [UInt8]
  package let roles: Roles
  /// What the text is there, to which rules: what is said of its key first, then what is said of all content.
  package let meanings: [Meaning]
  /// In bytes from the beginning of the content.
  package let place: Int
  package let fit: Fit
  /// The key whose value it stands in, if a rule is restricted to that.
  package let key: [UInt8]?

  /// A text that the plan does not know.
  package init(unknown text: [UInt8], at place: Int) { self.init(text, Pattern(), at: place, .token) }

  init(_ text: [UInt8], _ pattern: Pattern, at place: Int, _ fit: Fit, key: [UInt8]? = nil) {
    (self.text, self.place, self.fit, self.key) = (text, place, fit, key)
    (roles, meanings) = (pattern.roles, pattern.meanings)
  }

  /// In bytes from the beginning of the content.
  package var range: Range<Int> { place..<place + text.count }

  /// What clean makes of it, where nothing else is known; `nil` for what is no local text.
  package var canonical: [UInt8]? { meanings.lazy.compactMap(\.canonical).first }

  /// Whether a text with one of these traits stands alone here.
  package func isToken(_ roles: Roles) -> Bool { fit == .token && !self.roles.isDisjoint(with: roles) }
}

extension CompiledPlan {
  /// All places, as the filter meets them, of content that may be munged; none in other content. A text inside a longer
  /// word is listed once for each word.
  package func matches(in content: [UInt8]) -> [PlanMatch] {
    let bytes = readable(content)
    return Exclusion.kind(of: bytes) == nil ? allMatches(in: bytes) : []
  }

  /// All places in any content, also where the filter would not look; in UTF-16 they are counted in code units behind
  /// the byte order mark.
  package func matchesInAnyContent(in content: [UInt8]) -> [PlanMatch] { allMatches(in: readable(content)) }

  /// Texts that stand alone once the NULs of binary content are taken out, as those of text in UTF-32 do: each with the
  /// place of its first byte.
  package func matchesBetweenNULs(in bytes: [UInt8]) -> [PlanMatch] {
    guard bytes.span.containsNUL else { return [] }
    var waiting = allMatches(in: bytes.filter { $0 != 0 }).filter { $0.fit == .token }[...]
    var (found, count) = ([PlanMatch](), 0)
    for place in bytes.indices where bytes[place] != 0 && !waiting.isEmpty {
      while let next = waiting.first, next.place == count {
        found.append(next.moved(to: place))
        waiting.removeFirst()
      }
      count += 1
    }
    return found
  }

  private func allMatches(in bytes: [UInt8]) -> [PlanMatch] {
    let found = matchesByKey(in: bytes)
    guard let reportOnly else { return found }
    let places = Set(found.map(\.place))
    let others = matches(of: reportOnly, in: bytes, bytes.indices)
      .filter { !$0.roles.isEmpty && !($0.roles == .outsideKey && places.contains($0.place)) }
    return (found + others).sorted { $0.place < $1.place }
  }

  /// Between the values of keys, and in them.
  private func matchesByKey(in bytes: [UInt8]) -> [PlanMatch] {
    var (found, place): ([PlanMatch], Int) = ([], 0)
    for keyValue in keyed?.scanner.keyValues(in: bytes) ?? [] {
      found += matches(of: patterns, in: bytes, place..<max(place, keyValue.value.lowerBound))
      if let key = keyed?.keys[keyValue.key] { found += matches(at: keyValue, in: bytes, key) }
      place = keyValue.value.upperBound
    }
    return found + matches(of: patterns, in: bytes, place..<bytes.count)
  }

  private func matches(at keyValue: KeyValue, in bytes: [UInt8], _ key: KeyPatterns.Key) -> [PlanMatch] {
    let value = Array(bytes[keyValue.value])
    guard let pattern = key.values[value] else { return matches(of: key.parts, in: bytes, keyValue.value, key: key.name) }
    return [PlanMatch(value, pattern, at: keyValue.value.lowerBound, .token, key: key.name)]
  }

  /// Whether something of the plan occurs in content; where not, neither direction can change it.
  package func hasMatch(in content: [UInt8]) -> Bool { isAnyText(in: readable(content)) }

  /// Whether something of the plan occurs in bytes: a text of today or of before, or a key.
  func isAnyText(in bytes: [UInt8]) -> Bool {
    let matchers = [patterns.matcher, reportOnly?.matcher, keyed?.scanner.matcher].compactMap(\.self)
    return matchers.contains { matcher in
      var state = matcher.state()
      return matcher.next(in: bytes.span, from: 0, to: bytes.count, &state) != nil
    }
  }

  private func matches(
    of set: PatternSet, in bytes: [UInt8], _ range: Range<Int>, key: [UInt8]? = nil
  ) -> [PlanMatch] {
    let (matcher, patterns) = (set.matcher, set.patterns)
    var (found, words, start, state) = ([PlanMatch](), TextsOfWord(), range.lowerBound, matcher.state())
    let part = bytes.span.extracting(..<range.upperBound)
    func note(_ text: Int, at place: Int, _ fit: PlanMatch.Fit) {
      if fit == .insideWord && !words.isFirst(text, at: place, in: bytes.span) { return }
      found.append(PlanMatch(matcher.texts[text], patterns[text], at: place, fit, key: key))
    }
    while let next = matcher.next(in: part, from: start, to: part.count, &state) {
      start = next.end
      let (place, longest) = (next.range.lowerBound, patterns[next.longest].roles)
      if next.longest != next.text, !longest.isDisjoint(with: [.canonical, .foreign]) {
        note(next.longest, at: place, .insideWord)
      }
      let isCovered = next.longest != next.text && !longest.isDisjoint(with: .foreign)
      if !isCovered || !patterns[next.text].roles.isDisjoint(with: .foreign) { note(next.text, at: place, next.fit) }
    }
    return found
  }

  /// Which texts were found in the current word: a long word can hold a text tens of thousands of times.
  private struct TextsOfWord {
    private var end = 0
    private var texts: Set<Int> = []

    /// Whether a text is found for the first time in the identifier characters that it begins among.
    mutating func isFirst(_ text: Int, at place: Int, in bytes: Span<UInt8>) -> Bool {
      if place >= end {
        (end, texts) = (place, [])
        while end < bytes.count && Boundary.isIdentifier(bytes[end]) { end += 1 }
      }
      return texts.insert(text).inserted
    }
  }
}

extension PlanMatch {
  fileprivate func moved(to place: Int) -> Self {
    Self(text, Pattern(meanings: meanings, roles: roles), at: place, fit, key: key)
  }

  /// No text of a rule is longer, in bytes.
  package static let longest = 255

  /// The word that the text is part of, in the content that it was found in; at most 255 bytes to each side of the text.
  package func wordRange(in content: [UInt8]) -> Range<Int> {
    let before = content[..<place].suffix(Self.longest).reversed().prefix(while: Boundary.isIdentifier)
    let after = content[range.upperBound...].prefix(Self.longest).prefix(while: Boundary.isIdentifier)
    return place - before.count..<range.upperBound + after.count
  }

  /// The bytes of `wordRange`.
  package func word(in content: [UInt8]) -> [UInt8] { Array(content[wordRange(in: content)]) }
}
