import Munge
import Platform
import Smudge

/// The report of an installation in words.
struct InstallWords {
  private let report: InstallReport

  init(_ report: InstallReport) { self.report = report }

  var text: String {
    let lines =
      [first] + rules + values + unset + becameUnmodified + report.survey.nearMissLines
      + report.survey.fileLines + conflicts + overrides + remarks
    return lines.joined(separator: "\n") + "\n"
  }

  private var first: String {
    if report.survey.attributed == 0 {
      return "\(verb): but no file has filter=munge in .gitattributes, so nothing is munged.\n"
        + "  Add a line such as `*.pbxproj filter=munge` to .gitattributes and run this again."
    }
    let files = count(report.rewritten.count, "file")
    switch report.mode {
    case .dryRun: return "Nothing was changed. An installation would rewrite \(files)."
    case .perform:
      let kept = report.rewritten.isEmpty ? "all files were as they should be" : "\(files) rewritten"
      return "\(verb): \(kept); git starts \(report.program)."
    }
  }

  private var verb: String {
    switch report.mode {
    case .dryRun: "Nothing was changed"
    case .perform: "Installed"
    }
  }

  private var rules: [String] {
    let changes = report.plan.rules.filter { !$0.pairs.isEmpty }.map { ($0.name, $0.change) }
    if changes.isEmpty { return ["There are no rules in .gitmunge."] }
    return ["Rules:"] + report.survey.ruleLines(changes)
  }

  private var values: [String] {
    if report.values.isEmpty { return [] }
    return ["Values:"] + report.values.map { "  \($0.name) = \(show($0.text)) (\($0.origin))" }
  }

  private var unset: [String] {
    let variables = report.unset.variables
    if variables.isEmpty { return [] }
    return ["Without a value, so their rules are idle (`git munge install NAME=VALUE`):"]
      + variables.map { "  \($0.name): \($0.description ?? $0.kind.expectation)" }
  }

  private var becameUnmodified: [String] {
    list("Now unmodified, as only identifiers had differed:", report.becameUnmodified)
  }

  private var conflicts: [String] { conflictLines(report.conflicts) }

  private var overrides: [String] {
    if report.overrides.isEmpty { return [] }
    return ["Another level of git's configuration has the last word; remove this there:"]
      + report.overrides.map(line)
  }

  private var remarks: [String] { report.remarks.map(\.words) }
}

extension PlanRule {
  /// `canonical -> local`, or why there is none.
  var change: String {
    guard let pair = pairs.first else { return "" }
    guard let local = pair.local else { return "\(show(pair.canonical)) (idle: no value)" }
    if local == pair.canonical { return "\(show(local)) (idle: your value is the canonical one)" }
    return "\(show(pair.canonical)) -> \(show(local))"
  }
}

/// Pairs of texts that bytes alone cannot tell apart.
func conflictLines(_ conflicts: [Composability.Conflict]) -> [String] {
  if conflicts.isEmpty { return [] }
  return ["Ambiguous, so clean asks the committed version of the file which text was meant:"]
    + conflicts.prefix(10).map { "  '\(show($0.text))' \($0.kind.rawValue) '\(show($0.other))'" }
}

extension InstallReport.Remark {
  fileprivate var words: String {
    switch self {
    case .programInsideWorktree:
      "git-munge-filter lies inside this working tree, where a commit could replace it: install git-munge elsewhere."
    }
  }
}
