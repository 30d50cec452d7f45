public import Platform

/// All texts of a plan and what each one means, compiled for matching.
///
/// Canonical, local, retired and excepted texts are all tokens in both directions. Those that a
/// direction does not replace are fixed points, so that a local text which contains its canonical
/// does not grow, and an excepted text shields what it contains.
public struct Lexicon: Sendable {
  /// What one text stands for; a text can stand for several things at once.
  struct Entry: Sendable, Equatable {
    var smudged: [Replacement] = []
    var cleaned: [Replacement] = []
    var traits: Traits = []
  }

  struct Replacement: Sendable, Equatable {
    let rule: Int
    let text: [UInt8]
  }

  /// What meeting a text in content says about that content.
  public struct Traits: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let canonical = Traits(rawValue: 1)
    /// What this working tree shows now.
    public static let local = Traits(rawValue: 2)
    /// What it showed once.
    public static let retired = Traits(rawValue: 4)
    /// What it showed once, and cannot be taken back by bytes.
    public static let watched = Traits(rawValue: 8)
    /// A text of a rule whose clean asks the source.
    public static let ambiguous = Traits(rawValue: 16)

    /// A text that must not reach the repository.
    public static let foreign: Traits = [.local, .retired, .watched]
  }

  let matcher: Matcher
  let entries: [Entry]
  /// `nil` where no text is watched.
  let watch: Watch?
  private let rules: [PlanRule]
  private let scope: Scope

  /// Whether the path of a file matters to what its content becomes.
  private enum Scope { case allPaths, byPath }

  /// Former local texts that collide with a text of today, among all others.
  ///
  /// They are kept apart: as tokens they would shield what they contain, and a local text would pass clean.
  struct Watch: Sendable {
    let matcher: Matcher
    let traits: [Traits]

    /// `nil` where all of `watched` are texts of today.
    init?(for watched: [[UInt8]], beside texts: [[UInt8]]) {
      let watched = Set(watched).subtracting(texts)
      if watched.isEmpty { return nil }
      matcher = Matcher(texts + watched)
      traits = matcher.texts.map { watched.contains($0) ? .watched : [] }
    }

    var texts: [[UInt8]] { zip(matcher.texts, traits).filter { $0.1 == .watched }.map(\.0) }
  }

  public init(_ plan: Plan) {
    var entries: [[UInt8]: Entry] = [:]
    for (index, rule) in plan.rules.enumerated() { Lexicon.addPairs(of: rule, index, to: &entries) }
    // Behind all pairs: what is local now wins over what was.
    for (index, rule) in plan.rules.enumerated() { Lexicon.addOthers(of: rule, index, to: &entries) }
    matcher = Matcher(entries.keys)
    self.entries = matcher.texts.map { entries[$0] ?? Entry() }
    watch = Watch(for: plan.rules.flatMap(\.watched), beside: matcher.texts)
    rules = plan.rules
    scope = rules.allSatisfy(\.paths.isEmpty) ? .allPaths : .byPath
  }

  private static func addPairs(of rule: PlanRule, _ index: Int, to entries: inout [[UInt8]: Entry]) {
    for pair in rule.pairs {
      entries[pair.canonical, default: Entry()].traits.formUnion([.canonical, rule.certainty.trait])
      guard let local = pair.replacement else { continue }
      entries[pair.canonical]?.smudged.append(Replacement(rule: index, text: local))
      entries[local, default: Entry()].traits.formUnion([.local, rule.certainty.trait])
      entries[local]?.cleaned.append(Replacement(rule: index, text: pair.canonical))
    }
  }

  private static func addOthers(of rule: PlanRule, _ index: Int, to entries: inout [[UInt8]: Entry]) {
    for text in rule.retired {
      entries[text.text, default: Entry()].traits.formUnion([.retired, rule.certainty.trait])
      entries[text.text]?.cleaned.append(Replacement(rule: index, text: text.canonical))
    }
    for text in rule.excepts { entries[text, default: Entry()].traits.formUnion(rule.certainty.trait) }
  }

  /// The texts that must not reach the repository, present and former.
  public var localTexts: [[UInt8]] { texts { !$0.isDisjoint(with: .foreign) } + (watch?.texts ?? []) }

  /// The canonical texts of all rules, idle ones included.
  public var canonicalTexts: [[UInt8]] { texts { $0.contains(.canonical) } }

  private func texts(where isWanted: (Traits) -> Bool) -> [[UInt8]] {
    zip(matcher.texts, entries).filter { isWanted($0.1.traits) }.map(\.0)
  }

  /// What is done to the content of one path; `nil` for a path that git did not tell.
  public func transform(for path: Path?) -> Transform {
    if let path, Exclusion.isExcluded(path) { return Transform(lexicon: self, smudged: [], cleaned: []) }
    return transform(scope == .allPaths ? [] : rules.map { $0.applies(to: path) })
  }

  /// What is done where every rule applies, whatever its paths.
  public var transformOfAllRules: Transform { transform([]) }

  /// `applies`: for each rule, whether it does; empty: all do.
  private func transform(_ applies: [Bool]) -> Transform {
    let smudged = entries.map { entry in
      entry.smudged.first { applies.isEmpty || applies[$0.rule] }?.text
    }
    let cleaned = entries.map { entry in
      (entry.cleaned.first { applies.isEmpty || applies[$0.rule] } ?? entry.cleaned.first)?.text
    }
    return Transform(lexicon: self, smudged: smudged, cleaned: cleaned)
  }
}

