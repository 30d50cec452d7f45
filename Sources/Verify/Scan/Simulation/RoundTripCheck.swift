import Platform
import Rules
import Smudge

/// Checks file by file that clean undoes smudge, for any developer.
struct RoundTripCheck: Sendable {
  /// The number of value sets in addition to the one without values; `nil` if not requested.
  private let valueSets: Int?
  /// `nil` if an installation refuses the rules for all values.
  private var simulator: Simulator?
  /// Findings about the rules themselves.
  private var findings: [Finding]

  init(_ rules: Rules, valueSets: Int?) throws {
    self.valueSets = valueSets
    do {
      simulator = try Simulator(rules, valueSets: valueSets ?? 0)
      findings = try AmbiguityCheck(rules).findings
    } catch {
      findings = [try RulesCheck.bad(error)]
    }
  }

  mutating func look(at blob: [UInt8], _ path: Path) throws { try simulator?.look(at: blob, path: path) }

  /// Adds the results of other files.
  mutating func add(_ other: RoundTripCheck) {
    if let simulator = other.simulator { self.simulator?.add(simulator) }
  }

  func add(to report: inout VerifyReport) {
    report.findings += (simulator?.findings ?? []) + findings
    if valueSets != nil { report.simulation = simulator?.summary }
  }
}
