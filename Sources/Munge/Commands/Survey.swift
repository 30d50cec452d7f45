public import Platform
import Smudge

/// What the files of a working tree look like beside its plan.
public struct Survey: Sendable, Equatable {
  /// What is out of the ordinary about a file.
  public enum FileState: Sendable, Hashable, CaseIterable {
    /// It shows texts that the plan would put otherwise: a checkout without the filter, or a late save.
    case stale
    /// git was told not to look at it, or not to have it here.
    case hidden
    /// It holds a canonical text, and no attribute gives it to git-munge.
    case withoutAttribute
    /// It shows a local text, and no attribute gives it to git-munge: it would be committed as it is.
    case localWithoutAttribute
    /// It shows a local text of a rule with keys outside the values of those: it would be committed as it is.
    case localOutsideKey
    /// It shows a local text, and is of a kind that is never munged: it would be committed as it is.
    case localNeverMunged
    /// It holds a canonical text, and is of a kind that is never munged: it shows that to everybody.
    case neverMunged
    /// The index holds a local text for it that `HEAD` does not hold: it would be committed.
    case localStaged
    /// `HEAD` holds a local text for it: a leak, or a text of the project that looks the same.
    case localCommitted
  }

  /// A text of a rule inside a longer word, which no rule covers.
  public struct NearMiss: Sendable, Hashable {
    /// Whose text it is.
    public enum Side: String, Sendable, Hashable {
      case canonical
      /// It would be committed as it is.
      case local
    }

    public let path: Path
    public let side: Side
    public let word: [UInt8]
    public let rule: [UInt8]
    /// What a `suffix` line of the rule would have to say; `nil` where the word begins with something else.
    public let suffix: [UInt8]?
  }

  /// How often a rule's texts stand in the attributed files.
  public struct Count: Sendable, Equatable {
    public let rule: [UInt8]
    public var places = 0
    public var files = 0
  }

  public var attributed = 0
  public var counts: [Count] = []
  /// Each once for each file; of one file at most `mostNearMisses`.
  public var nearMisses: [NearMiss] = []
  /// How many more there are in files that have more.
  public var nearMissesLeftOut: [Path: Int] = [:]
  public var files: [FileState: [Path]] = [:]

  /// Of one file: more say nothing new.
  static let mostNearMisses = 50

  public func paths(_ state: FileState) -> [Path] { files[state] ?? [] }
}

extension Survey.FileState {
  /// Whoever declines the filter for a file wants its canonical texts as they are.
  fileprivate func isMeant(_ file: WorktreeFile) -> Bool {
    switch self {
    case .withoutAttribute: file.attribute == .unspecified
    case .stale, .hidden, .localWithoutAttribute, .localOutsideKey, .localNeverMunged, .neverMunged, .localStaged,
      .localCommitted:
      true
    }
  }
}

extension PlanRule {
  /// Whether one of its texts, canonical or local, stands alone in a place that it is for.
  fileprivate func counts(_ sighting: Lexicon.Sighting) -> Bool {
    sighting.fit == .token && covers(sighting)
      && pairs.contains { $0.canonical == sighting.text || $0.replacement == sighting.text }
  }
}

/// Reads the files of a working tree and compares them with a plan.
struct Surveyor: ~Copyable {
  private let clone: Clone
  private let plan: Plan
  private let lexicon: Lexicon
  private var rewriter: Rewriter
  /// Canonical texts that the plan puts otherwise.
  private let active: [[UInt8]]
  private var survey = Survey()

  init(_ clone: Clone, _ plan: Plan) {
    (self.clone, self.plan, lexicon) = (clone, plan, Lexicon(plan))
    active = plan.rules.flatMap(\.pairs).filter { $0.replacement != nil }.map(\.canonical)
    rewriter = Rewriter(
      worktree: clone.worktree, from: plan, to: plan, folder: clone.folder, notes: nil)
    survey.counts = plan.currentRules.map { Survey.Count(rule: $0.name) }
  }

  consuming func run() throws(MungeError) -> Survey {
    let files = try clone.attributedFiles()
    survey.attributed = files.count
    for file in files { try look(at: file) }
    try lookOutside()
    try lookIntoIndex()
    return survey
  }

  private mutating func look(at file: WorktreeFile) throws(MungeError) {
    if Exclusion.isExcluded(file.path) { return }
    if file.isHidden, FileSystem.exists(clone.worktree / file.path) { note(.hidden, file.path) }
    guard file.isOnDisk, let content = try clone.content(of: file.path) else { return }
    let bytes = lexicon.readable(content)
    if Exclusion.kind(of: bytes) != nil { lookAtNeverMunged(bytes, file.path) }
    let found = lexicon.occurrences(in: bytes)
    count(found, file.path)
    noteNearMisses(found, in: bytes, file.path)
    if found.contains(where: { $0.isToken(.outsideKey) }) { note(.localOutsideKey, file.path) }
    if try rewriter.rewrite(file) != .untouched { note(.stale, file.path) }
  }

