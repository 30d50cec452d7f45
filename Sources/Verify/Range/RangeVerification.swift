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
    /// A push to this repository, which has no remote whose branches it is merged into: like a range, but also checked by the
    /// rules of `HEAD` and by those of the refs before the push.
    case received(old: [String])
  }

  private let here: VerifyRepository
  private let commits: CommitRange
  private let purpose: Purpose
  private let progress: Progress

  init(_ here: VerifyRepository, _ words: [String], _ purpose: Purpose, _ progress: Progress) {
    (self.here, commits, self.purpose, self.progress) = (here, CommitRange(here, words), purpose, progress)
  }

  func run(into report: inout VerifyReport) throws {
    switch purpose {
    case .all:
      let head = try commits.head()
      // Starts before the rules of all versions are read: git lists the commits meanwhile.
      let stream = try CommitStream(commits, here.git)
      var check = try check(head, after: [], .attributedOnly, &report)
      try look(at: stream, &check, &report)
      try name(&report)
    case .changesOnly, .received:
      guard let tip = try commits.tip() else { return }
      try look(tip, after: try commits.bases(), &report)
    }
  }

  private func look(_ tip: String, after bases: [String], _ report: inout VerifyReport) throws {
    var check = try check(tip, after: try former(bases), .all, &report)
    report.findings += report.rules.map(RulesCheck.notes) ?? []
    try look(at: CommitStream(commits, here.git), &check, &report)
    if bases.count == 1, try commits.holdMerges() {
      report.findings += try outcome(tip, since: bases[0], &check, besides: report.findings)
    }
    try name(&report)
    try check.ruleSet(RulesChange(here, .commit(tip), after: bases), &report)
  }

  /// The commits before the changes whose rules are used as well.
  private func former(_ bases: [String]) throws -> [String] {
    switch purpose {
    case .all, .changesOnly: try commits.excluded(orElse: bases)
    case .received(let old): old + [try here.head()].compactMap(\.self) + bases
    }
  }

  private func check(
    _ tip: String, after bases: [String], _ width: ChangeCheck.Scope, _ report: inout VerifyReport
  ) throws -> ChangeCheck {
    let formers = purpose == .all ? try FormerCanonicalTexts(here, in: commits) : .none
    let ruleSets = try RuleSets(here, .commit(tip), after: bases, formers: formers)
    let isPrivate = ruleSets.rules == nil && here.privateRules != nil
    if isPrivate { report.privateRules = here.privateRules }
    return try ChangeCheck(
      here, ruleSets, isPrivate ? .all : width, purpose == .all ? "HEAD" : commits.name, &report)
  }

  private func look(
    at stream: consuming CommitStream, _ check: inout ChangeCheck, _ report: inout VerifyReport
  ) throws {
    let cuts = try commits.cuts()
    var counter = progress.counter("Verifying commits")
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

  /// Leaks that a merge has added again: one of its parents has them, but not the base of the range.
  private func outcome(
    _ tip: String, since base: String, _ check: inout ChangeCheck, besides known: [Finding]
  ) throws -> [Finding] {
    let words = ["diff-tree", "-z", "-r", "--no-ext-diff", "--find-renames", "-l1000", base, tip]
    let output = try here.git.output(words)
    let found = try check.leaks(in: Changes.parse(output), besides: known)
    return try Blame(here, .commit(tip)).attributed(found.map { finding in
      LocatedFinding(finding: finding, gitLine: finding.location?.line ?? 0)
    })
  }

  /// The number of commits that are checked together.
  private static let batch = 500

  private func name(_ report: inout VerifyReport) throws {
    let authors = try here.authors(of: Set(report.findings.compactMap(\.origin?.commit)))
    for index in report.findings.indices {
      guard let commit = report.findings[index].origin?.commit else { continue }
      report.findings[index].origin = Finding.Origin(commit: commit, author: authors[commit] ?? "")
    }
  }
}
