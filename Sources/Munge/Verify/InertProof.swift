import Platform
import Smudge

/// Proves, file by file, that the filters change nothing in what is committed, whoever installs them.
struct InertProof {
  /// How many developers are made up besides the one without values; `nil` where nobody has asked for any.
  private let developers: Int?
  /// `nil` where an installation refuses the rules, whatever the values.
  private var simulator: Simulator?
  /// Of the rules themselves.
  private var findings: [Finding]

  init(_ rules: Rules, developers: Int?, seed: UInt64?) throws(MungeError) {
    self.developers = developers
    do throws(MungeError) {
      simulator = try Simulator(rules, developers: developers ?? 0, seed: seed ?? 0)
      findings = try AmbiguityCheck(rules, seed: seed ?? 0).findings
    } catch {
      findings = [try RulesCheck.bad(error)]
    }
  }

  mutating func look(at blob: [UInt8], _ path: Path) throws(MungeError) { try simulator?.look(at: blob, path: path) }

  func add(to report: inout VerifyReport) {
    report.findings += (simulator?.findings ?? []) + findings
    if developers != nil { report.simulation = simulator?.summary }
  }
}
