import Platform

/// A match of a text of the plan in some content, for reports.
package struct PlanMatch: Sendable, Equatable {
  package let text: [UInt8]
  package let roles: TextRoles
  /// The meanings of the text: those of rules for its key first, then those of rules for all content.
  package let meanings: [Meaning]
  /// In the content, in bytes.
  package fileprivate(set) var offset: Int
  package let fit: MatchFit
  /// The key whose value contains the match, if a rule is restricted to that key.
  package let key: [UInt8]?

  /// A match of a text that is not in the plan.
  package init(unknown text: [UInt8], at offset: Int) { self.init(text, Pattern(), at: offset, .token) }

  init(_ text: [UInt8], _ pattern: Pattern, at offset: Int, _ fit: MatchFit, key: [UInt8]? = nil) {
    self.text = text
    self.offset = offset
    self.fit = fit
    self.key = key
    roles = pattern.roles
    meanings = pattern.meanings
  }

  package var range: Range<Int> { offset..<offset + text.count }

  /// The text that clean replaces it by without the source; `nil` if it is not a local text.
  package var canonical: [UInt8]? { meanings.lazy.compactMap(\.canonical).first }

  /// Whether this is a whole word with one of these roles.
  package func isToken(_ roles: TextRoles) -> Bool { fit == .token && !self.roles.isDisjoint(with: roles) }
}

extension CompiledPlan {
  /// All matches, as the filter finds them; none in content that is never munged. Inside a longer word a text is listed once.
  package func matches(in content: [UInt8]) -> [PlanMatch] {
    let bytes = readable(content)
    return Exclusion.kind(of: bytes) == nil ? allMatches(in: bytes) : []
  }

  /// All matches, also where the filter does not search. In UTF-16 the offsets are code units after the byte order mark.
  package func matchesInAnyContent(in content: [UInt8]) -> [PlanMatch] { allMatches(in: readable(content)) }

  /// Whole-word matches in binary content without its NULs, such as text in UTF-32; each with the offset of its first byte.
  package func matchesBetweenNULs(in bytes: [UInt8]) -> [PlanMatch] {
    guard bytes.span.containsNUL else { return [] }
    var pending = allMatches(in: bytes.filter { $0 != 0 }).filter { $0.fit == .token }[...]
    var found = [PlanMatch]()
    var count = 0
    for offset in bytes.indices where bytes[offset] != 0 && !pending.isEmpty {
      while var next = pending.first, next.offset == count {
        next.offset = offset
        found.append(next)
        pending.removeFirst()
      }
      count += 1
    }
    return found
  }

  private func allMatches(in bytes: [UInt8]) -> [PlanMatch] {
    matches(in: bytes, between: keyed?.scanner.keyValues(in: bytes) ?? [])
  }

  /// All matches in readable content that can be munged, with the values of some keys: by one search if those are the plan's.
  package func matches(in bytes: [UInt8], _ search: KeySearch) -> (texts: [PlanMatch], values: [KeySearch.KeyMatch]) {
    let keyValues = keyed?.scanner.keyValues(in: bytes) ?? []
    let isSame = (keyed?.scanner.matcher.texts ?? []) == search.keys
    let values = search.matches(of: isSame ? keyValues : search.scanner.keyValues(in: bytes))
    return (matches(in: bytes, between: keyValues), values)
  }

  /// All matches in readable content. `keyValues`: those of the keys of the plan.
  private func matches(in bytes: [UInt8], between keyValues: [KeyValue]) -> [PlanMatch] {
    let found = matchesByKey(in: bytes, keyValues)
    guard let reportOnly else { return found }
    let offsets = Set(found.map(\.offset))
    var others = [PlanMatch]()
    var state = reportOnly.matcher.state()
    reportOnly.add(to: &others, in: bytes.span, bytes.indices, &state)
    others = others.filter { !$0.roles.isEmpty && !($0.roles == .outsideKey && offsets.contains($0.offset)) }
    return (found + others).sorted { $0.offset < $1.offset }
  }

