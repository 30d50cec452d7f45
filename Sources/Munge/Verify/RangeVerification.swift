import Git
import Platform
import Smudge

/// Verifies what commits bring in, one by one, each version of a file once.
struct RangeVerification {
  /// What is looked at besides the munged files.
  enum Purpose: Sendable {
    /// All commits there are: leaks alone.
    case all
    /// Somebody's changes: the rules, and files that they forget, too.
    case changesOnly
  }

  private let here: VerifyRepository
  private let commits: CommitRange
  private let purpose: Purpose
  private let progress: (Verification.Progress) -> Void

  init(
    _ here: VerifyRepository, _ words: [String], _ purpose: Purpose, _ progress: @escaping (Verification.Progress) -> Void
  ) {
    (self.here, commits, self.purpose, self.progress) = (here, CommitRange(here, words), purpose, progress)
  }

  func run(into report: inout VerifyReport) throws(MungeError) {
    guard let tip = try purpose == .all ? commits.head() : commits.tip() else { return }
    let tree = CommittedTree.commit(tip)
    let bases = purpose == .all ? [] : try commits.bases()
    switch try RulesCheck.read(tree, here.git, own: try here.ownPlan()) {
    case .bad(let finding): report.findings.append(finding)
    case .none: break
    case .fine(let rules, let scanner):
      report.rules = rules
      try look(tip, Inspector(rules: rules, scanner: scanner), bases, &report)
    }
    try name(&report)
    if purpose == .changesOnly {
      report.findings += try RulesChange(here, tree, after: bases).findings(besides: report.findings)
    }
  }

  private func look(
    _ tip: String, _ inspector: Inspector, _ bases: [String], _ report: inout VerifyReport
  ) throws(MungeError) {
    let attributes = try CommittedAttributes(of: CommittedTree.commit(tip).files(here.git), here.git)
    let width: ChangeCheck.Width = purpose == .all ? .attributedOnly : .all
    var check = try ChangeCheck(here.git, inspector, width, attributes, base: bases.first)
    let cuts = try commits.cuts()
    var names = try commits.start()
    while true {
      let batch = try lines(&names)
      if batch.isEmpty { break }
      if let cut = batch.first(where: cuts.contains) { throw .shallow(commit: String(decoding: cut, as: UTF8.self)) }
      try check.look(at: Changes.parse(try changes(of: batch)), &report)
      report.extent.commits += batch.count
      progress(Verification.Progress(commits: report.extent.commits, files: report.extent.files))
    }
    let status: Int32
    do throws(SystemError) { status = try names.end() } catch { throw .system(error) }
    if status != 0 { throw .git(.command(arguments: ["rev-list"], status: status, words: "not all commits could be read")) }
    if bases.count == 1, try commits.holdMerges() {
      report.findings += try outcome(tip, since: bases[0], &check, besides: report.findings)
    }
  }

  /// What a merge has brought back: it was in one of its parents, and not where the range begins.
  private func outcome(
    _ tip: String, since base: String, _ check: inout ChangeCheck, besides known: [Finding]
  ) throws(MungeError) -> [Finding] {
    let words = ["diff-tree", "-z", "-r", "--no-ext-diff", "--find-renames", "-l1000", base, tip]
    let output = try wrapping { () throws(GitError) in try here.git.output(words) }
    let found = try check.leaks(in: Changes.parse(output), besides: known)
    return try Blame(here, .commit(tip)).attributed(found.map { finding in
      LeakReport.Placed(finding: finding, gitLine: finding.location?.line ?? 0, text: [])
    })
  }

  /// How many commits are asked for together.
  private static let batch = 500

  private func lines(_ commits: inout ChildReader) throws(MungeError) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    do throws(SystemError) {
      while lines.count < Self.batch, let line = try commits.line() { lines.append(line) }
    } catch {
      throw .system(error)
    }
    return lines
  }

  private func changes(of commits: [[UInt8]]) throws(MungeError) -> [UInt8] {
    try wrapping { () throws(GitError) in
      try here.git.output(
        ["diff-tree", "--stdin", "-z", "-r", "-c", "--root", "--no-ext-diff", "--no-renames"],
        input: commits.flatMap { $0 + [UInt8(ascii: "\n")] })
    }
  }

  private func name(_ report: inout VerifyReport) throws(MungeError) {
    let authors = try here.authors(of: Set(report.findings.compactMap(\.origin?.commit)))
    for index in report.findings.indices {
      guard let commit = report.findings[index].origin?.commit else { continue }
      report.findings[index].origin = Finding.Origin(commit: commit, author: authors[commit] ?? "")
    }
  }
}
