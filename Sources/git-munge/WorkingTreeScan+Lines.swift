import Platform
import Rules
import Smudge
import Verify
import WorkingTree

/// Lines about the files and rules of a working tree.
extension WorkingTreeScan {
  /// A line for each rule, with the number of its matches.
  func ruleLines(_ rules: [PlanRule]) -> [String] {
    zip(aligned(rules.map { show($0.name) }), rules).map { name, rule in
      let total = shown.counts.first { $0.rule == rule.name && $0.places > 0 }
      let places = total.map { "\(count($0.places, "place")) in \(count($0.files, "file"))" } ?? "nowhere"
      return "  \(name)  \(rule.change)  \(places)"
    }
  }

  /// The local texts on disk, at most four; `nil` if there are none.
  func texts(of plan: Plan?) -> String? {
    let names = shown.counts.filter { $0.places > 0 }.map(\.rule)
    let rules = (plan?.currentRules ?? []).filter { names.contains($0.name) }
    let texts = rules.compactMap { $0.pairs.first?.replacement }.uniqued.map { show($0) }
    if texts.isEmpty { return nil }
    return texts.prefix(4).joined(separator: ", ") + (texts.count > 4 ? " and \(texts.count - 4) more" : "")
  }

  /// Rules that match no munged file.
  var idleRuleLines: [String] {
    if attributed == 0 { return [] }
    return shown.counts.filter { $0.places == 0 && !leaking.contains($0.rule) }.map { count in
      "Rule '\(show(count.rule))' matches nothing: no munged file holds its canonical text. "
        + "Correct the rule, then run `git munge install`."
    }
  }
}

/// Findings with their steps. `scan`: for the number of findings that were left out.
func findingLines(_ findings: [Finding], _ scan: WorkingTreeScan?) -> [String] {
  let more = (scan?.leftOut ?? [:]).sorted { $0.key < $1.key }.map { "  and \($0.value) more in \($0.key)" }
  return findings.lines(in: palette) + more
}

/// Ambiguous pairs of rules, each with its first conflict.
func conflictLines(_ plan: Plan?) -> [String] {
  guard let plan else { return [] }
  let first = AmbiguityAnalysis.conflicts(in: plan).grouped { Set($0.rules) }.compactMap(\.elements.first)
  return list(
    "Ambiguous rules; clean reads the committed version of the file to decide:",
    first.map { conflict in
      let names = Set(conflict.rules).sorted().map { "'\(show(plan.rules[$0].name))'" }
      let rules = (names.count == 1 ? "rule " : "rules ") + names.joined(separator: " and ")
      return "\(rules): \(escaped(conflict.text)) \(conflict.relation.rawValue) \(escaped(conflict.other))"
    })
}

extension PlanRule {
  /// `canonical -> local`, or why the rule is idle.
  var change: String {
    guard let pair = pairs.first else { return "" }
    let canonical = canonicals.map { palette.paint(showText($0), .canonical) }.joined(separator: ", ")
    guard let local = pair.local else { return "\(canonical) (idle: no value)" }
    if local == pair.canonical { return "\(canonical) (idle: the local text is the canonical one)" }
    return "\(canonical) -> \(palette.paint(escaped(local), .local))"
  }
}

extension Change.Outcome {
  /// Files that a command has made unmodified, and those that it has staged again.
  var lines: [String] {
    list("Now unmodified (only identifiers differed):", becameUnmodified)
      + list("Staged with the project's identifiers in place of yours:", restaged)
  }
}