  private mutating func lookAtNeverMunged(_ bytes: [UInt8], _ path: Path) {
    let found = lexicon.occurrencesAnyway(in: bytes) + lexicon.occurrencesBetweenNULs(in: bytes)
    if found.contains(where: { $0.isToken(.foreign) }) { note(.localNeverMunged, path) }
    else if found.contains(where: { $0.fit == .token && active.contains($0.text) }) { note(.neverMunged, path) }
  }

  private mutating func note(_ state: Survey.FileState, _ path: Path) {
    survey.files[state, default: []].append(path)
  }

  private mutating func count(_ found: [Lexicon.Sighting], _ path: Path) {
    let rules = plan.currentRules
    let here = rules.indices.filter { rules[$0].applies(to: path) }
    let keyed = here.filter { rules[$0].keyed != nil }.map { rules[$0] }
    for index in here {
      let rule = rules[index]
      let places = found.count { sighting in
        // A place is counted once: what is said of its key goes before what is said of all content.
        rule.counts(sighting) && (rule.keyed != nil || !keyed.contains { $0.counts(sighting) })
      }
      survey.counts[index].places += places
      survey.counts[index].files += places > 0 ? 1 : 0
    }
  }

  private mutating func noteNearMisses(_ found: [Lexicon.Sighting], in bytes: [UInt8], _ path: Path) {
    var known: Set<Survey.NearMiss> = []
    for sighting in found where sighting.fit == .insideWord {
      guard let side = Survey.NearMiss.Side(sighting.traits) else { continue }
      let miss = nearMiss(sighting, sighting.word(in: bytes), path, side)
      guard known.insert(miss).inserted else { continue }
      if known.count <= Survey.mostNearMisses { survey.nearMisses.append(miss) }
      else { survey.nearMissesLeftOut[path, default: 0] += 1 }
    }
  }

  private func nearMiss(
    _ sighting: Lexicon.Sighting, _ word: [UInt8], _ path: Path, _ side: Survey.NearMiss.Side
  ) -> Survey.NearMiss {
    func texts(_ pairs: [TextPair]) -> [[UInt8]] {
      switch side {
      case .canonical: pairs.map(\.canonical)
      case .local: pairs.compactMap(\.replacement)
      }
    }
    let text = sighting.text
    let rule = plan.rules.first { $0.covers(sighting) && texts($0.pairs).contains(text) }
    let whole = rule.flatMap { texts($0.pairs).first } ?? text
    return Survey.NearMiss(
      path: path, side: side, word: word, rule: rule?.name ?? [], suffix: sighting.suffix(covering: word, of: whole))
  }

  /// What the repository holds already is given back by clean as it is, so nothing else tells of it.
  private mutating func lookIntoIndex() throws(MungeError) {
    let places = TextPlaces(plan.rules.filter { $0.keyed == nil }.flatMap(\.pairs).compactMap(\.replacement))
    func isLocal(_ blob: [UInt8]) -> Bool {
      places.stand(in: blob) || lexicon.occurrences(in: blob).contains { $0.key != nil && $0.isToken(.local) }
    }
    for path in try clone.attributedFiles(committedWith: plan.rules.flatMap(\.pairs).compactMap(\.replacement)) {
      if isLocal(try clone.blob("HEAD:", path)) { note(.localCommitted, path) }
      else if isLocal(try clone.blob(":0:", path)) { note(.localStaged, path) }
    }
  }

  private mutating func lookOutside() throws(MungeError) {
    // Where an empty value is canonical, its key is what can be sought.
    let empty = plan.rules.filter { $0.pairs.contains { $0.canonical.isEmpty && $0.replacement != nil } }
    let keys = empty.flatMap { $0.keyed?.keys ?? [] }
    try lookOutside(for: active + keys, .canonical, .withoutAttribute)
    try lookOutside(for: lexicon.localTexts, .foreign, .localWithoutAttribute)
  }

  /// What `git grep` finds is looked at again: a text inside a longer word is none.
  private mutating func lookOutside(
    for texts: [[UInt8]], _ traits: Lexicon.Traits, _ state: Survey.FileState
  ) throws(MungeError) {
    for file in try clone.files(holding: texts, side: .disk)
    where file.isOnDisk && !Exclusion.isExcluded(file.path) && state.isMeant(file) {
      guard let bytes = try clone.content(of: file.path) else { continue }
      let isThere = lexicon.occurrences(in: bytes).contains { $0.isToken(traits) && texts.contains($0.text) }
      if isThere { note(state, file.path) }
    }
  }
}

extension Survey.NearMiss.Side {
  /// By what a text is; `nil` for one that was local once.
  fileprivate init?(_ traits: Lexicon.Traits) {
    if traits.contains(.canonical) { self = .canonical }
    else if traits.contains(.local) { self = .local }
    else { return nil }
  }
}

extension Lexicon.Sighting {
  /// What a `suffix` line of a rule has to say to cover a word that begins with this text; `nil` where none can. `whole`:
  /// the text of the rule without a suffix.
  func suffix(covering word: [UInt8], of whole: [UInt8]) -> [UInt8]? {
    guard word.starts(with: text), word.count <= Self.longest else { return nil }
    return Array(text.dropFirst(whole.count) + word.dropFirst(text.count))
  }
}
