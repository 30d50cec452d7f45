import ArgumentParser
import Platform
import Rules
import Smudge
import Verify
import WorkingTree

/// `git munge status`
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the state of this working tree.",
    discussion: """
      Prints the state, each rule with the number of places where its identifiers are, your values and \
      their origin, findings in files, the stored warnings of the filter, and the next step. Exits with 0 if \
      nothing needs attention, else with 1. In a file or a pipe, local texts and values are masked.

      With --canonical it only checks, for a release from this machine, whether every munged file on disk \
      is what the repository holds. Exits with 0 only then.
      """)

  @Flag(help: "Also show what the maintainer of the rules can fix, as `git munge verify` does.")
  var all = false

  @Flag(help: "Delete the stored warnings after printing them.")
  var clear = false

  @Flag(help: "Print one JSON document for programs.")
  var json = false

  @Flag(help: "Exit with 0 only if every munged file on disk is canonical.")
  var canonical = false

  @OptionGroup var masking: MaskingOptions

  func run() throws {
    try reporting {
      let here = try tree()
      let words = try words(here)
      if clear { try Status.forgetWarnings(of: here) }
      return words
    }
  }

  private func words(_ tree: WorkingTree) throws -> (words: String, needsAttention: Bool) {
    if canonical && !json {
      let check = try CanonicalReport(tree)
      return (check.text, !check.isCanonical)
    }
    var report = try Status.run(in: tree, all ? .all : .developer)
    report.showing = masking.showingOwn
    if !json { return (report.text, report.needsAttention) }
    let check = try CanonicalReport(tree, by: report)
    return (report.json(check, summary: report.headline) + "\n", canonical ? !check.isCanonical : report.needsAttention)
  }
}

extension CanonicalReport {
  fileprivate var text: String {
    if isCanonical { return "Canonical: \(count(files, "munged file")), all as in the repository.\n" }
    if isAttributeMissing { return "Unknown: there are rules, but no file has filter=munge in .gitattributes.\n" }
    return (list("Not canonical: \(count(local.count, "file")) on disk with your identifiers:", local)
      + ["To release from here, run `git munge uninstall`, or archive with `git munge canonical -- git archive HEAD`."]).text
  }
}

extension StatusReport {
  fileprivate var text: String {
    let state = [palette.paint(headline, needsAttention ? .problem : .good)] + ruleLines + valueLines(values)
      + unsetLines(unset.open) + declinedLines(unset.declined)
    let problems = (scan?.idleRuleLines ?? []) + findingLines(findings, scan, showing) + conflictLines(plan, showing)
    return (state + problems + formerRulesLines(formerRules)
      + list("Modified to git only by lines that clean drops, so `git pull --rebase` refuses; this ends it, and stages nothing:", touchedLines)
      + list("Interrupted in other working trees of this clone (run any `git munge` command there to resume):", interrupted)
      + list("Saved by another program while a file was rewritten (compare it with the file, then remove it):", saves)
      + submoduleLines(submodules)
      + list("Warnings of the filter (`git munge status --clear` deletes them):", warnings) + nextLines).text
  }

  private var ruleLines: [String] {
    guard let scan, let rules = plan?.currentRules, !rules.isEmpty else { return [] }
    return ["Rules:"] + scan.ruleLines(rules, showing)
  }

  private var touchedLines: [String] {
    touched.isEmpty ? [] : ["git add -u -- \(touched.map(\.shellQuoted).joined(separator: " "))"]
  }

  private var nextLines: [String] { nextStep.map { ["\(palette.paint("Next:", .heading)) \($0)"] } ?? [] }

  /// The state, whether there are problems, and commands for this state.
  var short: String {
    let isMore = (needsAttention || findings.contains { $0.severity == .warning }) && !state.needsAttention
    let choices = findings.filter { $0.kind == .chosenValue }.map { $0.message(showing) }
    return ([headline] + choices + (isMore ? ["Something needs attention: run `git munge status`."] : nextLines) + usefulCommands).text
  }

  private var usefulCommands: [String] {
    let help = ("git munge --help", "list the commands")
    let details = ("git munge status", "show details")
    let commands: [(String, String)] = switch state {
    case .foreign:
      [("git munge init", "propose rules for this project"), ("git munge init --private", "propose rules for this clone only"),
        help]
    case .privateRulesUnused: [("git munge install --private", "show your identifiers"), help]
    case .notInstalled:
      [("git munge install", "show your identifiers"), ("git munge install --dry-run", "print what that would do"), help]
    case .idle: [details, ("git munge install", "show your identifiers")]
    case .munged, .outdated, .rulesUnreadable, .rulesMissing, .branchWithoutRules:
      [details, ("git munge refresh", "apply new rules and values"), ("git munge diff", "compare local with canonical text"),
        ("git munge uninstall", "restore canonical text")]
    case .misconfigured, .programMissing, .damaged:
      [("git munge doctor", "print problems and fixes"), ("git munge install", "install again")]
    }
    return zip(aligned(commands.map(\.0)), commands).map { "  \($0)  \($1.1)" }
  }