extension PlanRule.Certainty {
  fileprivate var trait: Lexicon.Traits {
    switch self {
    case .exact: []
    case .ambiguous: .ambiguous
    }
  }
}

extension Lexicon {
  /// A place where a text of the plan occurs in some content, for reports.
  public struct Sighting: Sendable, Equatable {
    public enum Fit: Sendable, Equatable {
      /// It stands alone.
      case token
      /// It is part of this longer word.
      case insideWord([UInt8])
    }

    public let text: [UInt8]
    public let traits: Traits
    /// In bytes from the beginning of the content.
    public let place: Int
    public let fit: Fit

    public init(text: [UInt8], traits: Traits, place: Int, fit: Fit) {
      (self.text, self.traits, self.place, self.fit) = (text, traits, place, fit)
    }

    /// Whether a text with one of these traits stands alone here.
    public func isToken(_ traits: Traits) -> Bool { fit == .token && !self.traits.isDisjoint(with: traits) }
  }

  /// All places, as the filter meets them, of content that may be munged; none in other content.
  public func occurrences(in content: [UInt8]) -> [Sighting] {
    let bytes = readable(content)
    return Exclusion.kind(of: bytes) == nil ? allOccurrences(in: bytes) : []
  }

  /// All places in any content, also where the filter would not look; in UTF-16 they are counted in code units behind
  /// the byte order mark.
  public func occurrencesAnyway(in content: [UInt8]) -> [Sighting] { allOccurrences(in: readable(content)) }

  private func allOccurrences(in bytes: [UInt8]) -> [Sighting] {
    let found = occurrences(of: matcher, in: bytes) { entries[$0].traits }
    guard let watch else { return found }
    let watched = occurrences(of: watch.matcher, in: bytes) { watch.traits[$0] }
    return (found + watched.filter { $0.traits == .watched }).sorted { $0.place < $1.place }
  }

  /// Whether a text of the plan, of today or of before, occurs in bytes.
  func isAnyText(in bytes: [UInt8]) -> Bool {
    var walk = matcher.walk()
    if matcher.next(in: bytes.span, from: 0, to: bytes.count, &walk) != nil { return true }
    guard let watch else { return false }
    var second = watch.matcher.walk()
    return watch.matcher.next(in: bytes.span, from: 0, to: bytes.count, &second) != nil
  }

  private func occurrences(
    of matcher: Matcher, in bytes: [UInt8], _ traits: (Int) -> Traits
  ) -> [Sighting] {
    var (found, start, walk): ([Sighting], Int, Skipper.Walk) = ([], 0, matcher.walk())
    while let next = matcher.next(in: bytes.span, from: start, to: bytes.count, &walk) {
      let text = matcher.texts[next.text]
      let longest = traits(next.longest)
      if next.longest != next.text, !longest.isDisjoint(with: [.canonical, .foreign]) {
        let inside = Matcher.Occurrence(text: next.longest, place: next.place, fit: .insideWord)
        found.append(sighting(of: matcher.texts[next.longest], longest, inside, in: bytes))
      }
      let isCovered = next.longest != next.text && !longest.isDisjoint(with: .foreign)
      if !isCovered || !traits(next.text).isDisjoint(with: .foreign) {
        found.append(sighting(of: text, traits(next.text), next, in: bytes))
      }
      start = next.fit == .token ? next.place + text.count : next.place + 1
    }
    return found
  }

  private func sighting(
    of text: [UInt8], _ traits: Traits, _ found: Matcher.Occurrence, in bytes: [UInt8]
  ) -> Sighting {
    Sighting(
      text: text, traits: traits, place: found.place,
      fit: found.fit == .token
        ? .token : .insideWord(word(around: found.place..<found.place + text.count, in: bytes)))
  }

  private func word(around range: Range<Int>, in bytes: [UInt8]) -> [UInt8] {
    let before = bytes[..<range.lowerBound].reversed().prefix(while: Boundary.isIdentifier)
    let behind = bytes[range.upperBound...].prefix(while: Boundary.isIdentifier)
    return Array(bytes[(range.lowerBound - before.count)..<(range.upperBound + behind.count)])
  }
}
