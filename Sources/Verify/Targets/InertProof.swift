import Platform
import Smudge

/// Proves, file by file, that the filters change nothing in what is committed, whoever installs them.
struct InertProof {
  /// How many value sets are tried besides the one without values; `nil` where none were asked for.
  private let valueSets: Int?
  /// `nil` where an installation refuses the rules, whatever the values.
  private var simulator: Simulator?
  /// Of the rules themselves.
  private var findings: [Finding]

  init(_ rules: Rules, valueSets: Int?) throws(MungeError) {
    self.valueSets = valueSets
    do throws(MungeError) {
      simulator = try Simulator(rules, valueSets: valueSets ?? 0)
      findings = try AmbiguityCheck(rules).findings
    } catch {
      findings = [try RulesCheck.bad(error)]
    }
  }

  mutating func look(at blob: [UInt8], _ path: Path) throws(MungeError) { try simulator?.look(at: blob, path: path) }

  func add(to report: inout VerifyReport) {
    report.findings += (simulator?.findings ?? []) + findings
    if valueSets != nil { report.simulation = simulator?.summary }
  }
}
