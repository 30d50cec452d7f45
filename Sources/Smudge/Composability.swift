/// Whether the texts of a plan can be told apart in each other's company, and which cannot.
///
/// In a composable plan a blob comes back exactly, by bytes alone, if and only if smudging it met no
/// local or retired text. Where two texts meet in one of the ways below, clean has to ask the source.
public enum Composability {
  /// Two texts that can be mistaken for one another, and how.
  public struct Conflict: Sendable, Hashable {
    /// In words that fit between the two texts.
    public enum Kind: String, Sendable, CaseIterable {
      case equals = "is the same as"
      case contains = "contains"
      case isContained = "is contained in"
      case overlaps = "overlaps"
    }

    /// The local or retired text.
    public let text: [UInt8]
    public let kind: Kind
    public let other: [UInt8]
    /// The indexes of the rules that the two texts belong to.
    public let rules: [Int]
  }

  /// All conflicts of a plan; none: it is composable.
  public static func conflicts(in plan: Plan) -> [Conflict] {
    let texts = plan.rules.enumerated().flatMap { members(of: $1, $0) }
    return texts.filter(\.isLocal).flatMap { text in
      texts.compactMap { conflict(of: text, with: $0) }
    }
  }

  /// Whether a text that is to be retired in a rule can be mistaken for a text of the plan, or for a part of one.
  public static func collides(_ retired: RetiredText, in rule: Int, of plan: Plan) -> Bool {
    let text = Member(
      text: Words(retired.text), role: .retired(canonical: retired.canonical), rule: rule, keyed: plan.rules[rule].keyed)
    let texts = plan.rules.enumerated().flatMap { members(of: $1, $0) }
    return (texts + [text]).contains { conflict(of: text, with: $0) != nil }
  }

  /// The same rules with `certainty` set by what is found among their texts.
  public static func judged(_ plan: Plan) -> Plan {
    let ambiguous = Set(conflicts(in: plan).flatMap(\.rules))
    var plan = plan
    for index in plan.rules.indices {
      plan.rules[index].certainty = ambiguous.contains(index) ? .ambiguous : .exact
    }
    return plan
  }

  /// A text with the places where a word of it begins.
  private struct Words: Equatable {
    let bytes: [UInt8]
    let starts: [Int]

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      starts = bytes.indices.filter { $0 == 0 || !Boundary.isIdentifier(bytes[$0 - 1]) }
    }

    /// Where `other` stands alone.
    func places(of other: Words) -> [Int] {
      starts.filter { place in
        let end = place + other.bytes.count
        guard end <= bytes.count, end == bytes.count || !Boundary.isIdentifier(bytes[end]) else { return false }
        return bytes[place..<end] == other.bytes[...]
      }
    }

    /// Whether an end of this text can be a beginning of `other`, cut at the ends of words.
    func runsInto(_ other: Words) -> Bool {
      starts.dropFirst().contains { place in
        let length = bytes.count - place
        guard length < other.bytes.count, !Boundary.isIdentifier(other.bytes[length]) else { return false }
        return bytes[place...] == other.bytes[..<length]
      }
    }

