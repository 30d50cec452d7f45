import Platform
import Rules
import Smudge
import Verify
import WorkingTree

// What `git munge install` prints.
extension InstallReport {
  var text: String {
    let branches = branchesWithoutRules.map { Path($0) }
    return ([first] + ruleLines + valueLines(gathered.values) + unsetLines(gathered.unset.open)
      + declinedLines(gathered.unset.declined) + unmodifiedLines(outcome.becameUnmodified) + scan.idleRuleLines
      + findingLines(scan.findings + findings, scan) + conflictLines(plan)
      + list("Overridden at another level of git's configuration; remove it there:", overrides.map(\.words))
      + hookLines + editorLines + submoduleLines(submodules)
      + list("Branches without .gitmunge, which CI does not check (merge the rules into them, or rebase them):", branches)).text
  }

  private var first: String {
    if scan.attributed == 0, let own = source.own {
      return "\(verb). No file matches the `attributes` lines of \(own.name), so nothing is munged.\n"
        + "  Add a line such as `attributes = *.pbxproj filter=munge` to its section [munge], then run `git munge refresh`."
    }
    if scan.attributed == 0 {
      return "\(verb). No file has filter=munge in .gitattributes, so nothing is munged.\n"
        + "  Add a line such as `*.pbxproj filter=munge` to .gitattributes, then run `git munge install` again."
    }
    let files = count(outcome.rewritten.count, "file")
    if isDryRun { return "Nothing was changed. `git munge install` would rewrite \(files)." }
    return "\(verb): \(outcome.rewritten.isEmpty ? "all files are up to date" : "\(files) rewritten"); git runs \(program)."
  }

  private var verb: String {
    if isDryRun { return "Nothing was changed" }
    return switch source {
    case .committed: "Installed"
    case .private(let own): "Installed privately, by the rules in \(own.name)"
    case .both(let own, _): "Installed by .gitmunge, and privately by \(own.name)"
    }
  }

  private var ruleLines: [String] {
    let rules = plan.currentRules
    if rules.isEmpty { return ["\(source.own?.name ?? ".gitmunge") has no rules."] }
    let lines = ["Rules:"] + scan.ruleLines(rules)
    guard case .both(_, let replaced) = source, !replaced.isEmpty else { return lines }
    return lines + ["Private rules that are not used, because .gitmunge has the same texts: \(ruleNames(replaced))."]
  }

  private var editorLines: [String] {
    switch (editor, isDryRun) {
    case (.asConfigured, _): []
    case (.add, true): ["Editor support would be configured (diff.munge.textconv)."]
    case (.add, false): ["Editor support configured (diff.munge.textconv): VS Code compares files with local identifiers."]
    case (.remove, true): ["Editor support would be removed."]
    case (.remove, false): ["Editor support removed."]
    }
  }

  private var hookLines: [String] {
    guard let hooks else { return [] }
    let failure = outcome.hookFailure.map { ["No hooks were written: \($0); fix this, then run `git munge install --hooks`."] }
    let shown = hooks.advice.filter { hooks.isAsked || $0.hook.role == .guard }
    let more = shown.count < hooks.advice.count ? ["`git munge install --hooks` prints the lines for the other hooks."] : []
    return written(hooks.written) + (failure ?? []) + shown.flatMap(\.lines) + more
  }

  private func written(_ hooks: [Hook]) -> [String] {
    func line(_ start: String, _ hooks: [Hook], _ end: String) -> [String] {
      hooks.isEmpty ? [] : ["\(start): \(hooks.map(\.rawValue).joined(separator: ", ")).\(end)"]
    }
    if isDryRun { return line("Hooks that would be written", hooks, "") }
    return line("Guards written", hooks.filter { $0.role == .guard }, " They block local identifiers.")
      + line("Hooks written", hooks.filter { $0.role == .sync }, " They apply approved rules.")
  }
}

extension HookAdvice {
  /// The line to add, and the file.
  fileprivate var lines: [String] {
    switch self {
    case .notRun(let hook, let directory): ["No \(hook.rawValue) hook: git runs none, because \(directory) is not a directory."]
    case .foreign(let hook, let file):
      [
        "The \(hook.rawValue) hook is not git-munge's; "
          + "to \(hook.role == .sync ? "apply approved rule changes" : "block local identifiers"), add this line to \(file)"
          + (hook == .prePush ? ", before anything that reads standard input" : "") + ", or to the tool that writes it:",
        "  \(hook.line)",
      ]
    }
  }
}

extension Hook {
  /// The line that does the same as the hook of git-munge. It does nothing where git-munge is not installed, and keeps the
  /// standard input of a pre-push hook for later lines, such as that of git-lfs.
  fileprivate var line: String {
    let call = "git-munge \(command) \"$@\""
    let asFarAsInstalled = "! command -v git-munge >/dev/null || "
    return switch self {
    case .postCheckout, .postMerge, .postRewrite: asFarAsInstalled + call
    case .preCommit, .preReceive: asFarAsInstalled + call + " || exit"
    case .prePush:
      asFarAsInstalled + #"{ t=$(mktemp) && cat >"$t" && exec 3<"$t" <"$t" && rm "$t" && \#(call) <&3 && exec 3<&-; } || exit"#
    }
  }
}
