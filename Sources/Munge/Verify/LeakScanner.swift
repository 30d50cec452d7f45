import Platform
import Smudge

/// Finds texts in content that are no project's: by the rules alone, and by the plan of this working tree where there is one.
struct LeakScanner {
  /// A text where it should not be.
  struct Hit {
    let matter: Finding.Matter
    let rule: [UInt8]
    /// In bytes of the content that was read.
    let range: Range<Int>
  }

  /// What a rule is, with all that is compiled of it.
  fileprivate struct Known {
    let rule: Rule
    let plan: PlanRule
    let shape: LocalShape?
    let canonicals: Set<[UInt8]>
  }

  /// The rules as nobody's values fill them.
  let plan: Plan
  /// Of that plan.
  let idle: Lexicon
  private let known: [Known]
  private let anchors: TextSearch
  private let own: OwnTexts?

  /// `own`: the plan of this working tree.
  init(_ rules: Rules, own: Plan?) throws(MungeError) {
    let plan = try Compiler(rules, values: []).plan()
    (self.plan, idle) = (plan, Lexicon(plan))
    known = zip(rules.rules, plan.rules).map { rule, plan in
      Known(rule: rule, plan: plan, shape: LocalShape(rule.local, rules), canonicals: Set(rule.covered))
    }
    anchors = TextSearch(known.compactMap { $0.shape?.anchorText })
    let canonicals = Set(plan.rules.flatMap { $0.pairs.map(\.canonical) })
    self.own = own.map { OwnTexts($0, besides: canonicals) }
  }

  /// Whether there are texts that matter in files outside the attribute, too.
  var knowsOwn: Bool { own != nil }

  /// For each rule, whether it is for a path: two files that agree in this, and in their bytes, have the same hits.
  func reach(_ path: Path) -> [Bool] { known.map { $0.plan.applies(to: path) } }

  /// Content as it is read, and what was found in it, in ascending order; of several at one place the surest.
  func hits(in content: [UInt8], _ path: Path, _ attribute: WorktreeFile.Attribute) -> (bytes: [UInt8], hits: [Hit]) {
    let bytes = (own?.lexicon ?? idle).readable(content)
    if Exclusion.isExcluded(path) { return (bytes, []) }
    let mine = own?.hits(in: bytes) ?? []
    guard attribute == .munged, Exclusion.kind(of: bytes) == nil else { return (bytes, mine) }
    let rules = known.filter { $0.plan.applies(to: path) }
    let sightings = idle.occurrences(in: bytes)
    let all = mine + localTexts(sightings, rules) + foreignValues(in: bytes, path, sightings, rules) + shapes(in: bytes, rules)
    return (bytes, LeakScanner.surest(all))
  }

