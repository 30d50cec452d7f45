import Platform

// The verification of commits and of the index.
extension VerifyRepository {
  /// Verifies the whole history: leaks only.
  func verifyHistory(into report: inout VerifyReport) throws {
    guard let head = try head() else { throw RepositoryError.unknownRevision(words: "there is no commit yet") }
    let commits = CommitRange(repository: self, words: ["--all", "HEAD"])
    // Starts before the rules of all versions are read: git lists the commits meanwhile.
    let stream = try CommitStream(self, ["--reverse"] + commits.selection)
    var check = try ChangeCheck(
      self, .commit(head), after: [], history: FormerCanonicalTexts(self, in: commits), "HEAD", &report)
    try look(at: stream, &check, &report)
  }

  /// Verifies the changes of commits, one by one, each version of a file once, and the rules, and files that they miss.
  ///
  /// Besides the rules of the last commit, those of the commits before the changes are used.
  func verify(_ commits: CommitRange, into report: inout VerifyReport) throws {
    guard let (tip, bases, hasMerges) = try commits.ends() else { return }
    let older = try commits.excluded(orElse: bases).uniqued
    let settings = try settings(of: [tip] + older + bases)
    var check = try ChangeCheck(self, .commit(tip), after: older, settings, commits.name, &report)
    try look(at: CommitStream(self, ["--reverse"] + commits.selection), &check, &report)
    if bases.count == 1, hasMerges { try check.lookAgain(since: bases[0], &report) }
    try check.finish(after: bases, settings, &report)
  }

  /// Verifies a push to this repository, which has no remote whose branches the commits are merged into.
  ///
  /// Each tip is checked by its own rules, those of its refs before the push, of `HEAD` and of its bases; those with
  /// the same rules one after the other in one check, because a check starts ten processes.
  func verify(_ tips: [ReceivedTip], into report: inout VerifyReport) throws {
    let head = try [head()].compactMap(\.self)
    var tips = tips
    for index in tips.indices {
      tips[index].bases = try independent(Array(tips[index].bases.prefix(CommitRange.maxBases)))
      tips[index].old = (tips[index].old + head + tips[index].bases).uniqued
    }

    let settings = try settings(of: tips.flatMap { [$0.new] + $0.old })
    for (_, group) in tips.grouped(by: { [settings[$0.new]] + $0.old.map { settings[$0] }.uniqued }) {
      var added = VerifyReport(report.target)
      // git lists the latest tip first.
      let ordered = group.prefix(1) + group.dropFirst().reversed()
      do {
        try verify(Array(ordered), settings, into: &added)
      } catch RepositoryError.nothingToCheck {
        // A tip without rules is allowed.
      }
      report.add(added)
    }
  }

  /// Verifies tips with the same rules.
  private func verify(
    _ tips: [ReceivedTip], _ settings: SettingsOfCommits, into report: inout VerifyReport
  ) throws {
    var shared = try ChangeCheck(self, .commit(tips[0].new), after: tips[0].old, settings, tips[0].new, &report)
    var stream = try CommitStream(self, ["--no-walk=unsorted", "--stdin"], tips.flatMap(\.commits))
    var ready: ArraySlice<Changes> = []

    for tip in tips {
      var added = VerifyReport(report.target)
      let names = tips[0].old.map { name in (name, tip.old.first { settings[$0] == settings[name] } ?? name) }
      var check = shared.ending(at: .commit(tip.new), Dictionary(uniqueKeysWithValues: names))

      var left = tip.commits.count
      while left > 0 {
        if ready.isEmpty { ready = try next(&stream, &shared, &report)[...] }
        if ready.isEmpty { break }
        try check.look(at: Array(ready.prefix(left)), &added)
        let count = min(left, ready.count)
        ready = ready.dropFirst(count)
        left -= count
      }

      if tip.bases.count == 1, tip.hasMerges { try check.lookAgain(since: tip.bases[0], &added) }
      try check.finish(after: tip.bases, settings, &added)
      report.add(added)
    }
    try stream.end()
  }

  private func look(
    at stream: consuming CommitStream, _ check: inout ChangeCheck, _ report: inout VerifyReport
  ) throws {
    let counter = Progress.onTerminal.counter("Verifying commits")
    while case let batch = try next(&stream, &check, &report), !batch.isEmpty {
      try check.look(at: batch, &report)
      counter.advance(by: batch.count)
    }
    counter.finish()
    try stream.end()
  }

  /// The next commits, ready to look at.
  private func next(_ stream: inout CommitStream, _ check: inout ChangeCheck, _ report: inout VerifyReport) throws
    -> [Changes]
  {
    let batch = try stream.next(500)
    report.extent.commits += batch.count
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
    let changed = staged.settings.map(\.description)
    let settings: SettingsOfCommits = changed.isEmpty ? [:] : [nil: changed]
    var check = try ChangeCheck(self, .index, after: bases, settings, "the index", &report)
    // The versions of the files in the commits of a merge.
    let merging = try FileSystem.contents(directory.value.own / "MERGE_HEAD")?.lines ?? []
    let merged = Dictionary(
      grouping: try merging.flatMap { try CommittedTree.commit($0).files(git) }, by: \.path)
    for index in staged.changes.indices { staged.changes[index].before += merged[staged.changes[index].path] ?? [] }
    try check.look(at: check.prepared([staged], &report), &report)
    try check.finish(after: bases, settings, &report)
  }
}
