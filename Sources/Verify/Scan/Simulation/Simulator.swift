package import Platform
package import Rules
import Smudge

/// Smudges and cleans munged files with generated value sets, and reports files that clean does not restore.
///
/// Files are checked one by one and not stored. In addition to the requested sets there is one without values, and the
/// plan of a clone without an installation, which must change nothing.
package struct Simulator: Sendable {
  /// The round trip of a file with one plan; tests inject another one.
  typealias RoundTripFunction = @Sendable (_ blob: [UInt8], _ path: Path) -> RoundTrip.RoundTripOutcome

  package private(set) var summary = VerifyReport.Simulation()
  /// One finding for each file that is not restored with some set, and for each pair of rules that an installation
  /// refuses.
  package private(set) var findings: [Finding] = []
  private let rules: Rules
  private let idle: RoundTripFunction
  private let groups: [EquivalentSets]
  private let texts: CompiledPlan
  private var refused: Set<[[UInt8]]> = []

  /// Sets with the same plan, which need only one round trip.
  private struct EquivalentSets: Sendable {
    let first: ValueSet
    let trip: RoundTripFunction
    let contradictions: [CanonicalConflict]
    /// The number of requested sets among them.
    var members = 1
  }

  /// Prepares the value sets. Throws the error of an installation that refuses the rules, or all values for them.
  package init(_ rules: Rules, valueSets: Int) throws {
    let sets = ValueSets(rules: rules)
    try self.init(rules, try (0..<max(0, valueSets)).map { try sets.set($0 + 1) }) { plan in RoundTrip(plan).outcome }
  }

  init(_ rules: Rules, _ sets: [ValueSet], by trip: (Plan) -> RoundTripFunction) throws {
    self.rules = rules
    idle = trip(.idle)
    var groups: [EquivalentSets] = []
    for set in [try ValueSet([:], rules)] + sets {
      if let index = groups.firstIndex(where: { $0.first.plan.rules == set.plan.rules }) {
        groups[index].members += 1
      } else {
        groups.append(
          EquivalentSets(first: set, trip: trip(set.plan), contradictions: CanonicalConflict.all(in: set.plan)))
      }
    }
    // The set without values was not requested.
    groups[0].members -= 1
    self.groups = groups
    texts = CompiledPlan(Plan(rules: groups.flatMap(\.first.plan.rules), fingerprint: rules.fingerprint))
    summary.valueSets = sets.count
  }

  package mutating func look(at blob: [UInt8], path: Path) throws {
    if idle(blob, path) != .untouched { return lose(path, nil) }
    if !texts.hasMatch(in: blob) { return count(.untouched, summary.valueSets) }
    var failed: ValueSet?
    for group in groups {
      if let contradiction = group.contradictions.first(where: { $0.applies(to: path) }) {
        refuse(contradiction, path)
        continue
      }
      let outcome = group.trip(blob, path)
      count(outcome, group.members)
      if outcome == .lost { failed = failed ?? group.first }
    }
    if let failed { lose(path, failed) }
  }

  mutating func add(_ next: Simulator) {
    summary.trips += next.summary.trips
    summary.exact += next.summary.exact
    summary.withSource += next.summary.withSource
    let reported = Set(findings.filter { $0.kind == .badRules }.map(\.fingerprint))
    findings += next.findings.filter { $0.kind != .badRules || !reported.contains($0.fingerprint) }
    refused.formUnion(next.refused)
  }

  private mutating func count(_ outcome: RoundTrip.RoundTripOutcome, _ members: Int) {
    summary.trips += members
    switch outcome {
    case .untouched, .exact: summary.exact += members
    case .withSource: summary.withSource += members
    case .lost: break
    }
  }

  /// Reports a file that is not restored. `set`: `nil` without an installation.
  private mutating func lose(_ path: Path, _ set: ValueSet?) {
    findings.append(
      Finding(
        .notRestored(values: set?.assignments ?? []), .error, at: Finding.Location(path: path),
        fingerprint: Finding.fingerprint(.notRestored, of: [path.bytes])))
  }

  private mutating func refuse(_ contradiction: CanonicalConflict, _ path: Path) {
    let names = contradiction.rules.map(\.name)
    guard refused.insert(names).inserted else { return }
    let rule = rules.rules.first { $0.name == names.last }
    findings.append(
      Finding(
        .badRules("\(contradiction.error(at: path))"), .error,
        at: Finding.Location(path: Path(RulesFile.name), line: rule?.place.line), rule: rule?.name,
        fingerprint: Finding.fingerprint(.badRules, of: names)))
  }
}
