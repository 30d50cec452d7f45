import Platform

// The verification of commits and of the index.
extension VerifyRepository {
  /// Verifies the whole history: leaks only.
  func verifyHistory(_ progress: Progress, into report: inout VerifyReport) throws {
    guard let head = try head() else { throw MungeError.unknownRevision(words: "there is no commit yet") }
    let commits = CommitRange(self, ["--all", "HEAD"])
    // Starts before the rules of all versions are read: git lists the commits meanwhile.
    let stream = try CommitStream(commits)
    var check = try ChangeCheck(self, .commit(head), after: [], history: FormerCanonicalTexts(self, in: commits), "HEAD", &report)
    try look(at: stream, &check, progress, &report)
    report.findings = try naming(report.findings)
  }

  /// Verifies the changes of commits, one by one, each version of a file once, and the rules, and files that they miss.
  ///
  /// `rulesOf`: the commits whose rules are used as well, for those before the changes; `tips`: those besides the last commit.
  func verify(
    _ commits: CommitRange, _ rulesOf: ([String]) throws -> [String], tips: [String] = [], _ progress: Progress,
    into report: inout VerifyReport
  ) throws {
    guard let (tip, bases, hasMerges) = try commits.ends() else { return }
    var check = try ChangeCheck(self, .commit(tip), after: rulesOf(bases).uniqued, commits.name, &report)
    report.findings += report.rules.map(RulesCheck.notes) ?? []
    try look(at: CommitStream(commits), &check, progress, &report)
    if bases.count == 1, hasMerges {
      let words = ["diff-tree", "-z", "-r", "--no-ext-diff", "--find-renames", "-l1000", bases[0], tip]
      try check.lookAgain(at: Changes.parse(try git.output(words)), &report)
    }
    report.findings = try naming(report.findings)
    let leaks = report.findings.filter { $0.detail.leaked != nil }
    report.rebased = try commits.rebased(from: Set(leaks.compactMap(\.origin?.commit)))
    try check.finish(after: bases, tips: tips, &report)
  }

  private func look(
    at stream: consuming CommitStream, _ check: inout ChangeCheck, _ progress: Progress, _ report: inout VerifyReport
  ) throws {
    // Commits of a shallow clone whose parents are missing, so that their changes are unknown.
    let cuts = Set(try lines(of: "shallow"))
    let counter = progress.counter("Verifying commits")
    while true {
      let batch = try stream.next(500)
      if batch.isEmpty { break }
      if let cut = batch.compactMap(\.commit).first(where: cuts.contains) { throw MungeError.shallow(commit: cut) }
      try check.look(at: batch, &report)
      report.extent.commits += batch.count
      counter.advance(by: batch.count)
    }
    counter.finish()
    try stream.end()
  }

  /// Verifies the index against `HEAD`.
  func verifyStaged(into report: inout VerifyReport) throws {
    if !hasWorkingTree { throw MungeError.bare }
    let here = withIndexOfHook()
    let bases = [try here.head()].compactMap(\.self)
    var check = try ChangeCheck(here, .index, after: bases, "the index", &report)
    // Before the first commit, everything that is staged is new.
    let start = try bases.first ?? String(decoding: here.git.line(["hash-object", "-t", "tree", "--stdin"]), as: UTF8.self)
    let words = ["diff-index", "--cached", "-z", "-r", "--find-renames", "-l1000", "--no-ext-diff", start, "--"]
    var changes = Changes.parse(try here.git.output(words)).flatMap(\.changes)
    // The versions of the files in the commits of a merge.
    let merging = try here.lines(of: "MERGE_HEAD").flatMap { try CommittedTree.commit($0).files(here.git) }
    let merged = Dictionary(grouping: merging, by: \.path)
    for index in changes.indices { changes[index].before += merged[changes[index].path] ?? [] }
    try check.look(at: [Changes(commit: nil, changes: changes)], &report)
    try check.finish(after: bases, &report)
  }
}
