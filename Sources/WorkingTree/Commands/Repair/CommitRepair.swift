import Platform
import Rules
import Smudge
package import Verify

/// `git munge repair --commits`: rebases the commits of `HEAD` that no remote-tracking branch has, from the first one
/// with a leak, and repairs each.
package struct CommitRepair {
  /// The commits to rewrite, the latest first.
  package struct Commits: Sendable {
    /// The last argument of `git rebase`.
    let base: String
    /// The abbreviated names, each with its subject.
    package let names: [String]
    /// The name of the last one. A rebase of merges can set `ORIG_HEAD` to another commit.
    package var tip: Substring { names[0].prefix { $0 != " " } }
  }

  private let tree: WorkingTree

  package init(_ tree: WorkingTree) { self.tree = tree }

  private static let range = ["HEAD", "--not", "--remotes"]

  /// What the commits that no remote has add, as `git munge verify` reports it.
  package func report() throws -> VerifyReport { try Verification(.range(Self.range)).run(in: tree) }

  /// The commits to rewrite; `nil` if there are none. Throws `TransitionError.notBegun` during another operation.
  package func commits(_ report: VerifyReport) throws -> Commits? {
    guard let base = try base(report.leakingCommits) else { return nil }
    if let operation = GitOperation.inProgress(in: tree.gitDirectory.own) { throw TransitionError.during(operation) }
    let range = base.hasPrefix("-") ? "HEAD" : "\(base)..HEAD"
    let commits = try tree.git.output(["log", "--no-show-signature", "--no-color", "--format=%h %s", range]).lines
    return Commits(base: base, names: commits.map { escaped($0.utf8) })
  }

  /// The last argument of `git rebase` for the first of these commits.
  private func base(_ leaking: Set<String>) throws -> String? {
    // `commit [SP parent]... LF`
    let words = ["rev-list", "--topo-order", "--reverse", "--parents"] + Self.range + ["--"]
    let commits = try tree.git.output(words).lines.map { $0.split(separator: " ").map(String.init) }
    let first = commits.first { leaking.contains($0[0]) }
    return first.map { $0.count > 1 ? String($0[1].prefix(12)) : "--root" }
  }

  /// Rebases, with the output of git; `false` if the rebase has stopped. The working tree shows local texts again
  /// afterwards.
  package func rewrite(_ commits: Commits) throws -> Bool {
    // What cannot be repaired is reported at the end.
    let step =
      "git munge repair :/ >/dev/null; "
      + "GIT_REFLOG_ACTION=repair git commit --quiet --all --amend --no-edit --allow-empty --no-verify"
    let words = ["rebase", "--quiet", "--rebase-merges", "--strategy-option", "theirs", "--exec", step, commits.base]
    if try tree.git.runInForeground(words) != 0 { return false }
    if try !(tree.plan() ?? .idle).isCanonical {
      var install = Install(tree)
      _ = try install.run(value: nil) { _ in false }
    }
    return true
  }
}