  /// The state in one sentence: whose identifiers are on disk, and which rules are idle.
  var headline: String {
    if state != .munged { return state.words + adoption }
    let idle = (plan?.idleRules ?? []).map(\.name)
    let exception = idle.isEmpty ? "" : ", except for \(ruleNames(idle)), which \(idle.count == 1 ? "is" : "are") idle"
    if problems.isEmpty { return idle.isEmpty ? munged : "Munged\(privately)\(exception)." }
    return "Munged\(privately)\(exception), but \(problems.joined(separator: ", and "))."
  }

  private var problems: [String] {
    guard let scan else { return [] }
    let stale = scan.staleFiles.count
    let wrong = scan.wrongFiles.count
    let foreign = scan.foreignFiles.count
    let missing = scan.findings.filter { $0.kind == .missingAttribute && $0.detail != .movedFile }
    let canonical = missing.compactMap(\.location?.path).uniqued.count
    // A text that only looks local can be one of the project's.
    let verb = !scan.findings.contains { $0.kind == .foreignValue } ? "may hold" : foreign == 1 ? "holds" : "hold"
    return (foreign == 0 ? [] : ["\(count(foreign, "file")) \(verb) identifiers of others"])
      + (stale == 0 ? [] : ["\(count(stale, "file")) \(stale == 1 ? "does" : "do") not match the rules"])
      + (wrong == 0 ? [] : ["your identifiers would be committed in \(count(wrong, "file"))"])
      + (canonical == 0 ? [] : ["\(count(canonical, "file")) with the project's identifiers \(canonical == 1 ? "is" : "are") not munged"])
  }

  private var munged: String {
    switch source {
    case .committed: state.words
    case .private(let own): "Munged privately: this working tree shows your identifiers, by the rules in \(own.name)."
    case .both(let own, let replaced):
      "Munged by .gitmunge, and privately by \(own.name)"
        + (replaced.isEmpty ? "." : ", except for \(ruleNames(replaced)): .gitmunge has the same texts.")
    }
  }

  /// Rules that have arrived for the texts of private ones.
  private var adoption: String {
    guard case .outdated = state, case .both(let own, let replaced) = source, !replaced.isEmpty else { return "" }
    return " .gitmunge has the texts of \(ruleNames(replaced)) of \(own.name), and replaces \(replaced.count == 1 ? "it" : "them"): run `git munge refresh`, then remove \(replaced.count == 1 ? "it" : "them") from that file."
  }

  private var privately: String {
    switch source {
    case .committed: ""
    case .private: " privately"
    case .both(let own, _): " by .gitmunge, and privately by \(own.name)"
    }
  }
}

extension WorkingTreeState {
  var words: String {
    switch self {
    case .foreign(let elsewhere):
      "There is no .gitmunge at the top of this working tree, and git-munge is not installed."
        + (elsewhere.isEmpty ? "" : " Not read: \(elsewhere.map { "\($0)" }.joined(separator: ", ")).")
    case .notInstalled: "Not installed: nothing is munged in this working tree."
    case .privateRulesUnused(let rules): "Not installed: the private rules in \(rules.name) are not in use."
    case .munged: "Munged: this working tree shows your identifiers."
    case .idle: "Idle: git-munge is installed in this clone, but no rule changes this working tree."
    case .outdated(let difference): "Outdated: \(difference.names.joined(separator: ", "))."
    case .rulesUnreadable(let error): "Munged by the previous rules, because \(error.file) cannot be used: \(error)"
    case .rulesMissing: "Munged by the previous rules, because .gitmunge is missing."
    case .branchWithoutRules: "Munged, but HEAD has no .gitmunge: the rules of the installation apply, and CI does not check this branch."
    case .misconfigured(let settings):
      list("Misconfigured: the filter configuration of git is wrong:", settings.map { setting in
        setting.text.isEmpty ? "\(setting.key) is not set" : setting.words
      }).joined(separator: "\n")
    case .programMissing(let program): "Broken: filter program \(program) not found.\n" + bypass
    case .damaged(let error): "Damaged: \(error).\n" + bypass
    }
  }

  private var bypass: String {
    "Commits fail until this is fixed; to run one command without the filter:\n  \(FilterBypass.command)"
  }
}

extension RulesDifference {
  /// A short description of each change.
  var names: [String] {
    rules.map { change in
      switch change {
      case .added(let rule, _): "rule '\(show(rule.name))' is new"
      case .removed(let rule): "rule '\(show(rule.name))' was removed"
      case .changed(let name, _, _, _): "rule '\(show(name))' has changed"
      case .asItIs(let rule): "rule '\(show(rule.name))' has changed"
      case .kind(let name, _, _): "variable '\(name)' has changed"
      }
    }.uniqued + values.filter { !$0.isNew }.map { "the value of \(show($0.name)) has changed" }
  }
}
