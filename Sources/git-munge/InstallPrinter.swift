import Platform
import Rules
import Smudge
import Verify
import WorkingTree

/// Prints the result of an installation.
struct InstallPrinter {
  private let report: InstallReport

  init(_ report: InstallReport) { self.report = report }

  var text: String {
    let lines =
      [first] + rules + values + unset + becameUnmodified + report.scan.idleRuleLines
      + findingLines(report.scan.findings + report.findings, report.scan) + conflicts + overrides + hooks + editor
      + submoduleLines(report.submodules) + branches
    return lines.joined(separator: "\n") + "\n"
  }

  private var first: String {
    if report.scan.attributed == 0, let own = report.source.own {
      return "\(verb). No file matches the `attributes` lines of \(own.name), so nothing is munged.\n"
        + "  Add a line such as `attributes = *.pbxproj filter=munge` to its section [munge], then run `git munge refresh`."
    }
    if report.scan.attributed == 0 {
      return "\(verb). No file has filter=munge in .gitattributes, so nothing is munged.\n"
        + "  Add a line such as `*.pbxproj filter=munge` to .gitattributes, then run `git munge install` again."
    }
    let files = count(report.rewritten.count, "file")
    if report.isDryRun { return "Nothing was changed. `git munge install` would rewrite \(files)." }
    let kept = report.rewritten.isEmpty ? "all files are up to date" : "\(files) rewritten"
    return "\(verb): \(kept); git runs \(report.program)."
  }

  private var verb: String {
    if report.isDryRun { return "Nothing was changed" }
    return switch report.source {
    case .committed: "Installed"
    case .private(let own): "Installed privately, by the rules in \(own.name)"
    case .both(let own, _): "Installed by .gitmunge, and privately by \(own.name)"
    }
  }

  /// Private rules that `.gitmunge` replaces.
  private var replaced: [String] {
    guard case .both(_, let names) = report.source, !names.isEmpty else { return [] }
    return ["Private rules that are not used, because .gitmunge has the same texts: \(ruleNames(names))."]
  }

  private var rules: [String] {
    let rules = report.plan.currentRules
    if rules.isEmpty { return ["\(report.source.own?.name ?? ".gitmunge") has no rules."] }
    return ["Rules:"] + report.scan.ruleLines(rules) + replaced
  }

  private var values: [String] { valueLines(report.values) }
  private var unset: [String] { unsetLines(report.unset) + declinedLines(report.declined) }
  private var becameUnmodified: [String] { unmodifiedLines(report.becameUnmodified) }
  private var conflicts: [String] { conflictLines(report.conflicts, report.plan.rules) }

  private var overrides: [String] {
    if report.overrides.isEmpty { return [] }
    return ["Overridden at another level of git's configuration; remove it there:"]
      + report.overrides.map(line)
  }

  private var branches: [String] {
    let names = report.branchesWithoutRules.map { Path($0) }
    return list("Branches without .gitmunge, which CI does not check (merge the rules into them, or rebase them):", names)
  }
}

// Editor support and hooks.
extension InstallPrinter {
  private var editor: [String] {
    switch (report.editor, report.isDryRun) {
    case (.asConfigured, _): []
    case (.add, true): ["Editor support would be configured (diff.munge.textconv)."]
    case (.add, false): ["Editor support configured (diff.munge.textconv): VS Code compares files with local identifiers."]
    case (.remove, true): ["Editor support would be removed."]
    case (.remove, false): ["Editor support removed."]
    }
  }
}

extension InstallPrinter {
  private var hooks: [String] {
    guard let hooks = report.hooks else { return [] }
    let failure = hooks.failure.map { ["No hooks were written: \($0); fix this, then run `git munge install --hooks`."] } ?? []
    let shown = hooks.advice.filter { hooks.isAsked || $0.hook.role == .guard }
    let more = shown.count < hooks.advice.count ? ["`git munge install --hooks` prints the lines for the other hooks."] : []
    return written(hooks.written) + failure + shown.flatMap(\.lines) + more
  }

  private func written(_ hooks: [Hook]) -> [String] {
    if hooks.isEmpty { return [] }
    if report.isDryRun { return ["Hooks that would be written: \(names(hooks))."] }
    let (syncs, guards) = (hooks.filter { $0.role == .sync }, hooks.filter { $0.role == .guard })
    return (guards.isEmpty ? [] : ["Guards written: \(names(guards)). They block local identifiers."])
      + (syncs.isEmpty ? [] : ["Hooks written: \(names(syncs)). They apply approved rules."])
  }

  private func names(_ hooks: [Hook]) -> String { hooks.map(\.rawValue).joined(separator: ", ") }
}

extension PlanRule {
  /// `canonical -> local`, or why the rule is idle.
  var change: String {
    guard let pair = pairs.first else { return "" }
    let canonical = canonicals.map { palette.paint(showText($0), .canonical) }.joined(separator: ", ")
    guard let local = pair.local else { return "\(canonical) (idle: no value)" }
    if local == pair.canonical { return "\(canonical) (idle: the local text is the canonical one)" }
    return "\(canonical) -> \(palette.paint(show(local), .local))"
  }
}

/// Ambiguous pairs of rules, each with its first conflict.
func conflictLines(_ conflicts: [AmbiguityAnalysis.Conflict], _ rules: [PlanRule]) -> [String] {
  let pairs = conflicts.reduce(into: [(rules: [Int], first: AmbiguityAnalysis.Conflict)]()) { pairs, conflict in
    let indexes = Set(conflict.rules).sorted()
    if !pairs.contains(where: { $0.rules == indexes }) { pairs.append((indexes, conflict)) }
  }
  if pairs.isEmpty { return [] }
  return ["Ambiguous rules; clean reads the committed version of the file to decide:"]
    + pairs.map { pair in
      let names = pair.rules.map { "'\(show(rules[$0].name))'" }.joined(separator: " and ")
      return "  \(pair.rules.count == 1 ? "rule" : "rules") \(names): \(show(pair.first.text)) \(pair.first.kind.rawValue) \(show(pair.first.other))"
    }
}

extension HookAdvice {
  /// The line to add, and the file.
  var lines: [String] {
    switch self {
    case .notRun(let hook, let directory): ["No \(hook.rawValue) hook: git runs none, because \(directory) is not a directory."]
    case .foreign(let hook, let file):
      [
        "The \(hook.rawValue) hook is not git-munge's; to \(hook.purpose), "
          + "add this line to \(file)\(hook.place), or to the tool that writes it:",
        "  \(hook.line)",
      ]
    }
  }
}

extension Hook {
  fileprivate var purpose: String {
    switch role {
    case .sync: "apply approved rule changes"
    case .guard, .server: "block local identifiers"
    }
  }

  fileprivate var place: String { self == .prePush ? ", before anything that reads standard input" : "" }

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
