import ArgumentParser
import Platform
import Verify
import WorkingTree

/// `git munge repair`
struct RepairCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair", abstract: "Replace leaked local texts with the canonical ones.",
    discussion: """
      In files for which `git munge verify` reports a leak, restores each identifier as it was in the newest \
      version of the file without it. An identifier that is new and has several canonical texts stays, and is \
      listed. Only these places in the files on disk change, to the canonical text, for the identifiers of any \
      developer. Nothing is staged: check `git diff`, then add and commit. In a munged clone `git munge install` then \
      shows yours there.

      With --commits, rebases the commits of this branch that no remote-tracking branch has, from the first one with a \
      leak, and repairs each. It lists them and asks. `git rebase --abort` undoes a rebase that has stopped, and \
      the `git reset` that it prints a finished one.

      Exits with 0 if everything is repaired or nothing was to be done, 1 if something could not be repaired, \
      2 on failure.
      """)

  @Argument(
    help: ArgumentHelp("Munged files, or directories that contain some.", valueName: "PATH"), completion: .file())
  var paths: [String] = []

  @Flag(help: "Rewrite the commits that hold a leak and that no remote has.")
  var commits = false

  @Flag(name: [.long, .customShort("y")], help: "Rewrite commits without asking.")
  var yes = false

  @OptionGroup var dry: DryRunOption

  func validate() throws {
    if commits == !paths.isEmpty { throw ValidationError("Give either --commits, or a PATH such as :/ for all files.") }
  }

  func run() throws {
    try reporting {
      if commits { return try rewrite(CommitRepair(tree())) }
      let report = try Repair(tree(), paths.map { Path(asTyped($0)) }, isDryRun: dry.dryRun).run()
      return (dry.titled(report.text), report.needsAttention)
    }
  }
}

// The option `--commits`.
extension RepairCommand {
  private func rewrite(_ repair: CommitRepair) throws -> (words: String, needsAttention: Bool) {
    guard let commits = try repair.commits(repair.report()) else {
      return ("No commit that only this clone has adds a local text.\n", false)
    }
    let title = "\(count(commits.names.count, "commit")) to rewrite:"
    try Terminal.print(list(title, commits.names, max: 20).text)
    if dry.dryRun { return ("Nothing was changed.\n", false) }
    guard yes || Prompt.agrees("Rewrite them? [y/N] ") else {
      return ("Nothing was changed; `git munge repair --commits --yes` asks nothing.\n", true)
    }
    if try !repair.rewrite(commits) {
      return ("The rebase has stopped: correct what it names, then `git rebase --continue`, or `--abort`.\n", true)
    }
    let left = try repair.report().problems.filter { $0.detail.leaked != nil }
    return (
      (["The commits are rewritten. To undo it: git reset --keep \(commits.tip)"] + findingLines(left, nil)).text,
      !left.isEmpty
    )
  }
}

extension RepairReport {
  private static let maxLines = 100

  fileprivate var text: String {
    let left = files.flatMap(\.left).map(\.words)
    let lines = files.flatMap(\.lines)
    if lines.isEmpty, left.isEmpty {
      return "Nothing to repair in \(count(files.count, "munged file")).\n"
    }
    return
      (lines.prefix(Self.maxLines)
      + (lines.count > Self.maxLines ? ["  and \(lines.count - Self.maxLines) more: `git diff` shows them"] : [])
      + list(palette.paint("Not repaired:", .problem), left, max: Self.maxLines)
      + (left.isEmpty
        ? []
        : [
          "Write the canonical text there by hand. If a text is intended, add `except = TEXT` to its rule; "
            + "if it is a new identifier of the project, `git munge init` adds a rule."
        ])
      + next).text
  }

  private var next: [String] {
    if toAdd.isEmpty { return [] }
    let add = "git add -- \(toAdd.map(\.shellQuoted).joined(separator: " ")) && git commit"
    return ["Nothing is staged. Check `git diff`, then:", "  \(add)\(isMunged ? " && git munge install" : "")"]
  }
}

extension RepairedFile {
  /// The repaired lines as they are now.
  fileprivate var lines: [String] {
    if places.isEmpty, isStaged {
      let file = Path(":/".bytes + path.bytes).shellQuoted
      return ["\(path): only the staged version has a leak: `git add --renormalize \(file)` stages the file on disk"]
    }
    return places.map { "\(path):\($0.line): \($0.text.map { excerpt($0) } ?? "removed: Xcode had inserted it")" }
  }
}
