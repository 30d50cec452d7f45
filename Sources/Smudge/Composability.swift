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

  /// Whether a retired text can be mistaken for a text of the plan, or for a part of one.
  public static func collides(_ retired: [UInt8], with plan: Plan) -> Bool {
    let texts = plan.rules.enumerated().flatMap { members(of: $1, $0) }
    return overlaps(retired, retired)
      || texts.contains { relation(retired, $0.text, isSame: false) != nil }
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

  private struct Member: Equatable {
    enum Role: Equatable {
      case canonical(local: [UInt8]?)
      case local(canonical: [UInt8])
      case retired
      case excepted
    }

    let text: [UInt8]
    let role: Role
    let rule: Int

    var isLocal: Bool {
      switch role {
      case .local, .retired: true
      case .canonical, .excepted: false
      }
    }
  }

  private static func members(of rule: PlanRule, _ index: Int) -> [Member] {
    let canonicals = rule.pairs.map {
      Member(text: $0.canonical, role: .canonical(local: $0.replacement), rule: index)
    }
    let locals = rule.pairs.compactMap { pair in
      pair.replacement.map { Member(text: $0, role: .local(canonical: pair.canonical), rule: index) }
    }
    let retired = rule.retired.map { Member(text: $0.text, role: .retired, rule: index) }
    let excepts = rule.excepts.map { Member(text: $0, role: .excepted, rule: index) }
    return canonicals + locals + retired + excepts
  }

  private static func conflict(of text: Member, with other: Member) -> Conflict? {
    guard let kind = relation(text.text, other.text, isSame: text == other) else { return nil }
    if isHarmless(text, kind, other) { return nil }
    return Conflict(
      text: text.text, kind: kind, other: other.text, rules: [text.rule, other.rule])
  }

  private static func relation(_ text: [UInt8], _ other: [UInt8], isSame: Bool) -> Conflict.Kind? {
    if text == other && !isSame { return .equals }
    if text.count > other.count && !places(of: other, in: text).isEmpty { return .contains }
    if text.count < other.count && !places(of: text, in: other).isEmpty { return .isContained }
    return overlaps(text, other) || overlaps(other, text) ? .overlaps : nil
  }

  private static func isHarmless(_ text: Member, _ kind: Conflict.Kind, _ other: Member) -> Bool {
    guard case .local(let canonical) = text.role else { return false }
    switch (kind, other.role) {
    case (.contains, .canonical(let local)) where text.rule == other.rule && other.text == canonical:
      return local == text.text && places(of: other.text, in: text.text).count == 1
        && !overlaps(text.text, other.text) && !overlaps(other.text, text.text)
    case (.contains, .local(let inner)):
      return isNested(outer: (canonical, text.text), inner: (inner, other.text))
    case (.isContained, .local(let outer)):
      return isNested(outer: (outer, other.text), inner: (canonical, text.text))
    case (_, .canonical), (_, .local), (_, .retired), (_, .excepted):
      return false
    }
  }

  /// Whether one pair is the other with the same text before and behind: `u C v` to `u L v`.
  private static func isNested(
    outer: (canonical: [UInt8], local: [UInt8]), inner: (canonical: [UInt8], local: [UInt8])
  ) -> Bool {
    let inCanonical = places(of: inner.canonical, in: outer.canonical)
    let inLocal = places(of: inner.local, in: outer.local)
    guard inCanonical.count == 1, inLocal.count == 1, let one = inCanonical.first,
      let other = inLocal.first
    else { return false }
    return outer.canonical[..<one] == outer.local[..<other]
      && outer.canonical[(one + inner.canonical.count)...]
        == outer.local[(other + inner.local.count)...]
  }

  /// Where `text` stands alone in `other`.
  private static func places(of text: [UInt8], in other: [UInt8]) -> [Int] {
    guard text.count <= other.count else { return [] }
    return (0...other.count - text.count).filter { place in
      other[place...].starts(with: text)
        && Boundary.surrounds(place..<place + text.count, in: other.span)
    }
  }

  /// Whether an end of `one` can be a beginning of `other`, cut at the ends of words.
  private static func overlaps(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    (1..<max(1, min(one.count, other.count))).contains { length in
      one.suffix(length) == other.prefix(length)
        && !Boundary.isIdentifier(one[one.count - length - 1])
        && !Boundary.isIdentifier(other[length])
    }
  }
}