  private static func surest(_ hits: [Hit]) -> [Hit] {
    if hits.count < 2 { return hits }
    var places = PlaceSet()
    return hits.filter { places.claim($0.range) }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func localTexts(_ sightings: [Lexicon.Sighting], _ rules: [Known]) -> [Hit] {
    sightings.filter { $0.isToken(.local) && !$0.traits.contains(.canonical) }.compactMap { sighting in
      for known in rules where known.plan.covers(sighting) {
        guard let pair = known.plan.pairs.first(where: { $0.replacement == sighting.text }) else { continue }
        return Hit(
          matter: .localText(sighting.text, canonical: pair.canonical), rule: known.rule.name,
          range: sighting.place..<sighting.place + sighting.text.count)
      }
      return nil
    }
  }

  // MARK: Values of keys

  private func foreignValues(
    in bytes: [UInt8], _ path: Path, _ sightings: [Lexicon.Sighting], _ rules: [Known]
  ) -> [Hit] {
    if rules.allSatisfy(\.rule.keys.isEmpty) { return [] }
    let canonical = sightings.filter { $0.isToken(.canonical) }.map(\.place)
    return idle.keyedValues(in: bytes).compactMap { value in
      let rules = rules.filter { $0.rule.keys.contains(value.key) }
      let text = Array(bytes[value.range])
      guard let first = rules.first, !rules.contains(where: { $0.knows(text) }),
        !canonical.containsSorted(in: value.range), !Self.isNobodys(text, value, in: path)
      else { return nil }
      let canonicals = rules.flatMap(\.rule.canonicals)
      return Hit(
        matter: .foreignValue(text, key: value.key, canonicals: canonicals), rule: first.rule.name, range: value.range)
    }
  }

  /// Whether a value says nothing, or leaves it to somebody else to say.
  private static func isNobodys(_ text: [UInt8], _ value: Lexicon.KeyedValue, in path: Path) -> Bool {
    text.isEmpty || text.contains(UInt8(ascii: "$")) || ["{{", "<%", "#{", "%("].contains { text.firstRange(of: Array($0.utf8)) != nil }
      || text.first == UInt8(ascii: "@") && text.last == UInt8(ascii: "@")
      || !value.isQuoted && isCode(path)
  }

  /// Whether a value without quotes is the name of something.
  private static func isCode(_ path: Path) -> Bool {
    let words = path.name.bytes.split(separator: UInt8(ascii: "."))
    guard words.count > 1, let end = words.last else { return false }
    return codeEndings.contains(String(decoding: end, as: UTF8.self))
  }

  private static let codeEndings: Set = [
    "c", "cs", "dart", "go", "gradle", "groovy", "h", "hcl", "java", "js", "kt", "kts", "m", "mm", "py", "rb", "rs", "swift",
    "tf", "ts",
  ]

  // MARK: Shapes

  private func shapes(in bytes: [UInt8], _ rules: [Known]) -> [Hit] {
    if rules.allSatisfy({ $0.shape == nil }) { return [] }
    var found: [Hit] = []
    lazy var values = idle.keyedValues(in: bytes)
    anchors.forEachPlace(in: bytes) { text, place in
      for known in rules where known.shape?.anchorText == text {
        guard let range = known.shape?.range(in: bytes, anchorAt: place), isForeign(bytes[range], rules) else { continue }
        let keys = known.rule.keys
        if !keys.isEmpty && !values.contains(where: { keys.contains($0.key) && $0.range.contains(place) }) { continue }
        found.append(Hit(
          matter: .looksLocal(Array(bytes[range]), template: known.rule.local.description, canonical: known.rule.canonical),
          rule: known.rule.name, range: range))
      }
    }
    return found
  }

  /// Whether a text of the shape of a local one is neither a canonical text, nor one that goes on from there, nor meant.
  private func isForeign(_ text: ArraySlice<UInt8>, _ rules: [Known]) -> Bool {
    !rules.contains { known in
      (known.rule.covered + known.rule.excepts).contains { !$0.isEmpty && text.starts(with: $0) } || known.isAppleGroup(text)
    }
  }
}

extension LeakScanner.Hit {
  /// What tells it from others in the same file, wherever it stands there.
  func isSame(as other: LeakScanner.Hit) -> Bool { rule == other.rule && matter == other.matter }
}

extension LeakScanner.Known {
  /// Whether a value of one of its keys is the project's.
  fileprivate func knows(_ value: [UInt8]) -> Bool {
    canonicals.contains(value) || rule.excepts.contains(value)
      || plan.pairs.contains { $0.local == value }
      || plan.keyed?.extent == .part && TextPlaces(rule.excepts).stand(in: value)
  }

  /// Whether it is a canonical text behind a word that Apple puts there.
  fileprivate func isAppleGroup(_ text: ArraySlice<UInt8>) -> Bool {
    ["group.", "iCloud.", "merchant.", "pass.", "systemgroup."].contains { prefix in
      let rest = text.dropFirst(prefix.utf8.count)
      return text.starts(with: prefix.utf8) && rule.covered.contains { !$0.isEmpty && rest.starts(with: $0) }
    }
  }
}

extension [Int] {
  /// Whether one of these places, in ascending order, lies in a range.
  fileprivate func containsSorted(in range: Range<Int>) -> Bool {
    let index = partitioningIndex { $0 >= range.lowerBound }
    return index < count && self[index] < range.upperBound
  }
}

/// Places that are taken.
private struct PlaceSet {
  /// In ascending order; no two overlap.
  private var ranges: [Range<Int>] = []

  /// Answers whether the place was free.
  mutating func claim(_ range: Range<Int>) -> Bool {
    let index = ranges.partitioningIndex { $0.upperBound > range.lowerBound }
    if index < ranges.count, ranges[index].lowerBound < range.upperBound { return false }
    ranges.insert(range, at: index)
    return true
  }
}
