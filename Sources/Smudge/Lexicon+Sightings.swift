// Where the texts of a plan stand in some content, for reports.

extension Lexicon {
  /// A place where a text of the plan occurs in some content, for reports.
  public struct Sighting: Sendable, Equatable {
    public enum Fit: Sendable, Equatable {
      /// It stands alone.
      case token
      /// It is part of a longer word (`wordRange`).
      case insideWord
    }

    public let text: [UInt8]
    public let traits: Traits
    /// In bytes from the beginning of the content.
    public let place: Int
    public let fit: Fit
    /// The key whose value it stands in, if a rule is restricted to that.
    public let key: [UInt8]?

    public init(text: [UInt8], traits: Traits, place: Int, fit: Fit, key: [UInt8]? = nil) {
      (self.text, self.traits, self.place, self.fit, self.key) = (text, traits, place, fit, key)
    }

    /// In bytes from the beginning of the content.
    public var range: Range<Int> { place..<place + text.count }

    /// Whether a text with one of these traits stands alone here.
    public func isToken(_ traits: Traits) -> Bool { fit == .token && !self.traits.isDisjoint(with: traits) }
  }

  /// All places, as the filter meets them, of content that may be munged; none in other content. A text inside a longer
  /// word is listed once for each word.
  public func occurrences(in content: [UInt8]) -> [Sighting] {
    let bytes = readable(content)
    return Exclusion.kind(of: bytes) == nil ? allOccurrences(in: bytes) : []
  }

  /// All places in any content, also where the filter would not look; in UTF-16 they are counted in code units behind
  /// the byte order mark.
  public func occurrencesAnyway(in content: [UInt8]) -> [Sighting] { allOccurrences(in: readable(content)) }

  /// Texts that stand alone once the NULs of binary content are taken out, as those of text in UTF-32 do: each with the
  /// place of its first byte.
  public func occurrencesBetweenNULs(in bytes: [UInt8]) -> [Sighting] {
    guard bytes.span.containsNUL else { return [] }
    var waiting = allOccurrences(in: bytes.filter { $0 != 0 }).filter { $0.fit == .token }[...]
    var (found, count) = ([Sighting](), 0)
    for place in bytes.indices where bytes[place] != 0 && !waiting.isEmpty {
      while let next = waiting.first, next.place == count {
        found.append(Sighting(text: next.text, traits: next.traits, place: place, fit: .token, key: next.key))
        waiting.removeFirst()
      }
      count += 1
    }
    return found
  }

  private func allOccurrences(in bytes: [UInt8]) -> [Sighting] {
    let found = keyed.map { occurrences(in: bytes, $0) } ?? occurrences(of: vocabulary, in: bytes, 0..<bytes.count)
    guard let watch else { return found }
    let places = Set(found.map(\.place))
    let watched = occurrences(of: watch.matcher, in: bytes, 0..<bytes.count) { watch.traits[$0] }
      .filter { !$0.traits.isEmpty && !($0.traits == .outsideKey && places.contains($0.place)) }
    return (found + watched).sorted { $0.place < $1.place }
  }

  /// Between the values of keys, and in them.
  private func occurrences(in bytes: [UInt8], _ keyed: KeyedLexicon) -> [Sighting] {
    var (found, place): ([Sighting], Int) = ([], 0)
    for site in keyed.scanner.sites(in: bytes) {
      found += occurrences(of: vocabulary, in: bytes, place..<max(place, site.value.lowerBound))
      found += occurrences(at: site, in: bytes, keyed)
      place = site.value.upperBound
    }
    return found + occurrences(of: vocabulary, in: bytes, place..<max(place, bytes.count))
  }

  private func occurrences(at site: Site, in bytes: [UInt8], _ keyed: KeyedLexicon) -> [Sighting] {
    let (key, name) = (keyed.keys[site.key], keyed.names[site.key])
    let value = Array(bytes[site.value])
    if let entry = key.values[value] {
      return [Sighting(text: value, traits: entry.traits, place: site.value.lowerBound, fit: .token, key: name)]
    }
    return occurrences(of: key.parts, in: bytes, site.value).map {
      Sighting(text: $0.text, traits: $0.traits, place: $0.place, fit: $0.fit, key: name)
    }
  }

  /// Whether something of the plan occurs in content; where not, neither direction can change it.
  public func isMet(in content: [UInt8]) -> Bool { isAnyText(in: readable(content)) }

  /// Whether something of the plan occurs in bytes: a text of today or of before, or a key.
  func isAnyText(in bytes: [UInt8]) -> Bool {
    let matchers = [matcher, watch?.matcher, keyed?.scanner.matcher].compactMap(\.self)
    return matchers.contains { matcher in
      var walk = matcher.walk()
      return matcher.next(in: bytes.span, from: 0, to: bytes.count, &walk) != nil
    }
  }

  private func occurrences(of vocabulary: Vocabulary, in bytes: [UInt8], _ range: Range<Int>) -> [Sighting] {
    occurrences(of: vocabulary.matcher, in: bytes, range) { vocabulary.entries[$0].traits }
  }

  private func occurrences(
    of matcher: Matcher, in bytes: [UInt8], _ range: Range<Int>, _ traits: (Int) -> Traits
  ) -> [Sighting] {
    var (found, words) = ([Sighting](), Words())
    var (start, walk): (Int, Skipper.Walk) = (range.lowerBound, matcher.walk())
    let part = bytes.span.extracting(..<range.upperBound)
    func note(_ text: Int, at place: Int, _ fit: Sighting.Fit) {
      if fit == .insideWord && !words.isFirst(text, at: place, in: bytes.span) { return }
      found.append(Sighting(text: matcher.texts[text], traits: traits(text), place: place, fit: fit))
    }
    while let next = matcher.next(in: part, from: start, to: part.count, &walk) {
      let longest = traits(next.longest)
      if next.longest != next.text, !longest.isDisjoint(with: [.canonical, .foreign]) {
        note(next.longest, at: next.place, .insideWord)
      }
      let isCovered = next.longest != next.text && !longest.isDisjoint(with: .foreign)
      if !isCovered || !traits(next.text).isDisjoint(with: .foreign) {
        note(next.text, at: next.place, next.fit == .token ? .token : .insideWord)
      }
      start = next.fit == .token ? next.place + matcher.texts[next.text].count : next.place + 1
    }
    return found
  }

  /// Which texts were found in the current word: a long word can hold a text tens of thousands of times.
  private struct Words {
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

extension Lexicon.Sighting {
  /// No text of a rule is longer, in bytes.
  public static let longest = 255

  /// The word that the text is part of, in the content that it was found in; at most 255 bytes to each side of the text.
  public func wordRange(in content: [UInt8]) -> Range<Int> {
    let before = content[..<place].suffix(Self.longest).reversed().prefix(while: Boundary.isIdentifier)
    let after = content[range.upperBound...].prefix(Self.longest).prefix(while: Boundary.isIdentifier)
    return place - before.count..<range.upperBound + after.count
  }

  /// The bytes of `wordRange`.
  public func word(in content: [UInt8]) -> [UInt8] { Array(content[wordRange(in: content)]) }
}
