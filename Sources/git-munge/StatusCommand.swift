import ArgumentParser
import Munge
import Platform
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
      """)

  @Flag(help: "Forget the kept warnings after showing them.")
  var clear = false

  func run() throws {
    try reporting { () throws(MungeError) in
      let status = Status(try .find())
      let report = try status.run()
      if clear { try status.forgetWarnings() }
      return (StatusWords(report).text, report.needsAttention)
    }
  }
}

/// The state of a working tree in words.
struct StatusWords {
  private let report: StatusReport

  init(_ report: StatusReport) { self.report = report }

  var text: String {
    let lines = [headline] + rules + values + unset + survey + conflictLines(report.conflicts) + warnings + next
    return lines.joined(separator: "\n") + "\n"
  }

  /// The state in one sentence.
  var headline: String { report.state.words }

  /// The state, whether there is more to it, and where one would want to go from here.
  var short: String {
    let isMore = report.needsAttention && !report.state.needsAttention
    return headline + (isMore ? "\nSomething needs your attention: `git munge status` says what.\n" : "\n") + usefulCommands
  }

  private var usefulCommands: String {
    let commands: [(String, String)] =
      switch report.state {
      case .foreign, .notInstalled:
        [("git munge install", "show your identifiers here"), ("git munge install --dry-run", "see what that would do"),
          ("git munge --help", "read about it")]
      case .munged, .idle, .outdated, .rulesUnreadable, .rulesMissing, .misconfigured, .programMissing,
        .damaged:
        [("git munge status", "see it in full"), ("git munge install", "bring it up to date"),
          ("git munge uninstall", "give the canonical tree back")]
      }
    let width = commands.map(\.0.count).max() ?? 0
    return commands.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))  \($0.1)\n" }.joined()
  }

  private var rules: [String] {
    guard let plan = report.plan, let survey = report.survey else { return [] }
    let changes = plan.rules.filter { !$0.pairs.isEmpty }.map { ($0.name, $0.change) }
    return changes.isEmpty ? [] : ["Rules:"] + survey.ruleLines(changes)
  }

  private var values: [String] {
    if report.values.isEmpty { return [] }
    return ["Values:"] + report.values.map { "  \($0.name) = \(show($0.text)) (\($0.origin))" }
  }

  private var unset: [String] {
    if report.unset.isEmpty { return [] }
    return ["Without a value, so their rules are idle (`git munge install NAME=VALUE`):"]
      + report.unset.map { "  \($0.name): \($0.description ?? $0.kind.expectation)" }
  }

  private var survey: [String] {
    (report.survey?.nearMissLines ?? []) + (report.survey?.fileLines ?? [])
  }

  private var warnings: [String] {
    if report.warnings.isEmpty { return [] }
    return ["The filter has warned (`git munge status --clear` forgets this):"]
      + report.warnings.map { "  \($0)" }
  }

  private var next: [String] { report.state.nextStep.map { ["Next: \($0)"] } ?? [] }
}

extension CloneState {
  /// One sentence.
  var words: String {
    switch self {
    case .foreign: "There is no .gitmunge here, and git-munge is not installed."
    case .notInstalled: "Not installed: this working tree is canonical."
    case .munged: "Munged: this working tree shows your identifiers."
    case .idle: "Idle: git-munge is installed in this clone, and this working tree is canonical."
    case .outdated(let changes): "Outdated: \(changes.map(\.words).joined(separator: ", "))."
    case .rulesUnreadable(let error): "Munged by the rules of before, for .gitmunge cannot be read: \(error)"
    case .rulesMissing: "Munged by the rules of before, for there is no .gitmunge now."
    case .misconfigured(let settings):
      "Misconfigured: git does not start the filter as it should:\n"
        + settings.map { $0.value.isEmpty ? "  \($0.key) is not set" : line($0) }.joined(separator: "\n")
    case .programMissing(let program):
      "Broken: git is to start \(program), and there is no such program.\n" + CloneState.rescue
    case .damaged(let error): "Damaged: \(error).\n" + CloneState.rescue
    }
  }

  private static let rescue = """
    Commits stop until that is repaired; for one command without git-munge:
      git -c filter.munge.process= -c filter.munge.required=false ...
    """
}

extension CloneState.Change {
  fileprivate var words: String {
    switch self {
    case .ruleAdded(let name): "rule '\(show(name))' is new"
    case .ruleRemoved(let name): "rule '\(show(name))' is gone"
    case .ruleChanged(let name): "rule '\(show(name))' or its values have changed"
    }
  }
}
