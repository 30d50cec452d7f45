import ArgumentParser
import Platform
import Rules
import Smudge
import Verify
import WorkingTree

/// `git munge refresh`
struct RefreshCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh", abstract: "Apply rules and values that have changed.",
    discussion: """
      Rules that arrive with a pull, and values that were set elsewhere, have no effect by themselves: \
      refresh prints the changes, asks, and rewrites the files of this working tree. Approved rules are \
      remembered and not asked about again, so switching between branches is silent. Uncommitted edits \
      stay, and nothing is staged. If there is nothing to do, nothing is printed.

      The working tree is not changed if .gitmunge is missing, invalid or in conflict, or during a rebase, \
      merge, cherry-pick, revert or bisect.
      """)

  @Flag(name: [.long, .customShort("y")], help: "Approve the changes without asking.")
  var yes = false

  @OptionGroup var dry: DryRunOption
  @OptionGroup var printing: ProgressOptions

  @Option(
    help: ArgumentHelp(
      "Run as this hook: apply only approved rules, ask nothing, and print only what is left to do.",
      valueName: "NAME"),
    completion: .list(Hook.all(to: .sync).map(\.rawValue)), transform: { try named($0, "hook", Hook.all(to: .sync)) })
  var hook: Hook?

  @Argument(help: .hidden)
  var hookArguments: [String] = []

  func validate() throws {
    if let word = hookArguments.first, hook == nil { throw ValidationError("Unexpected argument '\(word)'") }
  }

  func run() throws {
    if let hook { return follow(hook) }
    try reporting(quietly: printing.quiet) {
      let report = try Refresh(tree(printing.progress, dry)).run { proposal in
        if !printing.quiet || !yes { try Terminal.print(proposal.text) }
        return yes || dry.dryRun ? .yes : Prompt.agrees("Apply these rules to this working tree? [y/N] ")
      }
      return (dry.titled(report.text), report.needsAttention)
    }
  }
}

// As a hook.
extension RefreshCommand {
  /// Always exits with 0: `git checkout` exits with the code of its post-checkout hook.
  private func follow(_ hook: Hook) {
    // `git munge canonical` needs canonical files.
    if Environment.isOn("GIT_MUNGE_SKIP_SMUDGE") { return }
    var waiting: Refresh.Proposal?
    do {
      let report = try Refresh(tree(printing.progress), as: (hook, hookArguments)).run { proposal in
        waiting = proposal
        return .notAsked
      }
      if let words = Self.words(report, waiting) { Terminal.warn("git-munge: \(words)") }
    } catch MungeError.notInstalled {
      // A shared hook also runs in clones without an installation.
    } catch {
      let command = if case MungeError.busy = error { ": git munge refresh" } else { "" }
      Terminal.warn("git-munge: \(error)\(command)")
    }
  }

  /// The message of a hook; `nil` if nothing is left to do.
  private static func words(_ report: RefreshReport, _ waiting: Refresh.Proposal?) -> String? {
    switch report {
    case .upToDate, .refreshed, .declined: return nil
    case .kept(.rulesMissing, _), .kept(.branchWithoutRules, _), .kept(.rulesConflicted, _), .kept(.operation, _): return nil
    case .kept(.rulesUnreadable(let error), _): return "\(error); the working tree is not changed"
    case .undecided:
      let names = waiting?.difference.names ?? []
      let what = names.isEmpty ? ".gitmunge has changed" : names.joined(separator: ", ")
      let former = waiting?.formerRules.map { "; git has overwritten your uncommitted .gitmunge, a copy is in \($0)" } ?? ""
      return "\(what): run `git munge refresh` to review and apply\(former)"
    }
  }
}

extension Refresh.Proposal {
  var text: String {
    let kept = renamed.map { text, files in
      "\(count(files, "file")) committed with \(show(text)), which no rule will match any more: it stays."
    }
    return (list("Rules have changed:", ruleLines) + list("Values:", difference.values.map(\.words)) + unsetLines(unset) + kept
      + formerRulesLines(formerRules)).text
  }

  private var ruleLines: [String] {
    // Private rules that committed ones of the same name replace.
    let changed = difference.rules.compactMap(\.changedRule)
    return (difference.rules + wording).flatMap(lines) + rules.replaced.filter(changed.contains).map(unused)
  }

