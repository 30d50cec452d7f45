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
    switch try RulesCheck.read(tree, here.git, own: try here.ownPlan()) {
    case .bad(let finding): report.findings.append(finding)
    case .none: break
    case .fine(let rules, let scanner):
      report.rules = rules
      try look(tree, Inspector(rules: rules, scanner: scanner), &report)
    }
    try name(&report)
    if purpose == .changesOnly { try lookAtRules(tip, &report) }
  }

  /// By whose rules all commits are judged; `nil` where there are none.
  private func tip() throws(MungeError) -> String? {
    let name: String
    switch purpose {
    case .all: name = try here.line(["rev-list", "-n", "1", "HEAD", "--"], orNone: "there is no commit yet")
    case .changesOnly:
      name = try here.line(["rev-list", "-n", "1"] + words + ["--"], orNone: "git knows no commits '\(words.joined(separator: " "))'")
    }
    return name.isEmpty ? nil : name
  }

  private func look(
    _ tree: CommittedTree, _ inspector: Inspector, _ report: inout VerifyReport
  ) throws(MungeError) {
    var attributes = try CommittedAttributes(of: tree, here.git)
    var check = try ChangeCheck(here.git, inspector, purpose == .all ? .attributedOnly : .all)
    let words = ["rev-list", "--reverse"] + words + ["--"]
    var commits = try wrapping { () throws(GitError) in try here.git.start(words) }
    while true {
      let batch = try lines(&commits)
      if batch.isEmpty { break }
      let changes = Changes.parse(try changes(of: batch))
      try attributes.load(changes.flatMap { $0.changes.map(\.path) })
      try check.look(at: changes, attributes, &report)
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
    // A renamed file that still holds what it held brings nothing in; the whole of history is too long to look for those.
    let renames = purpose == .all ? "--no-renames" : "--find-renames"
    return try wrapping { () throws(GitError) in
      try here.git.output(
        ["diff-tree", "--stdin", "-z", "-r", "-c", "--root", "--no-ext-diff", renames],
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

  // MARK: The rules

  /// What is wrong with the rules at the end of the range, and was not before it.
  private func lookAtRules(_ tip: String, _ report: inout VerifyReport) throws(MungeError) {
    guard let base = try base() else { return try add(rulesFindings(tip), besides: [], &report) }
    let files = [":(top,literal)\(RulesFile.name)", ":(top,glob)**/.gitattributes"]
    let changed = try wrapping { () throws(GitError) in
      try here.git.output(["diff-tree", "-r", "--name-only", base, tip, "--"] + files)
    }
    if !changed.isEmpty { try add(rulesFindings(tip), besides: rulesFindings(base), &report) }
  }

  private func rulesFindings(_ commit: String) throws(MungeError) -> [Finding] {
    var report = VerifyReport(.revision(commit))
    try TreeVerification(here, commit).run(into: &report)
    return report.findings.filter { $0.matter.leaked == nil }
  }

  private func add(_ found: [Finding], besides old: [Finding], _ report: inout VerifyReport) {
    let known = Set((old + report.findings).map(\.fingerprint))
    report.findings += found.filter { !known.contains($0.fingerprint) }
  }

  /// A commit that the range begins behind.
  private func base() throws(MungeError) -> String? {
    let output = try wrapping { () throws(GitError) in
      try here.git.output(["rev-list", "--boundary"] + words + ["--"])
    }
    let line = output.split(separator: UInt8(ascii: "\n")).first { $0.first == UInt8(ascii: "-") }
    return line.map { String(decoding: $0.dropFirst(), as: UTF8.self) }
  }
}

/// Verifies what would be committed: what the index holds and `HEAD` does not.
struct StagedVerification {
  private let here: VerifyRepository

  init(_ here: VerifyRepository) { self.here = here.withIndexOfHook() }

  func run(into report: inout VerifyReport) throws(MungeError) {
    switch try RulesCheck.read(.index, here.git, own: try here.ownPlan()) {
    case .bad(let finding): report.findings.append(finding)
    case .none: break
    case .fine(let rules, let scanner):
      report.rules = rules
      let changes = Changes.parse(try changes())
      var attributes = try CommittedAttributes(of: .index, here.git)
      try attributes.load(changes.flatMap { $0.changes.map(\.path) })
      var check = try ChangeCheck(here.git, Inspector(rules: rules, scanner: scanner), .all)
      try check.look(at: changes, attributes, &report)
    }
  }

  private func changes() throws(MungeError) -> [UInt8] {
    try wrapping { () throws(GitError) in
      let head = try here.git.run(["rev-parse", "--verify", "--quiet", "HEAD"].map { Array($0.utf8) })
      // Before the first commit, all that is staged is new.
      let base = head.isSuccess ? "HEAD" : String(decoding: try here.git.line(["hash-object", "-t", "tree", "--stdin"]), as: UTF8.self)
      return try here.git.output(["diff-index", "--cached", "-z", "-r", "--find-renames", "--no-ext-diff", base, "--"])
    }
  }
}
