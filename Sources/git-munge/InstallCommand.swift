import ArgumentParser
import Platform
import Rules
import Smudge
import Verify
import WorkingTree

/// `git munge install`
struct InstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Show your identifiers in this working tree.",
    discussion: """
      Configures git's filter in this clone and rewrites the files that have filter=munge in .gitattributes. \
      Uncommitted edits stay. Nothing is staged, except that a staged text of yours becomes the project's. Run it \
      again after .gitmunge has changed, and whenever `git munge` says so: it repairs the installation.

      Values come from the arguments, else from git's configuration (munge.values.NAME, at any level), else from a \
      prompt on the terminal. Given values are stored in this clone's configuration. A rule without its value does \
      nothing.

      Writes hooks: pre-commit and pre-push block local identifiers; the others apply approved rules and print other \
      changes. They run git-lfs as well. For a hook of another tool the line to add is printed, with --hooks for all \
      hooks. --no-hooks removes the hooks of git-munge and sets munge.hooks to false in this clone; set it for all \
      clones with `git config --global munge.hooks false`.

      Rules that arrive with a pull have no effect before you approve them: their changes are printed, and you are \
      asked. Nothing is changed if .gitmunge is invalid or in conflict, or during a rebase, merge, cherry-pick, \
      revert or bisect.

      With --private the rules are in no commit: in .git/munge/rules, or in the FILE of --rules.
      """)

  @Argument(help: ArgumentHelp("A value for a variable of .gitmunge.", valueName: "NAME=VALUE"), completion: .values)
  var values: [String] = []

  @Flag(help: "Use rules of your own, in no commit: for a fork whose upstream has no .gitmunge.")
  var `private` = false

  @Option(
    help: ArgumentHelp(
      "With --private: read the rules from this file, which several clones can share.", valueName: "FILE"),
    completion: .file())
  var rules: String?

  @OptionGroup var dry: DryRunOption

  @Flag(inversion: .prefixedNo, help: "Write the hooks, or remove them; by default, as munge.hooks is set (true).")
  var hooks: Bool?

  @Flag(
    inversion: .prefixedNo,
    help:
      "Let VS Code show no marks for identifiers, or remove that.")
  var editor: Bool?

  @Flag(name: [.long, .customShort("y")], help: "Approve changed rules without asking.")
  var yes = false

  func validate() throws {
    if rules != nil && !`private` { throw ValidationError("--rules needs --private.") }
    try checkAssignments(values)
  }

  func run() throws {
    try reporting {
      var install = Install(
        try tree(),
        rules: rules.map { .file(Path(asTyped($0))) } ?? (`private` ? .usual : .asConfigured),
        arguments: values, hooks: InstallChoice(hooks),
        editor: InstallChoice(editor), isDryRun: dry.dryRun)
      let report = try install.run(value: Prompt.asking) { proposal in
        let isAgreed = yes || dry.dryRun
        try Terminal.print(isAgreed ? proposal.details : proposal.summary)
        return try isAgreed || Prompt.agrees("Apply?", details: proposal.details)
      }
      return (report.text, report.needsAttention)
    }
  }
}

// What `git munge install` prints.
extension InstallReport {
  var text: String {
    let matters = status.problemLines + status.noteLines
    let isRight = (matters + hookLines).isEmpty
    return
      ([first(isRight: isRight)] + (isDryRun ? ruleLines + valueLines(gathered.values) : [])
      + unsetLines(gathered.unset.open)
      + outcome.lines + scan.idleRuleLines + matters
      + hookLines + (isDone || isDryRun ? [] : [promise])).text
  }

  /// The first line. `isRight`: nothing is to be done.
  private func first(isRight: Bool) -> String {
    if status.state == .branchWithoutRules, !isDryRun { return status.headline }
    if scan.attributed == 0, status.findings.contains(where: { $0.kind == .ownAttributes }) {
      return "\(verb), but nothing is munged: another line disables the filter."
    }
    if scan.attributed == 0 {
      let key = status.source.own == nil ? "" : "attributes = "
      let place = status.source.own.map { "the section [munge] of \($0.name)" } ?? ".gitattributes"
      return "\(verb). No file has filter=munge in \(place), so nothing is munged.\n"
        + "  Add a line such as `\(key)*.pbxproj filter=munge` there, then run `git munge install` again."
    }
    let files = count(outcome.rewritten.count, "file")
    if isDryRun { return "Nothing was changed. `git munge install` would rewrite \(files)." }
    if isDone { return isRight ? "Nothing to do: everything is installed and up to date." : "Nothing was changed." }
    let shown = scan.texts(of: status.plan).map {
      "\(count(scan.shown.files, "file")) \(scan.shown.files == 1 ? "shows" : "show") \($0)"
    }
    return "\(verb): \(shown ?? "no file shows an identifier of yours")."
  }

  /// What the installation does from now on.
  private var promise: String {
    "Commits hold the project's\(status.isGuarded ? "; hooks check them" : ""). Undo: git munge uninstall"
  }

  private var verb: String {
    if isDryRun { return "Nothing was changed" }
    return switch status.source {
    case .committed: "Installed"
    case .private(let own): "Installed privately, by the rules in \(own.name)"
    case .both(let own, _): "Installed by .gitmunge, and privately by \(own.name)"
    }
  }

  private var ruleLines: [String] {
    let rules = status.plan?.currentRules ?? []
    if rules.isEmpty { return ["\(status.source.own?.name ?? ".gitmunge") has no rules."] }
    return ["Rules:"] + scan.ruleLines(rules)
  }

  private var hookLines: [String] {
    guard let hooks else { return [] }
    let failure = outcome.hookFailure.map {
      ["No hooks were written: \($0); fix this, then run `git munge install --hooks`."]
    }
    if isDone, !hooks.isAsked { return [] }
    let shown = hooks.advice.filter { hooks.isAsked || $0.hook.role == .guard }
    return
      (isDryRun && !hooks.written.isEmpty
      ? ["Hooks that would be written: \(hooks.written.map(\.rawValue).joined(separator: ", "))."] : [])
      + (failure ?? []) + shown.flatMap(\.lines)
  }
}

extension HookAdvice {
  /// The line to add, and the file.
  fileprivate var lines: [String] {
    [
      "The \(hook.rawValue) hook is not git-munge's; add this line to \(file)"
        + (withLFS ? ", above that of git-lfs" : hook == .prePush ? ", as the last line" : "")
        + ", or to the tool that writes it:",
      "  \(hook.line(withLFS: withLFS))",
    ]
  }
}
