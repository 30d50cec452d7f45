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
  /// As `git rev-list` takes them.
  private let words: [String]
  private let purpose: Purpose
  private let progress: (Verification.Progress) -> Void

  init(
    _ here: VerifyRepository, _ words: [String], _ purpose: Purpose, _ progress: @escaping (Verification.Progress) -> Void
  ) {
    (self.here, self.words, self.purpose, self.progress) = (here, words, purpose, progress)
  }

  func run(into report: inout VerifyReport) throws(MungeError) {
    guard let tip = try tip() else { return }
    let tree = CommittedTree.commit(tip)
    let bases = purpose == .all ? [] : try bases()
    switch try RulesCheck.read(tree, here.git, own: try here.ownPlan()) {
    case .bad(let finding): report.findings.append(finding)
    case .none: break
    case .fine(let rules, let scanner):
      report.rules = rules
      try look(tree, Inspector(rules: rules, scanner: scanner), bases.first, &report)
    }
    try name(&report)
    if purpose == .changesOnly {
      report.findings += try RulesChange(here, tree, after: bases).findings(besides: report.findings)
    }
  }

  /// What a user has typed is no option, whatever it looks like.
  private var selection: [String] {
    (words.contains { ["--all", "--not"].contains($0) } ? [] : ["--end-of-options"]) + words + ["--"]
  }

  /// By whose rules all commits are judged; `nil` where there are none.
  private func tip() throws(MungeError) -> String? {
    switch purpose {
    case .all: return try here.line(["rev-list", "-n", "1", "HEAD", "--"], orNone: "there is no commit yet")
    case .changesOnly:
      let unknown = "git knows no commits '\(words.joined(separator: " "))'"
      let name = try here.line(["rev-list", "-n", "1"] + selection, orNone: unknown)
      if name.isEmpty, try !areCommits() { throw .unknownRevision(words: unknown) }
      return name.isEmpty ? nil : name
    }
  }

  /// git takes `HEAD..HEAD:file` for a range without commits.
  private func areCommits() throws(MungeError) -> Bool {
    let types = try wrapping { () throws(GitError) in
      let names = try here.git.output(["rev-parse", "--revs-only"] + selection.dropLast())
      return try here.git.output(["cat-file", "--batch-check=%(objecttype)"], input: names.filter { $0 != UInt8(ascii: "^") })
    }
    return types.split(separator: UInt8(ascii: "\n")).allSatisfy { ["commit", "tag"].contains(String(decoding: $0, as: UTF8.self)) }
  }

  private func look(
    _ tree: CommittedTree, _ inspector: Inspector, _ base: String?, _ report: inout VerifyReport
  ) throws(MungeError) {
    let attributes = try CommittedAttributes(of: tree.files(here.git), here.git)
    var check = try ChangeCheck(here.git, inspector, purpose == .all ? .attributedOnly : .all, attributes, base: base)
    let cuts = try cuts()
    let words = ["rev-list", "--reverse"] + selection
    var commits = try wrapping { () throws(GitError) in try here.git.start(words) }
    while true {
      let batch = try lines(&commits)
      if batch.isEmpty { break }
      if let cut = batch.first(where: cuts.contains) { throw .shallow(commit: String(decoding: cut, as: UTF8.self)) }
      try check.look(at: Changes.parse(try changes(of: batch)), &report)
      report.extent.commits += batch.count
      progress(Verification.Progress(commits: report.extent.commits, files: report.extent.files))
    }
    let status: Int32
    do throws(SystemError) { status = try commits.end() } catch { throw .system(error) }
    if status != 0 { throw .git(.command(arguments: words, status: status, words: "not all commits could be read")) }
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

  /// Commits whose parents were left out of this clone: what they have brought in cannot be told.
  private func cuts() throws(MungeError) -> Set<[UInt8]> {
    let path = try here.line(["rev-parse", "--path-format=absolute", "--git-path", "shallow"], orNone: "there is no repository")
    let content = try wrapping { () throws(SystemError) in try FileSystem.contents(Path(path)) } ?? []
    return Set(content.split(separator: UInt8(ascii: "\n")).map(Array.init))
  }

  private func name(_ report: inout VerifyReport) throws(MungeError) {
    let authors = try here.authors(of: Set(report.findings.compactMap(\.origin?.commit)))
    for index in report.findings.indices {
      guard let commit = report.findings[index].origin?.commit else { continue }
      report.findings[index].origin = Finding.Origin(commit: commit, author: authors[commit] ?? "")
    }
  }

  /// More of them say nothing else: a branch seldom has the main one merged into it oftener.
  private static let mostBases = 8

  /// Commits that the range begins behind, the latest first.
  private func bases() throws(MungeError) -> [String] {
    let output = try wrapping { () throws(GitError) in
      try here.git.output(["rev-list", "--boundary", "--date-order"] + selection)
    }
    let names = output.split(separator: UInt8(ascii: "\n")).filter { $0.first == UInt8(ascii: "-") }
    return names.prefix(Self.mostBases).map { String(decoding: $0.dropFirst(), as: UTF8.self) }
  }
}
