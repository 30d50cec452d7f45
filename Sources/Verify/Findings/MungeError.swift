package import Platform
package import Smudge

/// An error of a command; its description says what to do next.
package enum MungeError: Error, Sendable, Equatable, CustomStringConvertible {
  case noRepository(words: String)
  case bare
  case noRules(elsewhere: [Path])
  case editorFailed(String, status: Int32)
  case inputEnded
  case rulesExist
  case noPrivateRules(Path)
  case rulesInsideTree(Path)
  /// Private rules and editor support need `core.attributesFile`, which is set to another file.
  case attributesFileSet(ConfigEntry)
  /// Only these submodules have rules, and git-munge is not installed in them.
  case rulesInSubmodules([Path])
  /// No file matches; in the words of git.
  case unknownPath(words: String)
  case noFilter(lookedIn: [Path])
  /// The programs are in a directory whose name is not UTF-8, and git's configuration and hooks are.
  case unwritablePath(Path)
  /// Another tool has configured a filter named `munge`.
  case foreignKeys([ConfigEntry])
  case otherWorktreesMunged([Path])
  case worktreesAway([Path])
  case notInstalled
  /// `HEAD` has rules, and the working tree has none.
  case rulesMissing
  case rulesConflicted
  /// The rules have changed since they were approved, and the new ones were not approved.
  case rulesNotAgreed
  /// A file could not be transformed.
  case file(Path, why: String)
  case notBegun(why: String)
  case interrupted(after: Int, why: String)
  case stopped(afterTrees: Int, why: String)
  case indexLocked(Path)
  case damagedPlan(PlanError)
  case busy
  case unknownRevision(words: String)
  /// `elsewhere`: a ref that has rules.
  case nothingToCheck(String, privateRules: String? = nil, elsewhere: String? = nil)
  case unanswered(String)
  case missingBlob(Path, commit: String?)
  case shallow(commit: String)
  /// A line on the standard input of a hook is not in its format (githooks(5)).
  case hookInput(String, format: String, hook: String)
  case trackedLink(Path)
  /// The file of an option; `way`: what to do.
  case optionFile(String, SystemError, way: String)

  package var description: String {
    switch self {
    case .noRepository(let words) where words.contains("(or any "):
      "not in a git working tree; change to a clone of your project, or make a repository with `git init`"
    case .noRepository(let words): "git cannot use this repository: \(words.hasPrefix("fatal: ") ? String(words.dropFirst(7)) : words)"
    case .editorFailed(let editor, let status):
      "nothing was written: the editor '\(editor)' has failed (exit code \(status)); `git config core.editor` sets another one"
    case .inputEnded: "nothing was changed: the input ended before the answer; Enter keeps the project's text"
    case .bare: "this is a bare repository without files to munge; run git-munge in a clone of it"
    case .noRules(let elsewhere) where !elsewhere.isEmpty:
      "no .gitmunge at the top of this working tree; `mv \(elsewhere[0].shellQuoted) .gitmunge` at its top moves it there"
    case .noRules:
      "no .gitmunge at the top of this working tree; write one with `git munge init`, or private rules with `git munge init --private`"
    case .rulesInsideTree(let path):
      "\(path) is inside this working tree, where git can change or remove it; move it out of the working tree"
    case .attributesFileSet(let found):
      "\(found.words): for private rules and --editor git has to read the attributes of git-munge, which include those of your global file; this keeps yours in the clone, and removes the setting: \(found.attributesRemoval.text(rule: nil, .plain))"
    case .rulesExist: ".gitmunge exists; `git munge init` proposes what it lacks"
    case .noPrivateRules(let path): "\(path): there is no such file; write private rules with `git munge init --private`"
    case .rulesInSubmodules(let paths):
      "no .gitmunge at the top of this working tree; submodules that have one need their own installation: "
        + paths.map { "`git -C \($0.shellQuoted) munge install`" }.joined(separator: ", ")
    case .noFilter(let directories):
      "git-munge-filter not found next to git-munge (looked in \(directories.map { "\($0)" }.joined(separator: ", "))); install both programs into one directory"
    case .unwritablePath(let path): "the programs are in \(path), whose name is not UTF-8; install them into another directory"
    case .foreignKeys(let keys):
      "another tool has set " + keys.map { "\($0.key) = \($0.text)" }.joined(separator: ", ")
        + "; `git munge install --force` replaces it"
    case .otherWorktreesMunged(let paths):
      "nothing was changed: other working trees of this clone are munged: \(paths.map { "\($0)" }.joined(separator: ", ")); `git munge uninstall --yes` uninstalls in all, --this-worktree only here"
    case .worktreesAway(let paths):
      "munged working trees of this clone are missing: \(paths.map { "\($0)" }.joined(separator: ", ")); restore them (`git worktree repair` if they were moved) or run this in them; if they no longer exist, run `git worktree prune` (after `git worktree unlock` if locked)"
    case .notInstalled: "git-munge is not installed in this working tree (`git munge install` installs it)"
    case .rulesMissing: ".gitmunge is missing; restore it with `git checkout HEAD -- .gitmunge`, or run `git munge uninstall`"
    case .rulesConflicted: ".gitmunge is in conflict; resolve it, `git add` it, then run `git munge install`"
    case .rulesNotAgreed:
      "nothing was changed: the rules have changed since you approved them; `git munge install --yes` approves them without a question"
    case .file(let path, let why): "\(path): \(why)"
    case .notBegun(let why): "\(why); no file was changed"
    case .interrupted(let files, let why):
      "interrupted after \(count(files, "file")), no changes lost: \(why); fix this, then run any `git munge` command to resume"
    case .stopped(let trees, let why):
      "stopped after \(count(trees, "working tree")), the others are unchanged: \(why); fix this, then run the same command again"
    case .indexLocked(let path):
      "\(path) exists: another git command is running here, or was killed; when none is running, remove the file and try again"
    case .unknownPath(let words), .unknownRevision(let words): words
    case .nothingToCheck(let name, let file?, _):
      "the rules are private (\(file)), and no local text of this working tree is in use: nothing to check in \(name)"
    case .nothingToCheck(let name, nil, let ref?):
      "no .gitmunge in \(name): nothing to check; \(ref) has one, which \(name) does not contain"
    case .nothingToCheck(let name, nil, nil): "no .gitmunge in \(name): nothing to check; commit one (`git munge init` writes it)"
    case .unanswered(let what): "git did not report \(what), so this could not be checked"
    case .missingBlob(let path, let commit):
      "\(path)\(commit.map { " of commit \($0)" } ?? "") is not in this clone; fetch it (`git fetch --refetch --no-filter`) and try again"
    case .shallow(let commit):
      "this clone is shallow and lacks the parents of commit \(commit.prefix(12)); run `git fetch --unshallow` and try again"
    case .busy: "another git-munge command is running in this clone; try again after it ends"
    case .hookInput(let line, let format, let hook):
      "expected `\(format)` on standard input, as git writes it to a \(hook) hook; found \(line.isEmpty ? "nothing" : "`\(line)`")"
    case .damagedPlan(let error): "\(error); run `git munge install` to write a new one"
    case .optionFile(let option, let error, let way): "\(option): \(error); \(way)"
    case .trackedLink(let path):
      "\(path): git tracks this symbolic link, so a report is not written through it; name another file"
    }
  }
}

extension Error {
  /// Whether git can fail for the same reason, so that the error is printed with `FilterBypass`.
  package var blocksGit: Bool {
    switch self as any Error {
    case MungeError.noFilter, MungeError.foreignKeys, MungeError.damagedPlan, GitError.library: true
    default: false
    }
  }
}
