import Git
import Platform
import Smudge

/// Verifies what would be committed: what the index holds and `HEAD` does not.
struct StagedVerification {
  private let here: VerifyRepository

  init(_ here: VerifyRepository) { self.here = here.withIndexOfHook() }

  func run(into report: inout VerifyReport) throws(MungeError) {
    if here.clone == nil { throw .bare }
    switch try RulesCheck.read(.index, here.git, own: try here.ownPlan()) {
    case .bad(let finding): report.findings.append(finding)
    case .none: break
    case .fine(let rules, let scanner):
      report.rules = rules
      let head = try head()
      let attributes = try CommittedAttributes(of: CommittedTree.index.files(here.git), here.git)
      var check = try ChangeCheck(here.git, Inspector(rules: rules, scanner: scanner), .all, attributes, base: head)
      try check.look(at: Changes.parse(try changes(since: head)), &report)
    }
    report.findings += try RulesChange(here, .index, after: [head()].compactMap(\.self)).findings(besides: report.findings)
  }

  /// `nil` before the first commit.
  private func head() throws(MungeError) -> String? {
    let words = ["rev-parse", "--verify", "--quiet", "HEAD"].map { Array($0.utf8) }
    let done = try wrapping { () throws(GitError) in try here.git.run(words) }
    return done.isSuccess ? String(decoding: done.output.dropLast(), as: UTF8.self) : nil
  }

  private func changes(since head: String?) throws(MungeError) -> [UInt8] {
    try wrapping { () throws(GitError) in
      // Before the first commit, all that is staged is new.
      let empty = head == nil ? String(decoding: try here.git.line(["hash-object", "-t", "tree", "--stdin"]), as: UTF8.self) : ""
      let base = head ?? empty
      return try here.git.output(["diff-index", "--cached", "-z", "-r", "--find-renames", "--no-ext-diff", base, "--"])
    }
  }
}
