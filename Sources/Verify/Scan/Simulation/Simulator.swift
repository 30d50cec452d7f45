import Platform
import Rules
import Smudge

/// Smudges and cleans munged files with values, and reports files that clean does not restore.
///
/// Files are checked one by one and not stored. Each is also checked without values, and without rules, as in a clone
/// without an installation.
struct Simulator: Sendable {
  /// Whether clean restores a file with one plan; tests inject another answer.
  typealias RoundTripFunction = @Sendable (_ blob: [UInt8], _ path: Path) -> Bool

  /// One finding for each file that is not restored with some values, and for each pair of rules that an installation
  /// refuses.
  private(set) var findings: [Finding] = []
  private let rules: Rules
  private let trials: [(set: ValueSet, restores: RoundTripFunction)]

  /// Prepares the round trips with these values. Throws the error of an installation that refuses the rules.
  init(_ rules: Rules, _ sets: [ValueSet], by trip: (Plan) -> RoundTripFunction = { RoundTrip($0).restores }) throws {
    self.rules = rules
    trials = try ([ValueSet(Rules()), ValueSet(rules)] + sets).map { ($0, trip($0.plan)) }
  }

  mutating func simulate(_ blob: [UInt8], path: Path) {
    for (set, restores) in trials {
      if let conflict = set.conflicts.first(where: { $0.applies(to: path) }) {
        add(refusal(conflict, at: path))
      } else if !restores(blob, path) {
        add(Finding(.notRestored(values: set.assignments), at: Finding.Location(path: path)))
      }
    }
  }

  /// Adds a finding unless there is one of this file, or of these rules.
  mutating func add(_ finding: Finding) {
    if findings.allSatisfy({ $0.fingerprint != finding.fingerprint }) { findings.append(finding) }
  }

  private func refusal(_ conflict: CanonicalConflict, at path: Path) -> Finding {
    let name = conflict.rules[1].name
    let line = rules.rules.first { $0.name == name }?.place.line
    return Finding(
      .badRules("\(conflict.error(at: path))"), at: Finding.Location(path: Path(RulesFile.name), line: line),
      rule: name, mark: conflict.rules[0].name)
  }
}
