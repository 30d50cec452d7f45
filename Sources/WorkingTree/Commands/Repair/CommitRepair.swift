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
  }

  private let tree: WorkingTree
  private let verification: Verification

  package init(_ tree: WorkingTree) {
    self.tree = tree
    verification = Verification(.range(["HEAD", "--not", "--remotes"]), progress: tree.progress)
  }

  /// The commits that no remote has and that add a local text, as `git munge verify` reports them.
  package func report() throws -> VerifyReport { try verification.run() }

  /// The commits to rewrite; `nil` if there are none, or a remote has one. Throws `TransitionError.notBegun` if a
  /// rebase would lose something.
  package func commits(_ report: VerifyReport) throws -> Commits? {
    guard let base = report.rebased else { return nil }
    if let operation = GitOperation.inProgress(in: tree.gitDirectory.own) {
      throw TransitionError.notBegun(
        why: "a \(operation.rawValue) is in progress: finish or abort it, then run this command again")
    }
    if try !tree.git.output(["status", "--porcelain", "--untracked-files=no"]).isEmpty {
      throw TransitionError.notBegun(why: "the working tree has changes: commit them, or run `git stash` first")
    }
    // `NAME LF`, the header, an empty line, and the message with four blanks before each line
    let range = base.hasPrefix("-") ? "HEAD" : "\(base)..HEAD"
    let commits = try tree.git.records(["rev-list", "--header", range]).map(\.string)
    let author = try tree.git.line(["var", "GIT_AUTHOR_IDENT"]).string.prefix { $0 != ">" }.drop { $0 != "<" }
    return Commits(base: base, names: try commits.map { try name(of: $0, by: author) })
  }

  /// The name of a commit that can be copied. `author`: `<` and the address of the user.
  private func name(of commit: String, by author: Substring) throws -> String {
    let lines = commit.split(separator: "\n", omittingEmptySubsequences: false)
    let header = lines.prefix { !$0.isEmpty }
    let subject = lines.dropFirst(header.count + 1).first?.drop { $0 == " " } ?? ""
    let name = "\(commit.prefix(12)) \(escaped(subject.utf8))"
    if header.contains(where: { $0.hasPrefix("author ") && !$0.contains("\(author)>") }) {
      throw TransitionError.notBegun(why: "\(name) is a commit of another author, which a rebase would copy")
    }
    if header.contains(where: { $0.hasPrefix("gpgsig") }) {
      throw TransitionError.notBegun(why: "\(name) is signed, and a rebase would drop the signature")
    }
    return name
  }

  /// Rebases, with the output of git; `false` if the rebase has stopped. The working tree shows local texts again
  /// afterwards.
  package func rewrite(_ commits: Commits) throws -> Bool {
    // What cannot be repaired is reported at the end.
    let step =
      "{ git munge repair --quiet :/ >&2 || test $? = 1; } "
      + "&& git commit --quiet --all --amend --no-edit --allow-empty --no-verify"
    let words = ["rebase", "--quiet", "--rebase-merges", "--strategy-option", "theirs", "--exec", step, commits.base]
    if try tree.git.runInForeground(words) != 0 { return false }
    if try !(tree.plan() ?? .idle).isCanonical {
      var install = Install(tree)
      _ = try install.run(value: nil, editor: nil) { _ in false }
    }
    return true
  }
}