  private func lines(_ change: RulesDifference.Change) -> [String] {
    switch change {
    case .added(let rule, let planned):
      ["rule '\(show(rule.name))' is new: \(planned.change())"]
        + rule.lines.map { "  \($0.key.rawValue) \(show($0.value))" }
        + (rule.onInsert == .keep ? [] : ["  on-insert \(rule.onInsert.rawValue)"])
    case .removed(let rule) where rules.replaced.contains(rule.name): [unused(rule.name)]
    case .removed(let rule): ["rule '\(show(rule.name))' was removed: \(texts(rule.canonicals)) stays canonical"]
    case .changed(let name, let key, let old, let new):
      ["rule '\(show(name))' \(key.rawValue): \(words(old, of: key)) -> \(painted(new, of: key))"]
    case .kind(let name, let old, let new): ["variable '\(name)' kind: \(old.rawValue) -> \(new.rawValue)"]
    case .asItIs(let rule):
      ["rule '\(show(rule.name))': \(texts(rule.canonicals)) -> \(show(Array(rule.local.description.utf8)))"
        + (rule.keys.isEmpty ? "" : " (\(rule.keys.map(show).joined(separator: ", ")))")]
    }
  }

  private func unused(_ name: [UInt8]) -> String {
    "rule '\(show(name))' of your private rules is no longer used: .gitmunge has the same texts"
  }

  private func words(_ values: [[UInt8]]?, of key: RulesFile.RuleKey) -> String {
    guard let values else { return "(default)" }
    if !values.isEmpty { return texts(values) }
    return [.key, .path].contains(key) ? "(everywhere)" : "(none)"
  }

  private func painted(_ values: [[UInt8]]?, of key: RulesFile.RuleKey) -> String {
    let words = words(values, of: key)
    return switch key {
    case .canonical: palette.paint(words, .canonical)
    case .local: palette.paint(words, .local)
    case .key, .exceptKey, .check, .onInsert, .prefix, .suffix, .except, .path: words
    }
  }

  private func texts(_ texts: [[UInt8]]) -> String { texts.map(showText).joined(separator: ", ") }
}

extension RulesDifference.ValueChange {
  var words: String {
    let new = to.map(excerpt) ?? "(none)"
    return isNew ? "\(show(name)) = \(new)" : "\(show(name)): \(from.map(excerpt) ?? "(none)") -> \(new)"
  }
}

extension RefreshReport {
  /// What `git munge refresh` prints; nothing if there was nothing to do.
  fileprivate var text: String {
    switch self {
    case .upToDate: ""
    case .declined: "Nothing was changed.\n"
    case .undecided: "Nothing was changed: run `git munge refresh --yes` to approve.\n"
    case .kept(let reason, let rewritten) where !rewritten.isEmpty:
      "Refreshed: \(count(rewritten.count, "file")) rewritten. \(reason.words)\n"
    case .kept(.branchWithoutRules, _): "\(Reason.branchWithoutRules.words)\n"
    case .kept(let reason, _): "The working tree is not changed: \(reason.words)\n"
    case .refreshed(let proposal, let outcome, let scan): text(proposal, outcome, scan)
    }
  }

  private func text(_ proposal: Refresh.Proposal, _ outcome: Change.Outcome, _ scan: WorkingTreeScan) -> String {
    let first = "Refreshed: \(count(outcome.rewritten.count, "file")) rewritten."
    let unmodified = unmodifiedLines(outcome.becameUnmodified)
    let findings = findingLines(scan.findings, scan)
    // No proposal was printed, so the report is short.
    if !proposal.needsConsent && proposal.rules.origin == .committed { return ([first] + unmodified + findings).text }
    // Changes of private rules are applied without a question.
    return (proposal.needsConsent ? "" : proposal.text)
      + ([first, "Rules:"] + scan.ruleLines(proposal.new.currentRules) + unmodified + unsetLines(proposal.unset)
        + scan.idleRuleLines + findings + conflictLines(proposal.new)).text
  }
}

extension RefreshReport.Reason {
  fileprivate var words: String {
    switch self {
    case .rulesMissing: ".gitmunge is missing; restore it with `git checkout HEAD -- .gitmunge`, or run `git munge uninstall`."
    case .branchWithoutRules: "HEAD has no .gitmunge, so the rules of the installation apply."
    case .rulesUnreadable(let error): "\(error)"
    case .rulesConflicted: ".gitmunge is in conflict; resolve it, `git add` it, then run `git munge refresh` again."
    case .operation(let operation): "a \(operation.rawValue) is in progress; run `git munge refresh` after it."
    }
  }
}
