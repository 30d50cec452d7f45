import Platform
import Smudge

/// Verifies the changes of commits, one by one, and each version of a file once.
struct RangeVerification {
  /// The purpose, which decides what is checked besides munged files.
  enum Purpose: Sendable, Equatable {
    /// The whole history: leaks only.
    case all
    /// A range: also the rules, and files that they miss.
    case changesOnly
    /// A push of these commits to this repository, which has no remote whose branches they are merged into: like a range, but
    /// also checked by the rules of `old`: those of the refs before the push and of `HEAD`.
    case received([String], old: [String])
  }

  private let here: VerifyRepository
  private let commits: CommitRange
  private let purpose: Purpose
  private let progress: Progress

  init(_ here: VerifyRepository, _ commits: CommitRange, _ purpose: Purpose, _ progress: Progress) {
    (self.here, self.commits, self.purpose, self.progress) = (here, commits, purpose, progress)
  }

  func run(into report: inout VerifyReport) throws {
    switch purpose {
    case .all:
      guard let head = try here.head() else { throw MungeError.unknownRevision(words: "there is no commit yet") }
      // Starts before the rules of all versions are read: git lists the commits meanwhile.
      let stream = try CommitStream(commits)
      let formers = try FormerCanonicalTexts(here, in: commits)
      var check = try ChangeCheck(here, .commit(head), after: [], formers: formers, .attributedOnly, "HEAD", &report)
      try look(at: stream, &check, &report)
      report.findings = try here.naming(report.findings)
    case .changesOnly: try look({ try commits.excluded(orElse: $0) }, &report)
    case .received(let tips, let old): try look({ old + $0 }, tips: tips, &report)
    }
  }

  /// `rulesOf`: the commits whose rules are used as well, for those before the changes; `tips`: those besides the last commit.
  private func look(_ rulesOf: ([String]) throws -> [String], tips: [String] = [], _ report: inout VerifyReport) throws {
    guard let (tip, bases, hasMerges) = try commits.ends() else { return }
    var check = try ChangeCheck(here, .commit(tip), after: rulesOf(bases).uniqued, .all, commits.name, &report)
    report.findings += report.rules.map(RulesCheck.notes) ?? []
    try look(at: CommitStream(commits), &check, &report)
    if bases.count == 1, hasMerges {
      let words = ["diff-tree", "-z", "-r", "--no-ext-diff", "--find-renames", "-l1000", bases[0], tip]
      try check.lookAgain(at: Changes.parse(try here.git.output(words)), &report)
    }
    report.findings = try here.naming(report.findings)
    let leaks = report.findings.filter { $0.detail.leaked != nil }
    report.rebased = try commits.rebased(from: Set(leaks.compactMap(\.origin?.commit)))
    try check.finish(after: bases, tips: tips, &report)
  }

  /// The number of commits that are checked together.
  private static let batch = 500

  private func look(
    at stream: consuming CommitStream, _ check: inout ChangeCheck, _ report: inout VerifyReport
  ) throws {
    // Commits of a shallow clone whose parents are missing, so that their changes are unknown.
    let cuts = Set(try here.lines(of: "shallow"))
    let counter = progress.counter("Verifying commits")
    while true {
      let batch = try stream.next(Self.batch)
      if batch.isEmpty { break }
      if let cut = batch.compactMap(\.commit).first(where: cuts.contains) { throw MungeError.shallow(commit: cut) }
      try check.look(at: batch, &report)
      report.extent.commits += batch.count
      counter.advance(by: batch.count)
    }
    counter.finish()
    try stream.end()
  }
}
