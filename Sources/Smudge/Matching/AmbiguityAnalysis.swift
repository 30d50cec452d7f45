import Platform

/// A check of which local texts of a plan clean cannot map back to their canonical texts without the source.
///
/// In a plan without conflicts clean restores a blob from the smudged bytes alone if the blob had no local and no
/// retired text. For texts in conflict, for example if one contains another, clean needs the source.
package enum AmbiguityAnalysis {
  /// A pair of texts that conflict, and their relation.
  package struct Conflict: Sendable, Hashable {
    /// The relation of two texts; the raw value is its wording in reports: `a` contains `b`.
    package enum Relation: String, Sendable, CaseIterable {
      case equals = "is the same as"
      case contains = "contains"
      case isContained = "is contained in"
      case overlaps = "overlaps"
    }

    /// The local or retired text.
    package let text: [UInt8]
    package let relation: Relation
    package let other: [UInt8]
    /// The indexes of the rules of both texts.
    package let rules: [Int]
  }

  package static func conflicts(in plan: Plan) -> [Conflict] {
    let members = members(of: plan)
    let relatives = relatives(members)
    return members.indices.filter { members[$0].meaning.canonical != nil }.flatMap { index in
      relatives[index].compactMap { members[index].conflict(with: members[$0]) }
    }
  }

  /// The members, for each member, whose texts are equal to its text, contain it, are contained in it or overlap it,
  /// and few others, in ascending order.
  private static func relatives(_ members: [Member]) -> [[Int]] {
    let holders = Dictionary(grouping: members.indices) { members[$0].text.bytes }
    let begun = members.indices.flatMap { index in members[index].text.beginnings.map { ($0, index) } }
    let beginnings = Dictionary(grouping: begun, by: \.0)
    let search = TextSearch(holders.keys)
    var related = [Set<Int>](repeating: [], count: members.count)
    for (index, member) in members.enumerated() {
      let bytes = member.text.bytes
      // An empty text is a word between two separators.
      var candidates = holders[[]] ?? []
      search.forEachMatch(in: bytes) { text, _ in candidates += holders[text] ?? [] }
      for start in member.text.starts.dropFirst() { candidates += (beginnings[bytes[start...]] ?? []).map(\.1) }
      for other in candidates where related[index].insert(other).inserted { related[other].insert(index) }
    }
    return related.map { $0.sorted() }
  }

  /// Whether a text that is retired in a rule would conflict with a text of the plan.
  package static func collides(_ retired: RetiredText, in rule: Int, of plan: Plan) -> Bool {
    var changed = plan
    changed.rules[rule].retired = [retired]
    let meaning = Meaning(rule: rule, role: .retired(retired))
    guard let text = members(of: changed).first(where: { $0.meaning == meaning }) else { return false }
    return (members(of: plan) + [text]).contains { text.conflict(with: $0) != nil }
  }

  package static func withCertainty(_ plan: Plan) -> Plan {
    let ambiguous = Set(conflicts(in: plan).flatMap(\.rules))
    var plan = plan
    for index in plan.rules.indices { plan.rules[index].certainty = ambiguous.contains(index) ? .ambiguous : .exact }
    return plan
  }

  /// Whether clean can form a local text or a key with the bytes around a replacement, as `app.dev.dev` to `app.dev`,
  /// so that its output has to be cleaned again. A plan with too many texts to compare is assumed to.
  static func cleanCanFormTexts(_ rules: [PlanRule]) -> Bool {
    let canonicals = Set(rules.flatMap { $0.pairs.map(\.canonical) + $0.retired.map(\.canonical) })
    let locals = Set(rules.flatMap { $0.localTexts + $0.watched })
    let formed = locals.union(rules.flatMap { ($0.keyed?.keys ?? []) + $0.exceptKeys }).map(WordStarts.init)
    if canonicals.count * formed.count > maxCompared { return true }
    // Other bytes, quotes for example, can change the syntax around a value.
    guard canonicals.union(locals).allSatisfy(isPlain) else { return true }
    // Whether a match of one and one of the other can have a byte in common. A canonical text that is formed can also
    // take bytes from an excepted one, which hid a local text.
    return rules.flatMap(\.excepts).map(WordStarts.init).contains { text in formed.contains { text.contains($0) } }
      || canonicals.map(WordStarts.init).contains { text in
        formed.contains { text.contains($0) || $0.contains(text) || text.overlaps($0) }
      }
  }

  private static let maxCompared = 1024

  /// Whether a text is a word, or words with `.` between them.
  private static func isPlain(_ text: [UInt8]) -> Bool {
    let words = text.split(separator: .dot, omittingEmptySubsequences: false)
    return words.allSatisfy { !$0.isEmpty && $0.allSatisfy(Boundary.isIdentifier) }
  }

  /// All texts of a plan.
  private static func members(of plan: Plan) -> [Member] {
    let alike = plan.rules.sharing { [$0.pairs.first].compactMap(\.self) }
    return plan.rules.enumerated().flatMap { index, rule in
      let group = alike[index].first { plan.rules[$0].keyed == rule.keyed } ?? index
      func member(_ text: [UInt8], _ role: Meaning.Role) -> Member {
        let meaning = Meaning(rule: index, role: role)
        let isWhole = text.isEmpty || (meaning.local ?? meaning.canonical)?.isEmpty ?? false
        let keyed = rule.keyed.map { isWhole ? $0.ofWholeValues : $0 }
        return Member(text: WordStarts(text), meaning: meaning, group: group, keyed: keyed, rule: rule)
      }
      let locals = rule.pairs.compactMap { pair in pair.replacement.map { member($0, .local(pair)) } }
      return rule.pairs.map { member($0.canonical, .canonical($0)) } + locals
        + rule.retired.map { member($0.text, .retired($0)) } + rule.excepts.map { member($0, .excepted) }
    }
  }

  /// A text of a rule, in one role.
  private struct Member: Equatable {
    let text: WordStarts
    let meaning: Meaning
    /// The first rule with the same first pair and keys, possibly for other paths.
    let group: Int
    let keyed: KeyScope?
    let rule: PlanRule

    private var original: [UInt8]? { meaning.canonical }
    private var isWhole: Bool { keyed?.extent == .whole }

    func conflict(with other: Member) -> Conflict? {
      // Rules for different keys are not matched at one position.
      if let keyed, let scope = other.keyed, !keyed.keys.contains(where: scope.keys.contains) { return nil }
      guard let relation = relation(to: other), !isHarmless(relation, other) else { return nil }
      return Conflict(
        text: text.bytes, relation: relation, other: other.text.bytes, rules: [meaning.rule, other.meaning.rule])
    }

    private func relation(to other: Member) -> Conflict.Relation? {
      let text = text
      let otherText = other.text
      if text.bytes == otherText.bytes && self != other { return .equals }
      if text.bytes.count > otherText.bytes.count && text.contains(otherText) { return .contains }
      if text.bytes.count < otherText.bytes.count && otherText.contains(text) { return .isContained }
      return text.overlaps(otherText) ? .overlaps : nil
    }

    /// Whether clean can distinguish two texts. A whole value matches or does not, but a value that is smudged in part
    /// can become equal to it. Of a local text and one that clean leaves, the local one is found.
    private func isHarmless(_ relation: Conflict.Relation, _ other: Member) -> Bool {
      let isWhole = isWhole || other.isWhole
      if isWhole && (leaves(other) || other.leaves(self)) { return true }
      return switch relation {
      case .equals:
        isSamePair(other) || isKeyed(beside: other) || other.isKeyed(beside: self)
          // Several canonical texts of one rule are not a conflict: clean always looks them up in the source.
          || isWhole && group == other.group && original != nil && other.original != nil
          || self.isWhole && !other.isWhole && other.original == nil
      case .contains: other.original == nil || other.isWhole || other.isNested(in: self)
      case .isContained: self.isWhole || isNested(in: other)
      case .overlaps: other.original == nil || isWhole || !other.canForm(text) && !canForm(other.text)
      }
    }

    /// Whether the rule is for all content, and smudges no values of the keys of the other one.
    private func leaves(_ other: Member) -> Bool {
      keyed == nil && other.keyed?.keys.allSatisfy(rule.exceptKeys.contains) == true
    }

    /// Whether the rule is for values of keys, and a rule for all content leaves them or has a pair of this rule: then
    /// these values are its own, and all others those of the other rule.
    private func isKeyed(beside other: Member) -> Bool {
      guard let original = other.original, keyed != nil, other.keyed == nil else { return false }
      return rule.pairs.contains(TextPair(canonical: original, local: text.bytes))
        || other.leaves(self) && self.original != nil
    }

    /// Whether both are local texts of the same canonical text, or both former ones.
    private func isSamePair(_ other: Member) -> Bool {
      original != nil && original == other.original && meaning.isCurrent == other.meaning.isCurrent
    }

    /// Whether the outer pair is this one with the same text around it, `u C v` to `u L v`: clean has the same result
    /// with both.
    private func isNested(in outer: Member) -> Bool {
      guard let outerOriginal = outer.original, let original else { return false }
      let inCanonical = WordStarts(outerOriginal).offsets(of: WordStarts(original))
      let inLocal = outer.text.offsets(of: text)
      guard inCanonical.count == 1, inLocal.count == 1 else { return false }
      let one = inCanonical[0]
      let other = inLocal[0]
      return outerOriginal[..<one] == outer.text.bytes[..<other]
        && outerOriginal[(one + original.count)...] == outer.text.bytes[(other + text.bytes.count)...]
    }

    /// Whether smudging can form `left` from the words before a canonical text and its local text, which is this: with
    /// `C` to `b.c`, smudge turns `a.C` into `a.b.c`, which contains a local text `a.b`. The reverse order is no
    /// conflict, because the match that starts first wins.
    private func canForm(_ left: WordStarts) -> Bool {
      guard let original = original.map(WordStarts.init) else { return false }
      return !left.overlaps(into: text).allSatisfy(original.begins)
    }
  }
}
