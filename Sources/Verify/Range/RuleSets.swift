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
  init(
    _ repository: VerifyRepository, _ end: CommittedTree, after bases: [String], _ settings: SettingsOfCommits
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
    let newest = try RulesCheck.read(end, repository, own: own, others: plans)
    let trees = [end] + others.compactMap(\.base).map { .commit($0) }
    attributes = CommittedAttributes(repository) { try trees.map { try $0.attributeFiles(repository) } }
    rules = newest.scanner?.rules ?? others.first?.rules
    problem = newest.problem
    all = [try newest.scanner ?? LeakScanner(Rules(), own: own, others: plans)] + others
  }

  /// The changes without the files that have nothing to find, now and before: no text and no key of a rule. A large
  /// file is kept, and so is one that was renamed.
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

  /// One finding for all files of a tree that older attributes munge, and the newest do not. Files with findings that
  /// are no leaks are skipped.
  func noLongerMunged(in end: CommittedTree, besides findings: [Finding]) throws -> [Finding] {
    let older = all.indices.dropFirst()
    if older.isEmpty { return [] }
    let reported = Set(findings.filter { $0.detail.leaked == nil }.compactMap(\.location?.path))
    let git = repository.git
    let paths = try end.files(git).map(\.path).filter { !reported.contains($0) && !Exclusion.isExcluded($0) }
    try attributes.load(paths)
    let files = try older.map { try Set(CommittedTree.commit(all[$0].base ?? "").files(git).map(\.path)) }
    let lost = try paths.filter { try attributes[$0] != .munged }.compactMap { path in
      try zip(older, files).first { try $1.contains(path) && attributes[path, $0] == .munged }
        .map { (path: path, base: all[$0.0].base ?? "") }
    }
    guard let first = lost.first else { return [] }
    return [Finding(.noLongerMunged(files: lost.count, base: first.base), at: Finding.Location(path: first.path))]
  }
}