    func overlaps(_ other: Words) -> Bool { runsInto(other) || other.runsInto(self) }
  }

  private struct Member: Equatable {
    enum Role: Equatable {
      case canonical(local: [UInt8]?)
      case local(canonical: [UInt8])
      case retired(canonical: [UInt8])
      case excepted
    }

    let text: Words
    let role: Role
    let rule: Int
    let keyed: KeyedScope?

    var isWhole: Bool { keyed?.extent == .whole }

    /// Whether both count in the same place.
    func canMeet(_ other: Member) -> Bool {
      guard let keyed, let others = other.keyed else { return true }
      return keyed.keys.contains(where: others.keys.contains)
    }

    var isLocal: Bool {
      switch role {
      case .local, .retired: true
      case .canonical, .excepted: false
      }
    }
  }

  /// For whole values: a value equals one of them, or it does not; but what smudging makes of a part of it may equal one.
  private static func isMistaken(_ text: Member, _ kind: Conflict.Kind, _ other: Member) -> Bool {
    switch kind {
    // Several canonical texts of one rule: clean asks the source for each.
    case .equals: !(text.rule == other.rule && text.isLocal && other.isLocal) && !isSamePair(text, other)
    case .contains: !other.isWhole && other.isLocal
    case .isContained: !text.isWhole
    case .overlaps: false
    }
  }

  private static func members(of rule: PlanRule, _ index: Int) -> [Member] {
    func member(_ text: [UInt8], _ role: Member.Role) -> Member {
      Member(text: Words(text), role: role, rule: index, keyed: rule.keyed)
    }
    let canonicals = rule.pairs.map { member($0.canonical, .canonical(local: $0.replacement)) }
    let locals = rule.pairs.compactMap { pair in
      pair.replacement.map { member($0, .local(canonical: pair.canonical)) }
    }
    let retired = rule.retired.map { member($0.text, .retired(canonical: $0.canonical)) }
    return canonicals + locals + retired + rule.excepts.map { member($0, .excepted) }
  }

  private static func conflict(of text: Member, with other: Member) -> Conflict? {
    guard text.canMeet(other), let kind = relation(text.text, other.text, isSame: text == other) else { return nil }
    if text.isWhole || other.isWhole ? !isMistaken(text, kind, other) : isHarmless(text, kind, other) { return nil }
    return Conflict(
      text: text.text.bytes, kind: kind, other: other.text.bytes, rules: [text.rule, other.rule])
  }

  private static func relation(_ text: Words, _ other: Words, isSame: Bool) -> Conflict.Kind? {
    if text.bytes == other.bytes && !isSame { return .equals }
    if text.bytes.count > other.bytes.count && !text.places(of: other).isEmpty { return .contains }
    if text.bytes.count < other.bytes.count && !other.places(of: text).isEmpty { return .isContained }
    return text.overlaps(other) ? .overlaps : nil
  }

  /// Whether both are local texts of one canonical text: then it does not matter which it was.
  private static func isSamePair(_ text: Member, _ other: Member) -> Bool {
    switch (text.role, other.role) {
    case (.local(let one), .local(let two)): one == two
    case (.local, _), (.canonical, _), (.retired, _), (.excepted, _): false
    }
  }

  private static func isHarmless(_ text: Member, _ kind: Conflict.Kind, _ other: Member) -> Bool {
    if kind == .equals && isSamePair(text, other) { return true }
    return switch (text.role, kind, other.role) {
    case (.local(let canonical), .contains, .canonical(let local)) where other.text.bytes == canonical:
      text.rule == other.rule && local == text.text.bytes && holdsOnce(text.text, other.text)
    case (.retired(let canonical), .contains, .canonical) where other.text.bytes == canonical:
      text.rule == other.rule && holdsOnce(text.text, other.text)
    case (.local(let canonical), .contains, .canonical), (.retired(let canonical), .contains, .canonical):
      text.rule == other.rule && isSibling(text.text.bytes, canonical, of: other.text.bytes)
        && holdsOnce(text.text, other.text)
    case (.local(let outer), .contains, .local(let inner)):
      isNested(outer: (outer, text.text), inner: (inner, other.text))
    case (.local(let inner), .isContained, .local(let outer)):
      isNested(outer: (outer, other.text), inner: (inner, text.text))
    case (.canonical, _, _), (.excepted, _, _), (.local, _, _), (.retired, _, _):
      false
    }
  }

  /// Whether `text` stands for `other` with a suffix, and ends with that suffix too: `C` to `C.me` makes
  /// `C.meTests`, which holds `C`, of `CTests`.
  private static func isSibling(_ text: [UInt8], _ canonical: [UInt8], of other: [UInt8]) -> Bool {
    guard canonical.count > other.count, canonical.starts(with: other) else { return false }
    return text.reversed().starts(with: canonical.dropFirst(other.count).reversed())
  }

  /// Whether `text` holds its own canonical text once, and does not run into it.
  private static func holdsOnce(_ text: Words, _ canonical: Words) -> Bool {
    text.places(of: canonical).count == 1 && !text.overlaps(canonical)
  }

  /// Whether one pair is the other with the same text before and behind: `u C v` to `u L v`.
  private static func isNested(
    outer: (canonical: [UInt8], local: Words), inner: (canonical: [UInt8], local: Words)
  ) -> Bool {
    let inCanonical = Words(outer.canonical).places(of: Words(inner.canonical))
    let inLocal = outer.local.places(of: inner.local)
    guard inCanonical.count == 1, inLocal.count == 1, let one = inCanonical.first,
      let other = inLocal.first
    else { return false }
    return outer.canonical[..<one] == outer.local.bytes[..<other]
      && outer.canonical[(one + inner.canonical.count)...]
        == outer.local.bytes[(other + inner.local.bytes.count)...]
  }
}
