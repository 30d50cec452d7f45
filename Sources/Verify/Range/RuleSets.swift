import Git
import Platform
import Smudge

/// Whose rules and attributes changes are judged by: first those of the newest commit, then those of commits that the
/// changes come after. A change that takes a rule or an attribute away hides nothing that way.
struct RuleSets: ~Copyable {
  /// The rules of one commit.
  struct RuleSet {
    let inspector: FileInspector
    /// By its name; `nil` for the newest one, or the index.
    let commit: String?
  }

  /// At least one; the first is that of the newest commit, also where that has no rules.
  let all: [RuleSet]
  /// A tree for each of them.
  var attributes: CommittedAttributes
  /// What is wrong with the newest rules.
  let problem: Finding?
  /// The newest ones, or those of the first other judge.
  let rules: Rules?
  /// The files of each, where there are several.
  private let files: [[CommittedTree.File]]

  /// More seldom say anything else.
  private static let most = 4

  /// `bases`: commits that the changes come after; those with the same rules and attributes are no judges of their own.
  /// `formers`: what other versions of the newest rules know.
  init(
    _ here: VerifyRepository, _ end: CommittedTree, after bases: [String], formers: FormerTexts = .none
  ) throws(MungeError) {
    var (trees, others) = ([try end.files(here.git)], [RuleSet]())
    for base in bases where others.count < Self.most - 1 {
      let files = try CommittedTree.commit(base).files(here.git)
      if trees.contains(where: { Self.steering($0) == Self.steering(files) }) { continue }
      guard case .fine(let rules, let scanner) = try RulesCheck.read(.commit(base), here.git, own: nil) else { continue }
      others.append(RuleSet(inspector: FileInspector(rules: rules, scanner: scanner, ruleSet: others.count + 1), commit: base))
      trees.append(files)
    }
    let (own, plans) = (try here.ownPlan(), others.map(\.inspector.scanner.plan))
    let standing = try RulesCheck.read(end, here.git, own: own, others: plans, formers: formers)
    let inspector: FileInspector
    switch standing {
    case .fine(let rules, let scanner): inspector = FileInspector(rules: rules, scanner: scanner)
    case .none, .bad: inspector = FileInspector(rules: Rules(), scanner: try LeakScanner(Rules(), own: own, others: plans))
    }
    attributes = try CommittedAttributes(ofEach: trees, here.git)
    rules = standing.rules ?? others.first?.inspector.rules
    problem = standing.problem
    all = [RuleSet(inspector: inspector, commit: nil)] + others
    files = others.isEmpty ? [] : trees
  }

  /// The files that say what is munged.
  private static func steering(_ files: [CommittedTree.File]) -> [CommittedTree.File] {
    files.filter { $0.path == Path(RulesFile.name) || $0.path.name == Path(".gitattributes") }
  }

  /// Whether there is anything to judge by.
  var areAny: Bool { rules != nil || problem != nil || all[0].inspector.scanner.knowsOwn }

  /// Whether the newest commit has rules.
  var endHasRules: Bool { !all[0].inspector.rules.rules.isEmpty }

  /// Files that another judge gives to git-munge and the newest attributes do not; one finding for all of them.
  /// `known`: what was found already.
  mutating func noLongerMunged(besides known: [Finding]) throws(MungeError) -> [Finding] {
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
