package import Platform
package import Rules
package import Smudge

/// Finds leaked texts in content: by the rules, and by the plan of this working tree if there is one.
package struct LeakScanner: Sendable {
  /// A text that was found, with its place.
  package struct Hit {
    package let detail: Finding.Detail
    package let rule: [UInt8]
    /// The place, in bytes of the content.
    package let range: Range<Int>
    /// The severity; `nil` for that of the kind.
    var severity: Finding.Severity?
  }

  package let rules: Rules
  /// The commit of the rules; `nil` for the newest ones, and those of the index.
  var base: String?
  /// The plan of the rules without values.
  package let plan: Plan
  package let idle: CompiledPlan
  /// Whether a rule has a local text without variables.
  private let hasLocalTexts: Bool
  /// The rules in the order of the rules file.
  package let known: [LeakRule]
  /// The search for the values of all keys of the rules, also those that are only checked.
  private let keys: KeySearch
  private let anchors: TextSearch
  /// The shapes of each text that `anchors` finds: indices in `known` and in its shapes.
  private let anchored: [[UInt8]: [(known: Int, shape: Int)]]
  private let own: OwnTexts?

  /// Compiles the rules. `own`: the plan of this working tree; `others`: plans of other commits, whose texts belong to
  /// the project as well.
  package init(_ rules: Rules, own: Plan?, others: [Plan] = []) throws {
    let plan = try Compiler(rules, values: []).plan()
    self.rules = rules
    self.plan = plan
    idle = CompiledPlan(plan)
    hasLocalTexts = !idle.localTexts.isEmpty
    known = zip(rules.rules, plan.rules).map { LeakRule($0, $1, rules) }
    keys = KeySearch(rules.rules.flatMap { $0.keys + $0.exceptKeys + $0.checkedKeys })
    var anchored: [[UInt8]: [(known: Int, shape: Int)]] = [:]
    for (index, known) in known.enumerated() {
      for (number, shape) in known.shapes.enumerated() {
        if let text = shape.shape.anchorText { anchored[text, default: []].append((index, number)) }
      }
    }
    self.anchored = anchored
    anchors = TextSearch(anchored.keys)
    self.own = own.map { OwnTexts($0, besides: [plan] + others, rules) }
  }

  /// The texts and keys of which content has one in which anything is found, other than by the name of the file.
  var searched: [[UInt8]] {
    idle.searched + (own?.compiled.searched ?? []) + keys.keys + anchored.keys + SigningValues.keys.keys
  }

  /// Whether the scanner searches local texts of this working tree, also in files without the attribute.
  var knowsOwn: Bool { own != nil }
  func reach(_ path: Path) -> [Bool] { known.map { applies($0, to: path) } }

  func applies(_ rule: LeakRule, to path: Path) -> Bool { rule.plan.applies(to: path) }

  /// The values of the keys of the rules in content, in ascending order.
  package func keyMatches(in bytes: [UInt8]) -> [KeySearch.KeyMatch] { keys.matches(in: bytes) }

  /// Local texts of this working tree, in ascending order.
  package func ownHits(in bytes: [UInt8], _ path: Path, _ attribute: FilterAttribute) -> [Hit] {
    // The rules file can hold local texts.
    if path.name == Path(RulesFile.name) { return [] }
    let isText = !Exclusion.isExcluded(path) && Exclusion.kind(of: bytes) == nil
    let canBeOurs = [.munged, .marked, .unspecified].contains(attribute) || attribute.isMisspelled
    return own?.hits(in: bytes, isOurs: attribute == .munged && !Exclusion.isExcluded(path)) { canonical in
      if !isText || !canBeOurs { return [.write([canonical])] }
      if attribute == .munged { return [.repair()] }
      if attribute == .marked { return [.install] }
      let write = Finding.Step.write([canonical], if: "a mistake")
      if rules.rules.isEmpty { return [write] }
      let munging = Finding.Step.munging(by: rules)
      return FileRole(path) == .prose ? [write, munging] : [munging, write]
    } ?? []
  }

  /// The texts and the values of keys in content that can be munged.
  package typealias Matches = (texts: [PlanMatch], values: [KeySearch.KeyMatch])
  func matches(in bytes: [UInt8]) -> Matches { idle.matches(in: bytes, keys) }

  /// All hits in content, in ascending order; of overlapping ones, the most certain. `matches`: those in the
  /// content, if they are known.
  package func hits(in bytes: [UInt8], _ path: Path, _ attribute: FilterAttribute, _ matches: Matches? = nil) -> [Hit] {
    let isOurs = attribute == .munged && !Exclusion.isExcluded(path)
    let mine = ownHits(in: bytes, path, attribute)
    guard isOurs, Exclusion.kind(of: bytes) == nil else { return LeakScanner.surest(mine) }

    let rules = known.filter { applies($0, to: path) }
    var budget = SearchBudget(for: bytes.count)
    let values = candidates(matches?.values ?? keyMatches(in: bytes), in: bytes, path, rules, &budget)
    var texts = matches?.texts ?? []
    if matches == nil, hasLocalTexts || !values.isEmpty { texts = self.matches(in: bytes).texts }

    let sure = mine + localTexts(texts, path) + foreignValues(values, texts, &budget)
    let hits = sure + shapes(of: values, &budget) + shapes(in: bytes, rules, &budget)
    return LeakScanner.surest(hits, until: budget.end)
  }

  /// The hits in a new version of a file without the attribute: texts that have the form of a local one wherever they
  /// are. Only a `path` line that excludes the file keeps a rule from it.
  func strayHits(in bytes: [UInt8], _ path: Path) -> [Hit] {
    var isSuspect = false
    anchors.forEachMatch(in: bytes) { _, _ in isSuspect = true }
    if !isSuspect || Exclusion.isExcluded(path) || Exclusion.kind(of: bytes) != nil { return [] }

    let rules = known.filter { !$0.excludes(path) }
    var budget = SearchBudget(for: bytes.count)
    let values = candidates(keyMatches(in: bytes), in: bytes, path, rules, &budget)
    let suspects = shapes(of: values, areKeysEnough: false, &budget) + shapes(in: bytes, rules, &budget)

    let role = FileRole(path)
    let isBuilt = LeaveReason.isBuilt(path)
    var check = NonIdentifierCheck(bytes, role)
    let hits = suspects.map { hit in
      // Where no build reads it, it can be an example or a name.
      let isRead =
        isBuilt && !check.isInComment(hit.range.lowerBound) && (role != .code || Self.isQuoted(hit.range, bytes))
      return Hit(detail: hit.detail.stray, rule: hit.rule, range: hit.range, severity: isRead ? nil : .warning)
    }
    return LeakScanner.surest(hits, until: budget.end)
  }

  /// Whether the scanner can report anything in a file.
  package func looks(at path: Path) -> Bool {
    !Exclusion.isExcluded(path) || knowsOwn && path.name != Path(RulesFile.name)
  }

  /// The hits in ascending order; of overlapping ones, the first. `end`: where the search was stopped.
  static func surest(_ hits: [Hit], until end: Int? = nil) -> [Hit] {
    if hits.count < 2, end == nil { return hits }
    // In ascending order; no two overlap.
    var places: [Range<Int>] = []
    var surest = hits.filter { hit in
      let index = places.partitioningIndex { $0.upperBound > hit.range.lowerBound }
      if index < places.count, places[index].lowerBound < hit.range.upperBound { return false }
      places.insert(hit.range, at: index)
      return true
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    if let end {
      let index = surest.partitioningIndex { $0.range.lowerBound >= end }
      surest.insert(Hit(detail: .partlySearched, rule: [], range: end..<end), at: index)
    }
    return surest
  }

  private func localTexts(_ matches: [PlanMatch], _ path: Path) -> [Hit] {
    matches.filter { $0.isToken(.local) && !$0.roles.contains(.canonical) }.compactMap { match in
      for meaning in match.meanings where applies(known[meaning.rule], to: path) {
        guard case .local(let pair) = meaning.role else { continue }
        let detail = Finding.Detail.localText(match.text, canonical: pair.canonical)
        return Hit(detail: detail, rule: known[meaning.rule].rule.name, range: match.range)
      }
      return nil
    }
  }

  /// The first rule for a path whose canonical text the match is.
  func owner(of match: PlanMatch, _ path: Path, where isMeant: (LeakRule) -> Bool = { _ in true }) -> LeakRule? {
    match.meanings.lazy.filter(\.isCanonical).map { known[$0.rule] }.first { applies($0, to: path) && isMeant($0) }
  }

  /// A value of a key that is not canonical and not a placeholder, and the rules with that key, in a `key` or a `check`
  /// line.
  private typealias CandidateValue = (key: [UInt8], range: Range<Int>, text: [UInt8], rules: [LeakRule])

  private func candidates(
    _ values: [KeySearch.KeyMatch], in bytes: [UInt8], _ path: Path, _ rules: [LeakRule], _ budget: inout SearchBudget
  ) -> [CandidateValue] {
    if rules.allSatisfy({ $0.rule.keys.isEmpty && $0.rule.checkedKeys.isEmpty }) { return [] }

    var reader = NonIdentifierCheck(bytes, FileRole(path))
    var candidates = [CandidateValue]()
    // The rules of each key: many values have one.
    var concerned: [[UInt8]: [LeakRule]] = [:]
    // The last value that is known: the next one is often equal to it.
    var last: KeySearch.KeyMatch?
    for value in values {
      if let last, last.key == value.key, bytes[last.range].hasSameBytes(as: bytes[value.range]) { continue }

      budget.place = value.range.lowerBound
      let rules = concerned[value.key] ?? rules.filter { $0.concerns(value.key) }
      concerned[value.key] = rules

      let text = Array(bytes[value.range])
      let isKnown = rules.isEmpty || rules.contains { $0.canonicals.contains(text) }
      if isKnown { last = value }
      if isKnown || reader.isPlaceholder(text, value) { continue }
      if !budget.spendValue() { break }
      candidates.append((value.key, value.range, text, rules))
    }
    return candidates
  }

  private func foreignValues(_ values: [CandidateValue], _ matches: [PlanMatch], _ budget: inout SearchBudget) -> [Hit]
  {
    if values.isEmpty { return [] }
    let canonical = matches.filter { $0.isToken(.canonical) }.map(\.offset)
    return values.compactMap { value in
      budget.place = value.range.lowerBound
      let checking = value.rules.filter { $0.checks(value.key) }
      guard let first = checking.first(where: { $0.couldHold(value.text, &budget) }),
        !value.rules.contains(where: { $0.knows(value.text) })
      else { return nil }
      let place = canonical.partitioningIndex { $0 >= value.range.lowerBound }
      if place < canonical.count, canonical[place] < value.range.upperBound { return nil }
      let canonicals = checking.flatMap(\.rule.canonicals)
      return Hit(
        detail: .foreignValue(value.text, key: value.key, canonicals: canonicals), rule: first.rule.name,
        range: value.range)
    }
  }

  /// The texts in values of keys that have the shape of a local text. `areKeysEnough`: also of shapes that are too
  /// common for a search without keys.
  private func shapes(of values: [CandidateValue], areKeysEnough: Bool = true, _ budget: inout SearchBudget) -> [Hit] {
    var hits: [Hit] = []
    for value in values {
      budget.place = value.range.lowerBound
      for known in value.rules where known.rule.keys.contains(value.key) && known.couldHold(value.text, &budget) {
        // Where other values are allowed, a shape such as `${team}` has them all.
        for (shape, affix) in known.shapes
        where shape.anchorText != nil || areKeysEnough && (shape.isDistinctive || known.checks(value.key)) {
          for range in shape.ranges(in: value.text, &budget) where isForeign(value.text[range], of: known, value.rules)
          {
            hits.append(hit(value.text[range], known, affix, range.lowerBound + value.range.lowerBound))
          }
        }
      }
    }
    return hits
  }

  private func shapes(in bytes: [UInt8], _ rules: [LeakRule], _ budget: inout SearchBudget) -> [Hit] {
    let applies = known.map { known in known.rule.keys.isEmpty && rules.contains { $0 === known } }
    if !applies.contains(true) { return [] }
    var hits: [Hit] = []
    anchors.forEachMatch(in: bytes) { text, place in
      budget.place = place
      for (index, number) in anchored[text] ?? [] where applies[index] {
        let known = known[index]
        let (shape, affix) = known.shapes[number]
        guard let range = shape.range(in: bytes, anchorAt: place, &budget), budget.spend(rules.count),
          isForeign(bytes[range], of: known, rules)
        else { continue }
        hits.append(hit(bytes[range], known, affix, range.lowerBound))
      }
    }
    return hits
  }

  private func hit(_ text: ArraySlice<UInt8>, _ known: LeakRule, _ affix: Affix, _ place: Int) -> Hit {
    let canonical = affix.around(known.rule.canonical)
    return Hit(
      detail: .looksLocal(
        Array(text), template: known.rule.local.description, canonical: canonical, in: known.rule.file),
      rule: known.rule.name, range: place..<place + text.count)
  }

  /// Whether a text of local shape does not belong to the project.
  private func isForeign(_ text: ArraySlice<UInt8>, of known: LeakRule, _ rules: [LeakRule]) -> Bool {
    !known.ownsPrefixed(text) && !rules.contains { $0.owns(text) }
  }
}
