import Platform
import Rules

// The verification of commits and of the index.
extension VerifyRepository {
  /// Verifies the whole history: leaks only.
  func verifyHistory(into report: inout VerifyReport) throws {
    guard let head = try head() else { throw RepositoryError.unknownRevision(words: "there is no commit yet") }
    let commits = CommitRange(repository: self, words: ["--all", "HEAD"])
    var stream = try CommitStream(self, ["--reverse"] + commits.selection)
    var check = try ChangeCheck(self, .commit(head), after: [], isHistory: true, &report)
    while case let batch = try next(&stream, &check, &report), !batch.isEmpty { try check.check(batch, &report) }
    try stream.end()
  }

  /// Verifies the changes of commits, one by one, each version of a file once, and the rules, and files that they miss.
  ///
  /// Each tip is checked by its own rules, those of `heads`, and those of the commits before it, unless a head has an
  /// earlier version of these. Tips with the same rules share a check, because a check starts ten processes.
  func verify(_ tips: [CommitTip], after heads: [String], into report: inout VerifyReport) throws {
    if tips.isEmpty { return }
    var tips = tips
    for index in tips.indices {
      tips[index].bases = try independent(Array(tips[index].bases.prefix(Self.maxBases)))
      tips[index].old += tips[index].bases
    }
    let old = tips.flatMap(\.old).uniqued
    let settings = try settings(of: tips.map(\.new) + heads + old)
    let own = Set(
      old.filter { old in heads.allSatisfy { settings[$0] != settings[old] && hasChanged(old, since: $0) } })
    for index in tips.indices { tips[index].old = (tips[index].old.filter(own.contains) + heads).uniqued }

    var isChecked = false
    for (_, group) in tips.grouped(by: { [settings[$0.new] ?? [], $0.old] }) {
      var added = VerifyReport(report.target)
      do {
        try verify(group, settings, into: &added)
        isChecked = true
      } catch RepositoryError.nothingToCheck {
        // A tip without rules is allowed beside others.
      }
      report.merge(added)
    }
    if !isChecked { throw nothingToCheck(in: report.target) }
  }

  /// The most boundaries of a tip whose rules are used.
  private static let maxBases = 8

  /// Whether the rules or attributes of a commit differ from those that it has in common with a head, or git knows
  /// nothing in common.
  private func hasChanged(_ commit: String, since head: String) -> Bool {
    (try? git.output(["diff", "--name-only", "\(head)...\(commit)", "--"] + RulesFile.pathspecs)) != []
  }

  /// Verifies tips with the same rules.
  private func verify(_ tips: [CommitTip], _ settings: SettingsOfCommits, into report: inout VerifyReport) throws {
    var shared = try ChangeCheck(self, .commit(tips[0].new), after: tips[0].old, settings, &report)
    var stream = try CommitStream(self, ["--no-walk=unsorted", "--stdin"], tips.flatMap(\.commits))
    var ready: ArraySlice<Changes> = []

    for tip in tips {
      var added = VerifyReport(report.target)
      var check = shared
      check.end = .commit(tip.new)

      var left = tip.commits.count
      while left > 0 {
        if ready.isEmpty { ready = try next(&stream, &shared, &report)[...] }
        let part = ready.prefix(left)
        if part.isEmpty { break }
        try check.check(Array(part), &added)
        ready = ready.dropFirst(part.count)
        left -= part.count
      }

      if tip.bases.count == 1, tip.hasMerges { try check.lookAgain(since: tip.bases[0], &added) }
      try check.finish(after: tip.bases, settings, &added)
      report.merge(added)
    }
    try stream.end()
  }

  /// The next commits, ready to look at.
  private func next(_ stream: inout CommitStream, _ check: inout ChangeCheck, _ report: inout VerifyReport) throws
    -> [Changes]
  {
    let batch = try stream.next(500)
    report.commits += batch.count
    return try check.prepared(batch, &report)
  }

  /// Verifies the index against `HEAD`.
  func verifyStaged(into report: inout VerifyReport) throws {
    if !hasWorkingTree { throw RepositoryError.bare }
    report.head = try head()
    let bases = [report.head].compactMap(\.self)
    // Before the first commit, everything that is staged is new.
    let start = try bases.first ?? git.line(["hash-object", "-t", "tree", "--stdin"]).string
    var staged = try changes(["diff-index", "--cached"], of: [start, "--"]).first ?? Changes(commit: nil)
    report.staged = staged.changes.map(\.path)
    report.hasStagedSettings = !staged.settings.isEmpty
    let settings: SettingsOfCommits = report.hasStagedSettings ? [nil: staged.settings.map(\.description)] : [:]
    var check = try ChangeCheck(self, .index, after: bases, settings, &report)
    // The versions of the files in the commits of a merge.
    let merging = try FileSystem.contents(directory.value.own / "MERGE_HEAD")?.lines ?? []
    let merged = Dictionary(
      grouping: try merging.flatMap { try CommittedTree.commit($0).files(git) }, by: \.path)
    for index in staged.changes.indices { staged.changes[index].before += merged[staged.changes[index].path] ?? [] }
    try check.check(check.prepared([staged], &report), &report)
    try check.finish(after: bases, settings, &report)
  }
}
