import ArgumentParser
import Munge
import Smudge

/// `git munge status`
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Say how this working tree stands, and what to do next.",
    discussion: """
      Shows the state of the working tree, each rule with the places where its identifiers stand, your \
      values and where they come from, files in an unusual state, and the warnings that the filter has \
      kept. Exits with 0 when nothing needs attention, else with 1.

      With --canonical it answers one question, for a release from this machine: whether every munged file \
      on disk is what the repository holds. Exits with 0 only then.
      """)

  @Flag(help: "Also show what the maintainer of the rules can act on, as `git munge verify` does.")
  var all = false

  @Flag(help: "Forget the kept warnings after showing them.")
  var clear = false

  @Flag(help: "Print one JSON document for programs.")
  var json = false

  @Flag(help: "Exit with 0 only if every munged file on disk is canonical.")
  var canonical = false

  func run() throws {
    try reporting { () throws(MungeError) in
      let here = try tree()
      let words = try words(here)
      if clear { try Status(here).forgetWarnings() }
      return words
    }
  }

  private func words(_ tree: WorkingTree) throws(MungeError) -> (words: String, needsAttention: Bool) {
    if canonical && !json { return try check(tree) }
    let report = try Status(tree).run(all ? .all : .developer)
    return json ? try document(report, tree) : (StatusPrinter(report).text, report.needsAttention)
  }

  private func check(_ tree: WorkingTree) throws(MungeError) -> (words: String, needsAttention: Bool) {
    let report = try CanonicalCheck(tree).run()
    return (CanonicalPrinter(report).text, !report.isCanonical)
  }

  private func document(
    _ report: StatusReport, _ tree: WorkingTree
  ) throws(MungeError) -> (words: String, needsAttention: Bool) {
    let check = try CanonicalCheck(tree, by: report).run()
    let document = StatusDocument(report, canonical: check, summary: report.headline)
    return (document.text() + "\n", canonical ? !check.isCanonical : report.needsAttention)
  }
}

/// Whether files on disk are canonical, in words.
struct CanonicalPrinter {
  private let report: CanonicalReport

  init(_ report: CanonicalReport) { self.report = report }

  var text: String {
    if report.isCanonical { return "Canonical: \(count(report.files, "munged file")), all as the repository holds them.\n" }
    if report.isAttributeMissing { return "Not known: there are rules, and no file has filter=munge in .gitattributes.\n" }
    let title = "Not canonical: \(count(report.local.count, "file")) on disk with identifiers of yours:"
    let ways = [
      "To release from here: `git munge uninstall`, or pack with `git munge canonical -- git archive HEAD`.", ""]
    return (list(title, report.local) + ways).joined(separator: "\n")
  }
}

/// The state of a working tree in words.
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

  /// The state, whether there is more to it, and where one would want to go from here.
  var short: String {
    let isMore = report.needsAttention && !report.state.needsAttention
    return headline + (isMore ? "\nSomething needs your attention: `git munge status` says what.\n" : "\n") + usefulCommands
  }

  private var usefulCommands: String {
    let commands: [(String, String)] =
      switch report.state {
      case .foreign:
        [("man git-munge", "how to write a .gitmunge"), ("git munge --help", "the commands")]
      case .notInstalled:
        [("git munge install", "show your identifiers here"), ("git munge install --dry-run", "see what that would do"),
          ("git munge --help", "read about it")]
      case .idle:
        [("git munge status", "see it in full"), ("git munge install", "show your identifiers here")]
      case .munged, .outdated, .rulesUnreadable, .rulesMissing, .branchWithoutRules:
        [("git munge status", "see it in full"), ("git munge refresh", "follow new rules and values"),
          ("git munge diff", "see what munging does"), ("git munge uninstall", "give the canonical tree back")]
      case .misconfigured, .programMissing, .damaged:
        [("git munge doctor", "see what is wrong, and how to fix it"), ("git munge install", "set it up anew")]
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
    list("Interrupted, in other working trees of this clone (any `git munge` command there finishes it):", report.interrupted)
  }

  private var warnings: [String] {
    if report.warnings.isEmpty { return [] }
    return ["The filter has warned (`git munge status --clear` forgets this):"]
      + report.warnings.map { "  \($0)" }
  }

  private var next: [String] { report.state.nextStep.map { ["\(palette.paint("Next:", .heading)) \($0)"] } ?? [] }
}

extension StatusReport {
  /// The state in one sentence, and what keeps it from being right.
  var headline: String {
    guard let scan, state == .munged, scan.hasErrors else { return state.words }
    let stale = scan.staleFiles.count
    if stale > 0 { return "Munged, but \(count(stale, "file")) \(stale == 1 ? "is" : "are") not as the rules want: git munge refresh" }
    return "Munged, but your identifiers would be committed in \(count(scan.wrongFiles.count, "file"))."
  }
}

extension WorkingTreeState {
  /// One sentence.
  var words: String {
    switch self {
    case .foreign: "There is no .gitmunge here, and git-munge is not installed."
    case .notInstalled: "Not installed: nothing is munged in this working tree."
    case .munged: "Munged: this working tree shows your identifiers."
    case .idle: "Idle: git-munge is installed in this clone, and no rule changes anything in this working tree."
    case .outdated(let difference): "Outdated: \(difference.names.joined(separator: ", "))."
    case .rulesUnreadable(let error): "Munged by the rules of before, for .gitmunge cannot be read: \(error)"
    case .rulesMissing: "Munged by the rules of before, for there is no .gitmunge now."
    case .branchWithoutRules: "Munged, and HEAD has no .gitmunge: the rules of the installation still apply, but no CI checks this branch."
    case .misconfigured(let settings):
      "Misconfigured: git does not start the filter as it should:\n"
        + settings.map { $0.text.isEmpty ? "  \($0.key) is not set" : line($0) }.joined(separator: "\n")
    case .programMissing(let program):
      "Broken: git is to start \(program), and there is no such program.\n" + stopping
    case .damaged(let error): "Damaged: \(error).\n" + stopping
    }
  }

  private var stopping: String {
    "Commits stop until that is repaired; for one command without git-munge:\n  \(FilterBypass.command)"
  }
}

extension PlanDifference {
  /// What has changed, in a few words each.
  var names: [String] {
    rulesByThemselves.map { change in
      switch change {
      case .added(let rule): "rule '\(show(rule.name))' is new"
      case .removed(let rule): "rule '\(show(rule.name))' is gone"
      case .changed(let name, _): "rule '\(show(name))' has changed"
      }
    } + values.compactMap { change in
      switch change.kind {
      case .declared: nil
      case .changed: "the value of \(show(change.name)) has changed"
      }
    }
  }
}
