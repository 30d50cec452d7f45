// Problems of a clone, each with the report of `git munge doctor`.

import Platform
import StorySupport
import TestSupport
import Testing

/// One problem: how it is made, and what doctor prints.
struct DoctorCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// The severity that is printed first: `problem` or `note`.
  var mark = "problem"
  let words: @Sendable (WorkingTree) -> String
  var paths: [String] = []
  let remedy: @Sendable (WorkingTree) -> String
  /// The command that the printed fix amounts to, if the fix cannot be run as it is.
  var command: (@Sendable (WorkingTree) -> String)?
  let provoke: @Sendable (WorkingTree) throws -> Void

  static let fix = "git munge doctor --fix"

  /// Problems that `git munge doctor --fix` fixes.
  static let fixable = [
    DoctorCase(
      testDescription: "a program that has moved",
      words: { "filter program \($0.gone)/git-munge-filter not found; commits will fail [missing-program]" },
      remedy: { _ in fix },
      provoke: { try $0.setKeys(to: "\($0.gone)/git-munge-filter") }),
    DoctorCase(
      testDescription: "a program in a versioned directory with a stable link",
      words: { "git runs \($0.real), which an upgrade may remove; \($0.filter) is a stable link to it [moving-program]" },
      remedy: { _ in fix },
      provoke: { try $0.setKeys(to: "\($0.real)") }),
    DoctorCase(
      testDescription: "a key that is not set", words: { _ in "filter.munge.required is not set [wrong-key]" }, remedy: { _ in fix },
      provoke: { try $0.git("config", "--unset", "filter.munge.required") }),
    DoctorCase(
      testDescription: "a key that is set twice in this clone",
      words: { _ in "wrong filter configuration: filter.munge.required = false (local config, .git/config) [wrong-key]" },
      remedy: { _ in fix }, provoke: { try $0.git("config", "--add", "filter.munge.required", "false") }),
    DoctorCase(
      testDescription: "a command that relies on PATH",
      words: { _ in "wrong filter configuration: filter.munge.process = git-munge-filter process (local config, .git/config) [wrong-key]" },
      remedy: { _ in fix }, provoke: { try $0.git("config", "filter.munge.process", "git-munge-filter process") }),
    DoctorCase(
      testDescription: "a plan that others may read",
      words: { "\($0.gitDirectory)/munge/plan holds your values and is readable by others [readable-plan]" }, remedy: { _ in fix },
      provoke: { try FileSystem.setMode($0.gitDirectory / "munge/plan", 0o644) }),
    DoctorCase(
      testDescription: "a temporary file of a killed command",
      words: { "\($0.gitDirectory)/munge/.plan.0123456789abcdef was left by a killed command [leftover]" },
      remedy: { _ in fix }, provoke: { try $0.write(".git/munge/.plan.0123456789abcdef", "half a pl") }),
    DoctorCase(
      testDescription: "a hook of git-munge whose program has moved",
      words: { "\($0.gitDirectory)/hooks/post-merge runs \($0.gone)/git-munge, which does not exist: it does nothing [broken-hook]" },
      remedy: { _ in fix },
      provoke: { tree in
        try tree.munge("install", "--hooks")
        let hook = try tree.text(".git/hooks/post-merge") ?? ""
        try tree.write(".git/hooks/post-merge", hook.replacing("\(tree.workshop.bin)", with: "\(tree.gone)"), mode: 0o755)
      }),
    DoctorCase(
      testDescription: "a guard of git-munge whose program has moved",
      words: { "\($0.gitDirectory)/hooks/pre-push runs \($0.gone)/git-munge, which does not exist: it blocks git [broken-hook]" },
      remedy: { _ in fix },
      provoke: { tree in
        try tree.munge("install", "--hooks")
        let hook = try tree.text(".git/hooks/pre-push") ?? ""
        try tree.run(["rm", ".git/hooks/pre-commit"])
        try tree.write(".git/hooks/pre-push", hook.replacing("\(tree.workshop.bin)", with: "\(tree.gone)"), mode: 0o755)
      }),
  ]

  /// Problems that need a decision, with a command as the fix.
  static let others = [
    DoctorCase(
      testDescription: "a key of another tool in this clone",
      words: { _ in "wrong filter configuration: filter.munge.clean = cat (local config, .git/config) [wrong-key]" },
      remedy: { _ in "git munge install --force, if you do not need that filter" },
      command: { _ in "git munge install --force" }, provoke: { try $0.git("config", "filter.munge.clean", "cat") }),
    DoctorCase(
      testDescription: "a file that an editor saved while a command was killed",
      words: { "\($0.gitDirectory)/munge/new was left by a killed command, and may hold an edit that was saved at that moment [displaced-edit]" },
      remedy: { _ in "compare it with your files, then remove it" },
      command: { _ in "rm .git/munge/new" }, provoke: { try $0.write(".git/munge/new", "an edit") }),
    DoctorCase(
      testDescription: "nothing installed", words: { _ in "git-munge is not installed in this working tree [not-installed]" },
      remedy: { _ in "git munge install" }, command: { _ in "git munge install" }, provoke: { try $0.munge("uninstall") }),
    DoctorCase(
      testDescription: "no rules file", words: { _ in "there is no .gitmunge at the top of this working tree [missing-rules]" },
      remedy: { _ in "write one (man git-munge), or restore it: git checkout HEAD -- .gitmunge" },
      command: { _ in "git checkout HEAD -- .gitmunge" }, provoke: { try $0.run(["rm", ".gitmunge"]) }),
    DoctorCase(
      testDescription: "a bad rules file", words: { _ in ".gitmunge:1:1: expected a name: [rule \"name\"], found [rule] [bad-rules]" },
      remedy: { _ in "correct .gitmunge; `git munge install --dry-run` checks it" },
      command: { _ in "git checkout HEAD -- .gitmunge; git munge refresh --yes" }, provoke: { try $0.write(".gitmunge", "[rule]\n") }),
    DoctorCase(
      testDescription: "a damaged plan", words: { _ in "the plan file was not written by git-munge: commits will fail [damaged-plan]" }, remedy: { _ in "git munge install" },
      command: { _ in "git munge install" }, provoke: { try $0.write(".git/munge/plan", "nonsense", mode: 0o600) }),
    DoctorCase(
      testDescription: "a value that changed since the installation",
      words: { _ in "the rules or the values have changed since this working tree was munged [outdated]" },
      remedy: { _ in "git munge refresh" }, command: { _ in "git munge refresh --yes" },
      provoke: { try $0.git("config", "munge.values.handle", "other") }),
    DoctorCase(
      testDescription: "an attribute that info/attributes removes",
      words: { "\($0.gitDirectory)/info/attributes:2 disables the filter: app.txt -filter [own-attributes]" },
      remedy: { _ in "remove that line, then: git munge refresh" },
      command: { _ in "sed -i.old 2d .git/info/attributes; git munge refresh --yes" },
      provoke: { try $0.write(".git/info/attributes", "# mine\napp.txt -filter\n") }),
    DoctorCase(
      testDescription: "a local text without the attribute",
      words: { _ in "new.plain:1:1: \(local) is your local text for \(canonical) of rule 'bundle-id' [own-text]" },
      remedy: { _ in "`git munge repair 'new.plain'` restores the canonical text (a file without filter=munge needs that attribute first)" },
      command: { _ in "echo 'new.plain filter=munge' >> .gitattributes && git munge refresh" }, provoke: { try $0.write("new.plain", "\(local)\n") }),
    DoctorCase(
      testDescription: "a file that differs from the plan", words: { _ in "app.txt: the file does not match the rules [stale]" },
      remedy: { _ in "`git munge refresh` rewrites it" }, command: { _ in "git munge refresh" },
      provoke: { try $0.write("app.txt", "id = \(canonical)\n") }),
    DoctorCase(
      testDescription: "a hook without the executable bit",
      words: { "\($0.gitDirectory)/hooks/pre-commit calls git-munge, but git ignores it because it is not executable [ignored-hook]" },
      remedy: { "chmod +x '\($0.gitDirectory)/hooks/pre-commit'" }, command: { "chmod +x '\($0.gitDirectory)/hooks/pre-commit'" },
      provoke: { try $0.write(".git/hooks/pre-commit", "#!/bin/sh\ngit munge status\n") }),
    DoctorCase(
      testDescription: "a lock of the index", words: { "\($0.gitDirectory)/index.lock exists: a git command is running, or was killed [index-lock]" },
      remedy: { _ in "remove the file when no git command is running here" }, command: { _ in "rm .git/index.lock" },
      provoke: { try $0.write(".git/index.lock", "") }),
    DoctorCase(
      testDescription: "a hook of git-munge outside core.hooksPath",
      words: { "git never runs \($0.gitDirectory)/hooks/post-rewrite, because core.hooksPath is \($0.top)/elsewhere [ignored-hook]" },
      remedy: { _ in "git munge install --hooks (prints the line to add)" },
      command: { _ in "git config --unset core.hooksPath" },
      provoke: {
        try $0.munge("install", "--hooks")
        try $0.run(["sh", "-c", "cd .git/hooks && rm post-merge post-checkout pre-commit pre-push"])
        try $0.git("config", "core.hooksPath", "elsewhere")
      }),
  ]

  /// Notes, which need no fix.
  static let notes = [
    DoctorCase(
      testDescription: "a key at another level that is overridden", mark: "note",
      words: { "set at another level as well: filter.munge.clean = cat (global config, \($0.workshop.sandbox.home)/.gitconfig) [extra-key]" },
      remedy: { "git config --file '\($0.workshop.sandbox.home)/.gitconfig' --unset-all filter.munge.clean" },
      command: { "git config --file '\($0.workshop.sandbox.home)/.gitconfig' --unset-all filter.munge.clean" },
      provoke: { try $0.git("config", "--global", "filter.munge.clean", "cat") }),
    DoctorCase(
      testDescription: "an assume-unchanged file", mark: "note",
      words: { _ in "app.txt: the file is marked skip-worktree or assume-unchanged, so git does not report its changes [hidden]" },
      remedy: { _ in "`git update-index --no-skip-worktree --no-assume-unchanged FILE`, if that is not needed" },
      command: { _ in "git update-index --no-assume-unchanged app.txt" },
      provoke: { try $0.git("update-index", "--assume-unchanged", "app.txt") }),
    DoctorCase(
      testDescription: "a skip-worktree file", mark: "note",
      words: { _ in "app.txt: the file is marked skip-worktree or assume-unchanged, so git does not report its changes [hidden]" },
      remedy: { _ in "`git update-index --no-skip-worktree --no-assume-unchanged FILE`, if that is not needed" },
      command: { _ in "git update-index --no-skip-worktree app.txt" },
      provoke: { try $0.git("update-index", "--skip-worktree", "app.txt") }),
  ]
}

extension WorkingTree {
  /// The target of the link.
  fileprivate var real: String { (try? FileSystem.realPath(filter)).map { "\($0)" } ?? "no program" }
  /// A path without a program.
  fileprivate var gone: Path { workshop.sandbox.directory / "gone" }
}
