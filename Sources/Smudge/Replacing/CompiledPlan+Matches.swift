import Platform

/// A match of a text of the plan in some content, for reports.
package struct PlanMatch: Sendable, Equatable {
  package let text: [UInt8]
  package let roles: TextRoles
  /// The meanings of the text: those of rules for its key first, then those of rules for all content.
  package let meanings: [Meaning]
  /// The position in the content, in bytes.
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
  /// All matches, as the filter finds them; none in content that is never munged. Inside a longer word a text is listed
  /// once.
  package func matches(in content: [UInt8]) -> [PlanMatch] {
    Exclusion.kind(of: content) == nil ? matchesInAnyContent(in: content) : []
  }

  /// All matches, also where the filter does not search.
  package func matchesInAnyContent(in bytes: [UInt8]) -> [PlanMatch] {
    matches(in: bytes, between: keyed?.scanner.keyValues(in: bytes) ?? [])
  }

  /// All matches in content that can be munged, with the values of some keys: by one search if those are the
  /// plan's.
  package func matches(in bytes: [UInt8], _ search: KeySearch) -> (texts: [PlanMatch], values: [KeySearch.KeyMatch]) {
    let keyValues = keyed?.scanner.keyValues(in: bytes) ?? []
    let isSame = (keyed?.scanner.matcher.texts ?? []) == search.keys
    let values = search.matches(of: isSame ? keyValues : search.scanner.keyValues(in: bytes))
    return (matches(in: bytes, between: keyValues), values)
  }

  /// All matches in content. `keyValues`: those of the keys of the plan.
  private func matches(in bytes: [UInt8], between keyValues: [KeyValue]) -> [PlanMatch] {
    let replaced = MatchList.all(of: walk, in: bytes, keyValues)
    guard let reportOnly else { return replaced }
    let offsets = Set(replaced.map(\.offset))
    let reported = MatchList.all(of: PlanWalk(reportOnly), in: bytes, []).filter { match in
      !match.roles.isEmpty && !(match.roles == .outsideKey && offsets.contains(match.offset))
    }
    return (replaced + reported).sorted { $0.offset < $1.offset }
  }

  /// The texts, current and former, and the keys: content without any of them has no match, and neither direction
  /// changes it.
  package var searched: [[UInt8]] {
    patterns.matcher.texts + (reportOnly?.matcher.texts ?? []) + (keyed?.scanner.matcher.texts ?? [])
  }
}

/// The matches that a walk finds, for reports. In a word a text that is a part of it is listed once: a long word can
/// contain one tens of thousands of times.
private struct MatchList: FoundTextConsumer {
  private let bytes: [UInt8]
  private let keys: [PatternsByKey.Key]
  private var matches: [PlanMatch] = []
  /// The end of the last word with parts, and its parts.
  private var word = (end: 0, texts: Set<[UInt8]>())

  static func all(of walk: PlanWalk, in bytes: [UInt8], _ keyValues: [KeyValue]) -> [PlanMatch] {
    var list = MatchList(bytes: bytes, keys: walk.keyed?.keys ?? [])
    _ = walk.forEach(in: bytes, 0..<bytes.count, to: bytes.count, between: keyValues, &list)
    return list.matches
  }

  var isSmudge: Bool { false }
  mutating func begin(_ value: KeyValue, _ index: Int) -> Bool { true }
  mutating func end() {}

  mutating func take(_ found: FoundText) {
    if found.isHidden || found.fit == .insideWord && !isFirst(found) { return }
    let key = found.key.map { keys[$0].name }
    matches.append(PlanMatch(found.text, found.pattern, at: found.range.lowerBound, found.fit, key: key))
  }

  private mutating func isFirst(_ found: FoundText) -> Bool {
    let start = found.range.lowerBound
    if start >= word.end {
      let end = bytes[start...].firstIndex { !Boundary.isIdentifier($0) }
      word = (end ?? bytes.count, [])
    }
    return word.texts.insert(found.text).inserted
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
