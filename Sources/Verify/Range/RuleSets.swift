import Platform
import Rules
import Smudge

/// The rules and attributes that changes are checked against: those of the newest commit, then those of the commits
/// before the changes. So a change cannot hide a leak by removing a rule or an attribute.
struct RuleSets {
  /// The rule sets, at least one; the first is that of the newest commit, even if it has no rules.
  private(set) var all: [LeakScanner]
  /// The attributes of each rule set, by its index.
  let attributes: CommittedAttributes
  /// The finding about the newest rules if they cannot be used.
  let problem: Finding?
  /// The newest rules, or those of the first older rule set.
  let rules: Rules?

  private let repository: VerifyRepository

  private static let maxRuleSets = 4

  /// Reads the rules of commits. `bases`: commits before the changes; those with the same `settings` are skipped.
  /// `formers`: texts of other versions of the newest rules.
  init(
    _ repository: VerifyRepository, _ end: CommittedTree, after bases: [String], _ settings: SettingsOfCommits,
    formers: FormerCanonicalTexts
  ) throws {
    self.repository = repository
    var known: Set = [settings[end.commit]]
    var others = [LeakScanner]()
    for base in bases where others.count < Self.maxRuleSets - 1 && !known.contains(settings[base]) {
      guard var scanner = try RulesCheck.read(.commit(base), repository, own: nil).scanner else { continue }
      scanner.base = base
      others.append(scanner)
      known.insert(settings[base])
    }

    let own = try repository.ownPlan()
    let plans = others.map(\.plan)
    let newest = try RulesCheck.read(end, repository, own: own, others: plans, formers: formers)
    let trees = [end] + others.compactMap(\.base).map { .commit($0) }
    attributes = CommittedAttributes(repository) { try trees.map { try $0.attributeFiles(repository) } }
    rules = newest.scanner?.rules ?? others.first?.rules
    problem = newest.problem
    all = [try newest.scanner ?? LeakScanner(Rules(), own: own, others: plans)] + others
  }

  /// The attribute of a path, also by its former name.
  func attribute(of path: Path, _ ruleSet: Int) throws -> FilterAttribute {
    try all[ruleSet].formerPaths[path] == nil ? attributes[path, ruleSet] : .munged
  }

  /// Whether a rule set munges a file.
  func munges(_ file: Path, _ ruleSet: Int) throws -> Bool {
    try attribute(of: file, ruleSet) == .munged && !Exclusion.isExcluded(file)
  }

  /// Applies the rules of a former name, where they munged the file and do not munge it under its new name.
  mutating func follow(_ file: Path, to path: Path) throws {
    for ruleSet in all.indices where try munges(file, ruleSet) {
      let scanner = all[ruleSet]
      let isMunged = try attribute(of: path, ruleSet) == .munged
      if zip(scanner.reach(file), scanner.reach(path)).contains(where: { $0 && !($1 && isMunged) }) {
        all[ruleSet].formerPaths[path] = scanner.formerPaths[file] ?? file
      }
    }
  }

  /// The changes without the files that have nothing to find, now and before: no text and no key of a rule. A large
  /// file is kept, and so is one that was or can have been renamed: a rule can munge it by its former name.
  func holding(_ changes: [Changes], _ report: inout VerifyReport) throws -> [Changes] {
    let search = TextSearch(all.flatMap(\.searched))
    let limit = SearchBudget.largest(knowsTexts: all[0].knowsOwn)
    let blobs = changes.flatMap(\.changes).flatMap(\.blobs).uniqued
    let isEmpty = try repository.blobs.map(blobs, atMost: limit) { _, content in
      guard let content else { return false }
      return !search.occurs(in: content)
        && !(content.span.containsNUL && search.occurs(in: content.filter { $0 != 0 }))
    }

    let empty = Set(zip(blobs, isEmpty).filter(\.1).map(\.0))
    let named = all.flatMap(\.known)
    return changes.map { commit in
      var commit = commit
      if commit.isOpen { return commit }
      commit.changes.removeAll { change in
        guard change.blobs.allSatisfy(empty.contains), Set(change.paths).count == 1,
          !named.contains(where: { $0.names(change.path) })
        else { return false }
        report.files += 1
        return true
      }
      return commit
    }
  }

  /// One finding for all files of a tree that the newest attributes do not munge, but older ones (`areCompared`), or
  /// under a former name (`moved`) any, unless they now have `-filter`. Files with findings that are no leaks are
  /// skipped.
  func noLongerMunged(
    in end: CommittedTree, moved: Set<Path>, areCompared: Bool, besides findings: [Finding]
  ) throws -> [Finding] {
    let older = areCompared ? Array(all.indices.dropFirst()) : []
    if moved.isEmpty, older.isEmpty { return [] }
    let reported = Set(findings.filter { $0.detail.leaked == nil }.compactMap(\.location?.path))
    let git = repository.git
    let paths = try end.files(git).map(\.path).filter { path in
      !reported.contains(path) && !Exclusion.isExcluded(path) && (!older.isEmpty || moved.contains(path))
    }
    try attributes.load(paths)
    let files = try older.map { try Set(CommittedTree.commit(all[$0].base ?? "").files(git).map(\.path)) }
    func base(_ path: Path) throws -> String? {
      try zip(older, files).first { try $1.contains(path) && attributes[path, $0] == .munged }
        .flatMap { all[$0.0].base }
    }

    let lost = try paths.filter { path in
      try attributes[path] != .munged && (base(path) != nil || moved.contains(path) && attributes[path] != .declined)
    }
    let names = lost.map { path in all.lazy.compactMap { $0.formerPaths[path] }.first }
    var findings = zip(lost, names).compactMap { path, name in
      // The author of the rename is the one who can add the line: the guard stops that commit.
      name.map { Finding(.noLongerMunged($0), end.commit == nil ? .error : nil, at: Finding.Location(path: path)) }
    }
    let others = zip(lost, names).filter { $1 == nil }.map(\.0)
    if let first = others.first, let base = try base(first) {
      findings.append(Finding(.noLongerMunged(files: others.count, base: base), at: Finding.Location(path: first)))
    }
    return findings
  }
}
