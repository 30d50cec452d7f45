import Munge
import Platform
import Smudge

/// The report of an installation in words.
struct InstallPrinter {
  private let report: InstallReport

  init(_ report: InstallReport) { self.report = report }

  var text: String {
    let lines =
      [first] + rules + values + unset + becameUnmodified + report.scan.idleRuleLines
      + findingLines(report.scan.findings + report.findings, report.scan) + conflicts + overrides + hooks
      + submoduleLines(report.submodules) + branches
    return lines.joined(separator: "\n") + "\n"
  }

  private var first: String {
    if report.scan.attributed == 0 {
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
    let rules = report.plan.currentRules
    if rules.isEmpty { return ["There are no rules in .gitmunge."] }
    return ["Rules:"] + report.scan.ruleLines(rules)
  }

  private var values: [String] { valueLines(report.values) }

  private var unset: [String] { unsetLines(report.unset) + declinedLines(report.declined) }

  private var becameUnmodified: [String] { unmodifiedLines(report.becameUnmodified) }

  private var conflicts: [String] { conflictLines(report.conflicts, report.plan.rules) }

  private var overrides: [String] {
    if report.overrides.isEmpty { return [] }
    return ["Another level of git's configuration has the last word; remove this there:"]
      + report.overrides.map(line)
  }

  private var branches: [String] {
    let names = report.branchesWithoutRules.map { Path($0) }
    return list("Branches without .gitmunge, whose commits no CI checks (merge the rules into them, or rebase them):", names)
  }
}

// Hooks.
extension InstallPrinter {
  private var hooks: [String] {
    guard let hooks = report.hooks else { return [] }
    let failure = hooks.failure.map { ["No hooks were written: \($0); when that is mended, run this again."] } ?? []
    return written(hooks.written) + failure + hooks.advice.flatMap(\.lines)
  }

  private func written(_ hooks: [Hook]) -> [String] {
    if hooks.isEmpty { return [] }
    switch report.mode {
    case .dryRun: return ["These hooks would be written: \(names(hooks))."]
    case .perform:
      let (following, checking) = (hooks.filter { $0.role == .sync }, hooks.filter { $0.role == .guard })
      return (following.isEmpty ? [] : ["After \(names(following)), git-munge follows rules that you have agreed to."])
        + (checking.isEmpty ? [] : ["At \(names(checking)), git-munge stops what would bring somebody's identifiers to others."])
    }
  }

  private func names(_ hooks: [Hook]) -> String { hooks.map(\.rawValue).joined(separator: ", ") }
}

extension PlanRule {
  /// `canonical -> local`, or why there is none.
  var change: String {
    guard let pair = pairs.first else { return "" }
    let canonical = canonicals.map { palette.paint(showText($0), .canonical) }.joined(separator: ", ")
    guard let local = pair.local else { return "\(canonical) (idle: no value)" }
    if local == pair.canonical { return "\(canonical) (idle: your value is the canonical one)" }
    return "\(canonical) -> \(palette.paint(show(local), .local))"
  }
}

/// Pairs of rules whose texts bytes alone cannot tell apart, each with its first example.
func conflictLines(_ conflicts: [AmbiguityAnalysis.Conflict], _ rules: [PlanRule]) -> [String] {
  let pairs = conflicts.reduce(into: [(rules: [Int], first: AmbiguityAnalysis.Conflict)]()) { pairs, conflict in
    let indexes = Set(conflict.rules).sorted()
    if !pairs.contains(where: { $0.rules == indexes }) { pairs.append((indexes, conflict)) }
  }
  if pairs.isEmpty { return [] }
  return ["Ambiguous, so clean asks the committed version of the file which text was meant:"]
    + pairs.map { pair in
      let names = pair.rules.map { "'\(show(rules[$0].name))'" }.joined(separator: " and ")
      return "  \(pair.rules.count == 1 ? "rule" : "rules") \(names): \(show(pair.first.text)) \(pair.first.kind.rawValue) \(show(pair.first.other))"
    }
}
