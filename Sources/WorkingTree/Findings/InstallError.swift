package import Platform
import Verify

/// An error of an installation: of its rules, its programs and its configuration. Its description says what to do next.
package enum InstallError: Error, Sendable, Equatable, CustomStringConvertible {
  case noRules(elsewhere: [Path])
  /// `HEAD` has rules, and the working tree has none.
  case rulesMissing
  case rulesConflicted
  /// The rules have changed since they were approved, and the new ones were not approved.
  case rulesNotAgreed
  case rulesInsideTree(Path)
  /// The file `info/attributes` cannot hold the block.
  case attributesUnusable(Path, why: String)
  /// A file was staged by the installation, and `.gitattributes` has another filter for it.
  case stagedWithoutFilter(Path, String)
  case noFilter(lookedIn: [Path])
  case notInstalled
  /// The clone uses git-lfs, which is not on `PATH`.
  case missingLFS

  package var description: String {
    switch self {
    case .noRules(let elsewhere) where !elsewhere.isEmpty:
      Self.noFile + "; `mv \(elsewhere[0].shellQuoted) .gitmunge` at its top moves it there"
    case .noRules:
      Self.noFile + "; write one with `git munge init`, or private rules with `git munge init --private`"
    case .rulesMissing:
      ".gitmunge is missing; restore it with `git checkout HEAD -- .gitmunge`, or run `git munge uninstall`"
    case .rulesConflicted: ".gitmunge is in conflict; resolve it, `git add` it, then run `git munge install`"
    case .rulesNotAgreed:
      "nothing was changed: the rules have changed since you approved them; "
        + "`git munge install --yes` approves them without a question"
    case .rulesInsideTree(let path):
      "\(path) is inside this working tree, where git can change or remove it; move it out of the working tree"
    case .attributesUnusable(let file, let why):
      "\(file) \(why), so the filter lines cannot be written to it; "
        + "`mv \(file.shellQuoted) \(Path(file.bytes + ".old".bytes).shellQuoted)` moves it away"
    case .stagedWithoutFilter(let path, let filter):
      "\(path) has filter=\(filter) in .gitattributes, and was staged without it; `git munge install && "
        + "git add --renormalize \(Path(":/".bytes + path.bytes).shellQuoted)` stages it by that filter"
    case .noFilter(let directories):
      "git-munge-filter not found next to git-munge (looked in \(directories.listed)); "
        + "install both programs into one directory"
    case .missingLFS:
      "this clone uses git-lfs, which is not on PATH: install it, or remove filter.lfs from git's configuration "
        + "(`git config --show-origin --get-regexp '^filter.lfs'` shows where it is)"
    case .notInstalled: "git-munge is not installed in this working tree (`git munge install` installs it)"
    }
  }

  private static let noFile = "no .gitmunge at the top of this working tree"
}
