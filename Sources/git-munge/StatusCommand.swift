import ArgumentParser
import Platform
import Rules
import Smudge
import Verify
import WorkingTree

/// `git munge status`
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the state of this working tree.",
    discussion: """
      Prints the state, each rule with the number of places where its identifiers are, your values and \
      their origin, findings in files, the stored warnings of the filter, and the next step. Exits with 0 if \
      nothing needs attention, else with 1.

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

  func run() throws {
    try reporting {
      let here = try tree()
      let words = try words(here)
      if clear { try Status(here).forgetWarnings() }
      return words
    }
  }

  private func words(_ tree: WorkingTree) throws -> (words: String, needsAttention: Bool) {
    if canonical && !json { return try check(tree) }
    let report = try Status(tree).run(all ? .all : .developer)
    return json ? try document(report, tree) : (StatusPrinter(report).text, report.needsAttention)
  }

  private func check(_ tree: WorkingTree) throws -> (words: String, needsAttention: Bool) {
    let report = try CanonicalCheck(tree).run()
    return (CanonicalPrinter(report).text, !report.isCanonical)
  }

  private func document(
    _ report: StatusReport, _ tree: WorkingTree
  ) throws -> (words: String, needsAttention: Bool) {
    let check = try CanonicalCheck(tree, by: report).run()
    let document = StatusDocument(report, canonical: check, summary: report.headline)
    return (document.text() + "\n", canonical ? !check.isCanonical : report.needsAttention)
  }
}

struct CanonicalPrinter {
  private let report: CanonicalReport

  init(_ report: CanonicalReport) { self.report = report }

  var text: String {
    if report.isCanonical { return "Canonical: \(count(report.files, "munged file")), all as in the repository.\n" }
    if report.isAttributeMissing { return "Unknown: there are rules, but no file has filter=munge in .gitattributes.\n" }
    let title = "Not canonical: \(count(report.local.count, "file")) on disk with your identifiers:"
    let ways = [
      "To release from here, run `git munge uninstall`, or archive with `git munge canonical -- git archive HEAD`.", ""]
    return (list(title, report.local) + ways).joined(separator: "\n")
  }
}

/// Prints the state of a working tree.
struct StatusPrinter {
  private let report: StatusReport

  init(_ report: StatusReport) { self.report = report }

  var text: String {
    let conflicts = conflictLines(report.conflicts, report.plan?.rules ?? [])
    let lines = [painted] + rules + values + unset + findings + conflicts
      + formerRulesLines(report.formerRules) + interrupted + submoduleLines(report.submodules) + warnings + next
    return lines.joined(separator: "\n") + "\n"
  }

  private var painted: String { palette.paint(headline, report.needsAttention ? .problem : .good) }

  /// The state in one sentence.
  var headline: String { report.headline }

  /// The state, whether there are problems, and commands for this state.
  var short: String {
    let isMore = (report.needsAttention || report.findings.contains { $0.severity == .warning }) && !report.state.needsAttention
    let lines = [headline] + (isMore ? ["Something needs attention: run `git munge status`."] : next)
    return lines.map { $0 + "\n" }.joined() + usefulCommands
  }

  private var usefulCommands: String {
    let commands: [(String, String)] =
      switch report.state {
      case .foreign:
        [("git munge init", "propose rules for this project"), ("git munge init --private", "propose rules for this clone only"),
          ("git munge --help", "list the commands")]
      case .privateRulesUnused:
        [("git munge install --private", "show your identifiers"), ("git munge --help", "list the commands")]
      case .notInstalled:
        [("git munge install", "show your identifiers"), ("git munge install --dry-run", "print what that would do"),
          ("git munge --help", "list the commands")]
      case .idle:
        [("git munge status", "show details"), ("git munge install", "show your identifiers")]
      case .munged, .outdated, .rulesUnreadable, .rulesMissing, .branchWithoutRules:
        [("git munge status", "show details"), ("git munge refresh", "apply new rules and values"),
          ("git munge diff", "compare local with canonical text"), ("git munge uninstall", "restore canonical text")]
      case .misconfigured, .programMissing, .damaged:
        [("git munge doctor", "print problems and fixes"), ("git munge install", "install again")]
      }
    let width = commands.map(\.0.count).max() ?? 0
    return commands.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))  \($0.1)\n" }.joined()
  }

  private var rules: [String] {
    guard let rules = report.plan?.currentRules, let scan = report.scan else { return [] }
    return rules.isEmpty ? [] : ["Rules:"] + scan.ruleLines(rules)
  }

  private var values: [String] { valueLines(report.values) }
  private var unset: [String] { unsetLines(report.unset.open) + declinedLines(report.unset.declined) }
  private var findings: [String] { (report.scan?.idleRuleLines ?? []) + findingLines(report.findings, report.scan) }

  private var interrupted: [String] {
    list("Interrupted in other working trees of this clone (run any `git munge` command there to resume):", report.interrupted)
  }

  private var warnings: [String] {
    if report.warnings.isEmpty { return [] }
    return ["Warnings of the filter (`git munge status --clear` deletes them):"]
      + report.warnings.map { "  \($0)" }
  }

  private var next: [String] { report.nextStep.map { ["\(palette.paint("Next:", .heading)) \($0)"] } ?? [] }
}

extension StatusReport {
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
    let (stale, wrong, foreign) = (scan.staleFiles.count, scan.wrongFiles.count, scan.foreignFiles.count)
    let canonical = scan.findings.filter { $0.kind == .missingAttribute }.compactMap(\.location?.path).uniqued.count
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
    return " .gitmunge has the texts of \(ruleNames(replaced)) of \(own.name), and replaces \(replaced.count == 1 ? "it" : "them")."
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
  /// One sentence.
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
      "Misconfigured: the filter configuration of git is wrong:\n"
        + settings.map { $0.text.isEmpty ? "  \($0.key) is not set" : line($0) }.joined(separator: "\n")
    case .programMissing(let program):
      "Broken: filter program \(program) not found.\n" + bypass
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