  /// The matches between the values of keys, and in them.
  private func matchesByKey(in bytes: [UInt8], _ keyValues: [KeyValue]) -> [PlanMatch] {
    var found = [PlanMatch]()
    var offset = 0
    var state = patterns.matcher.state()
    for keyValue in keyValues {
      patterns.add(to: &found, in: bytes.span, offset..<max(offset, keyValue.value.lowerBound), &state)
      offset = keyValue.value.upperBound
      guard let key = keyed?.keys[keyValue.key] else { continue }
      if let (text, pattern) = key.values[bytes[keyValue.value]] {
        found.append(PlanMatch(text, pattern, at: keyValue.value.lowerBound, .token, key: key.name))
      } else {
        let parts = key.parts
        var inside = parts.matcher.state()
        // A search in all bytes would continue to the end of the content if the value has no match.
        let part = bytes.span.extracting(..<keyValue.value.upperBound)
        parts.add(to: &found, in: part, keyValue.value, &inside, key: key.name)
      }
    }
    patterns.add(to: &found, in: bytes.span, offset..<bytes.count, &state)
    return found
  }

  /// Whether content has a match of the plan; without one neither direction changes it.
  package func hasMatch(in content: [UInt8]) -> Bool { isAnyText(in: readable(content)) }

  /// Whether the bytes have a match of any text, current or former, or of a key.
  func isAnyText(in bytes: [UInt8]) -> Bool {
    let matchers = [patterns.matcher, reportOnly?.matcher, keyed?.scanner.matcher].compactMap(\.self)
    return matchers.contains { $0.occurs(in: bytes.span) }
  }
}

extension PatternSet {
  /// Adds the matches that start in a range; `state`: that of the search from an earlier position on.
  fileprivate func add(
    to found: inout [PlanMatch], in bytes: Span<UInt8>, _ range: Range<Int>, _ state: inout Prefilter.State, key: [UInt8]? = nil
  ) {
    var words = TextsOfWord()
    var start = range.lowerBound
    func record(_ text: Int, at offset: Int, _ fit: MatchFit) {
      if fit == .insideWord && !words.isFirst(text, at: offset, in: bytes) { return }
      found.append(PlanMatch(matcher.texts[text], patterns[text], at: offset, fit, key: key))
    }
    while let next = matcher.next(in: bytes, from: start, to: range.upperBound, &state), next.end <= range.upperBound {
      start = next.end
      let offset = next.range.lowerBound
      let longest = patterns[next.longest].roles
      let isPart = next.longest != next.text
      if isPart, !longest.isDisjoint(with: [.canonical, .foreign]) { record(next.longest, at: offset, .insideWord) }
      let isCovered = isPart && !longest.isDisjoint(with: .foreign)
      if !isCovered || !patterns[next.text].roles.isDisjoint(with: .foreign) { record(next.text, at: offset, next.fit) }
    }
  }

  /// The texts already found in the current word: a long word can contain a text tens of thousands of times.
  private struct TextsOfWord {
    private var end = 0
    private var texts: Set<Int> = []

    /// Whether this is the first match of a text in its word.
    mutating func isFirst(_ text: Int, at offset: Int, in bytes: Span<UInt8>) -> Bool {
      if offset >= end {
        end = offset
        texts = []
        while end < bytes.count && Boundary.isIdentifier(bytes[end]) { end += 1 }
      }
      return texts.insert(text).inserted
    }
  }
}

extension PlanMatch {
  /// The maximum length of a text of a rule, in bytes.
  package static let longest = 255

  /// The range of the word around the match; at most 255 bytes to each side.
  package func wordRange(in content: [UInt8]) -> Range<Int> {
    let before = content[..<offset].suffix(Self.longest).reversed().prefix(while: Boundary.isIdentifier)
    let after = content[range.upperBound...].prefix(Self.longest).prefix(while: Boundary.isIdentifier)
    return offset - before.count..<range.upperBound + after.count
  }

  package func word(in content: [UInt8]) -> [UInt8] { Array(content[wordRange(in: content)]) }
}
