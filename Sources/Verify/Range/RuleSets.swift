import Platform
import Rules
import Smudge

/// The rules and attributes that changes are checked against: those of the newest commit, then those of the commits before
/// the changes. So a change cannot hide a leak by removing a rule or an attribute.
struct RuleSets: ~Copyable {
  /// The rules of one commit.
  struct RuleSet {
    let inspector: FileInspector
    /// Its object name; `nil` for the newest one, or the index.
    let commit: String?
  }

  /// At least one; the first is that of the newest commit, even if it has no rules.
  let all: [RuleSet]
  /// The attributes of each, by its index.
  var attributes: CommittedAttributes
  /// What is wrong with the newest rules.
  let problem: Finding?
  /// The newest ones, or those of the first older rule set.
  let rules: Rules?
  private let files: [[CommittedTree.File]]

  private static let maxRuleSets = 4

  /// `bases`: commits before the changes; those with the same rules and attributes are skipped. `formers`: texts of other
  /// versions of the newest rules.
  init(
    _ here: VerifyRepository, _ end: CommittedTree, after bases: [String], formers: FormerCanonicalTexts = .none
  ) throws {
    var (trees, others) = ([try end.files(here.git)], [RuleSet]())
    for base in bases where others.count < Self.maxRuleSets - 1 {
      let files = try CommittedTree.commit(base).files(here.git)
      if trees.contains(where: { Self.settings($0) == Self.settings(files) }) { continue }
      guard case .fine(let rules, let scanner) = try RulesCheck.read(.commit(base), here, own: nil) else { continue }
      others.append(RuleSet(inspector: FileInspector(rules: rules, scanner: scanner, ruleSet: others.count + 1), commit: base))
      trees.append(files)
    }
    let (own, plans) = (try here.ownPlan(), others.map(\.inspector.scanner.plan))
    let standing = try RulesCheck.read(end, here, own: own, others: plans, formers: formers)
    let inspector: FileInspector
    switch standing {
    case .fine(let rules, let scanner): inspector = FileInspector(rules: rules, scanner: scanner)
    case .none, .bad: inspector = FileInspector(rules: Rules(), scanner: try LeakScanner(Rules(), own: own, others: plans))
    }
    attributes = try CommittedAttributes(ofEach: trees, here)
    rules = standing.rules ?? others.first?.inspector.rules
    problem = standing.problem
    all = [RuleSet(inspector: inspector, commit: nil)] + others
    files = others.isEmpty ? [] : trees
  }

  /// The rules and attributes files.
  private static func settings(_ files: [CommittedTree.File]) -> [CommittedTree.File] {
    files.filter { $0.path == Path(RulesFile.name) || $0.path.name == Path(".gitattributes") }
  }

  /// Whether there is anything to check against.
  var areAny: Bool { rules != nil || problem != nil || all[0].inspector.scanner.knowsOwn }

  /// Whether the newest commit has rules.
  var endHasRules: Bool { !all[0].inspector.rules.rules.isEmpty }

  /// One finding for all files that have `filter=munge` in an older rule set, but not in the newest attributes. Files with
  /// `known` findings are skipped.
  mutating func noLongerMunged(besides known: [Finding]) throws -> [Finding] {
    guard let end = files.first else { return [] }
    let paths = Set(end.map(\.path)).subtracting(known.compactMap(\.location?.path))
    var found: [Finding] = []
    for ruleSet in all.indices.dropFirst() where found.isEmpty {
      let both = files[ruleSet].map(\.path).filter { paths.contains($0) && !Exclusion.isExcluded($0) }
      try attributes.load(both)
      var lost: [Path] = []
      for path in both where attributes[path, ruleSet] == .munged && attributes[path] != .munged { lost.append(path) }
      guard let first = lost.first, let commit = all[ruleSet].commit else { continue }
      found.append(Finding(.noLongerMunged(files: lost.count, base: commit), at: Finding.Location(path: first)))
    }
    return found
  }
}
