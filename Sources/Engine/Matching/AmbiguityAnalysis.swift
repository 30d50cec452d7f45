/// Whether the texts of a plan can be told apart in each other's company, and which cannot.
///
/// In a composable plan a blob comes back exactly, by bytes alone, if and only if smudging it met no
/// local or retired text. Where two texts meet in one of the ways below, clean has to ask the source.
package enum AmbiguityAnalysis {
  /// Two texts that can be mistaken for one another, and how.
  package struct Conflict: Sendable, Hashable {
    /// In words that fit between the two texts.
    package enum Kind: String, Sendable, CaseIterable {
      case equals = "is the same as"
      case contains = "contains"
      case isContained = "is contained in"
      case overlaps = "overlaps"
    }

    /// The local or retired text.
    package let text: [UInt8]
    package let kind: Kind
    package let other: [UInt8]
    /// The indexes of the rules that the two texts belong to.
    package let rules: [Int]
  }

  /// All conflicts of a plan; none: it is composable.
  package static func conflicts(in plan: Plan) -> [Conflict] {
    let texts = members(of: plan)
    return texts.filter(\.isLocal).flatMap { text in
      texts.compactMap { conflict(of: text, with: $0) }
    }
  }

  /// Whether a text that is to be retired in a rule can be mistaken for a text of the plan, or for a part of one.
  package static func collides(_ retired: RetiredText, in rule: Int, of plan: Plan) -> Bool {
    var changed = plan
    changed.rules[rule].retired = [retired]
    guard let text = members(of: rule, in: changed).first(where: { $0.role == .retired }) else { return false }
    let texts = members(of: plan)
    return (texts + [text]).contains { conflict(of: text, with: $0) != nil }
  }

  /// The same rules with `certainty` set by what is found among their texts.
  package static func judged(_ plan: Plan) -> Plan {
    let ambiguous = Set(conflicts(in: plan).flatMap(\.rules))
    var plan = plan
    for index in plan.rules.indices {
      plan.rules[index].certainty = ambiguous.contains(index) ? .ambiguous : .exact
    }
    return plan
  }

  /// A text with the places where a word of it begins.
  private struct WordStarts: Equatable {
    let bytes: [UInt8]
    let starts: [Int]

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      starts = bytes.indices.filter { $0 == 0 || !Boundary.isIdentifier(bytes[$0 - 1]) }
    }

    /// Where `other` stands alone.
    func places(of other: WordStarts) -> [Int] {
      starts.filter { place in
        let end = place + other.bytes.count
        guard end <= bytes.count, end == bytes.count || !Boundary.isIdentifier(bytes[end]) else { return false }
        return bytes[place..<end] == other.bytes[...]
      }
    }

    /// The ends of this text that are a beginning of `other`, cut at the ends of words.
    func overlaps(into other: WordStarts) -> [ArraySlice<UInt8>] {
      starts.dropFirst().map { bytes[$0...] }.filter { other.begins(with: $0) }
    }

    /// Whether it goes on behind these words.
    func begins(with words: ArraySlice<UInt8>) -> Bool {
      bytes.count > words.count && !Boundary.isIdentifier(bytes[words.count]) && bytes.starts(with: words)
    }

    func overlaps(_ other: WordStarts) -> Bool { !overlaps(into: other).isEmpty || !other.overlaps(into: self).isEmpty }
  }

  private struct Member: Equatable {
    enum Role { case canonical, local, retired, excepted }

    let text: WordStarts
    let role: Role
    /// Of a canonical text, what is shown in its place; of any other, what clean makes of it.
    let partner: [UInt8]?
    let rule: Int
    /// The first rule that says the same of its texts; it may be for other paths.
    let group: Int
    let keyed: KeyScope?

    var isWhole: Bool { keyed?.extent == .whole }

    /// Whether both count in the same place.
    func canMeet(_ other: Member) -> Bool {
      guard let keyed, let others = other.keyed else { return true }
      return keyed.keys.contains(where: others.keys.contains)
    }

    /// What clean makes of it; `nil` for what is no local text.
    var original: [UInt8]? { role == .canonical ? nil : partner }

    var isLocal: Bool { original != nil }
  }

  /// For whole values: a value equals one of them, or it does not; but what smudging makes of a part of it may equal one.
  private static func isMistaken(_ text: Member, _ kind: Conflict.Kind, _ other: Member) -> Bool {
    switch kind {
    // Several canonical texts of one rule: clean asks the source for each.
    case .equals: !(text.group == other.group && text.isLocal && other.isLocal) && !isSamePair(text, other)
    case .contains: !other.isWhole && other.isLocal && !isNested(outer: text, inner: other)
    case .isContained: !text.isWhole && !isNested(outer: other, inner: text)
    case .overlaps: false
    }
  }

  private static func members(of plan: Plan) -> [Member] { plan.rules.indices.flatMap { members(of: $0, in: plan) } }

  /// The first rule that says the same.
  private static func group(of index: Int, in plan: Plan) -> Int {
    let rule = plan.rules[index]
    guard let pair = rule.pairs.first else { return index }
    return plan.rules[..<index].firstIndex { $0.keyed == rule.keyed && $0.pairs.first == pair } ?? index
  }

  private static func members(of index: Int, in plan: Plan) -> [Member] {
    let (rule, group) = (plan.rules[index], group(of: index, in: plan))
    func member(_ text: [UInt8], _ role: Member.Role, _ partner: [UInt8]? = nil) -> Member {
      Member(text: WordStarts(text), role: role, partner: partner, rule: index, group: group, keyed: rule.keyed)
    }
    let locals = rule.pairs.compactMap { pair in pair.replacement.map { member($0, .local, pair.canonical) } }
    return rule.pairs.map { member($0.canonical, .canonical, $0.replacement) } + locals
      + rule.retired.map { member($0.text, .retired, $0.canonical) } + rule.excepts.map { member($0, .excepted) }
  }

  private static func conflict(of text: Member, with other: Member) -> Conflict? {
    guard text.canMeet(other), let kind = relation(text.text, other.text, isSame: text == other) else { return nil }
    if text.isWhole || other.isWhole ? !isMistaken(text, kind, other) : isHarmless(text, kind, other) { return nil }
    return Conflict(
      text: text.text.bytes, kind: kind, other: other.text.bytes, rules: [text.rule, other.rule])
  }

  private static func relation(_ text: WordStarts, _ other: WordStarts, isSame: Bool) -> Conflict.Kind? {
    if text.bytes == other.bytes && !isSame { return .equals }
    if text.bytes.count > other.bytes.count && !text.places(of: other).isEmpty { return .contains }
    if text.bytes.count < other.bytes.count && !other.places(of: text).isEmpty { return .isContained }
    return text.overlaps(other) ? .overlaps : nil
  }

  /// Whether both are local texts of one canonical text: then it does not matter which it was.
  private static func isSamePair(_ text: Member, _ other: Member) -> Bool {
    text.role == .local && other.role == .local && text.partner == other.partner
  }

  private static func isHarmless(_ text: Member, _ kind: Conflict.Kind, _ other: Member) -> Bool {
    switch kind {
    case .equals: isSamePair(text, other)
    case .contains: isNested(outer: text, inner: other) || holdsItsOwn(text, other)
    case .isContained: isNested(outer: other, inner: text)
    case .overlaps: !formsAnew(text.text, with: other) && !formsAnew(other.text, with: text)
    }
  }

  /// Whether smudging can put a text behind words with which it forms `left`, where those words and the canonical text do
  /// not. The other way round there is no doubt, as the text that begins first is taken.
  private static func formsAnew(_ left: WordStarts, with right: Member) -> Bool {
    guard let original = right.original.map(WordStarts.init) else { return false }
    return !left.overlaps(into: right.text).allSatisfy(original.begins)
  }

  /// Whether a text holds once what it stands for, or what a text with another suffix stands for.
  private static func holdsItsOwn(_ text: Member, _ other: Member) -> Bool {
    guard let canonical = text.original, other.role == .canonical, text.group == other.group, holdsOnce(text.text, other.text)
    else { return false }
    if other.text.bytes != canonical { return isSibling(text.text.bytes, canonical, of: other.text.bytes) }
    return text.role == .retired || other.partner == text.text.bytes
  }

  /// Whether `text` stands for `other` with a suffix, and ends with that suffix too: `C` to `C.me` makes
  /// `C.meTests`, which holds `C`, of `CTests`.
  private static func isSibling(_ text: [UInt8], _ canonical: [UInt8], of other: [UInt8]) -> Bool {
    guard canonical.count > other.count, canonical.starts(with: other) else { return false }
    return text.reversed().starts(with: canonical.dropFirst(other.count).reversed())
  }

  /// Whether `text` holds its own canonical text once, and does not run into it.
  private static func holdsOnce(_ text: WordStarts, _ canonical: WordStarts) -> Bool {
    text.places(of: canonical).count == 1 && !text.overlaps(canonical)
  }

  /// Whether one pair is the other with the same text before and behind: `u C v` to `u L v`. Whichever is read, clean makes
  /// the same of it.
  private static func isNested(outer: Member, inner: Member) -> Bool {
    guard let outerOriginal = outer.original, let innerOriginal = inner.original else { return false }
    let inCanonical = WordStarts(outerOriginal).places(of: WordStarts(innerOriginal))
    let inLocal = outer.text.places(of: inner.text)
    guard inCanonical.count == 1, inLocal.count == 1, let one = inCanonical.first,
      let other = inLocal.first
    else { return false }
    return outerOriginal[..<one] == outer.text.bytes[..<other]
      && outerOriginal[(one + innerOriginal.count)...] == outer.text.bytes[(other + inner.text.bytes.count)...]
  }
}
