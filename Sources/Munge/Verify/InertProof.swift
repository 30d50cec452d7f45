import Platform
import Smudge

/// Proves, file by file, that the filters change nothing in what is committed, whoever installs them.
struct InertProof {
  /// How many developers are made up besides the one without values; `nil` where nobody has asked for any.
  private let developers: Int?
  private var simulator: Simulator
  private let ambiguities: [Finding]

  init(_ rules: Rules, developers: Int?, seed: UInt64?) throws(MungeError) {
    self.developers = developers
    simulator = try Simulator(rules, developers: developers ?? 0, seed: seed ?? 0)
    ambiguities = try AmbiguityCheck(rules, seed: seed ?? 0).findings
  }

  mutating func look(at blob: [UInt8], _ path: Path) throws(MungeError) { try simulator.look(at: blob, path: path) }

  func add(to report: inout VerifyReport) {
    report.findings += simulator.findings + ambiguities
    if developers != nil { report.simulation = simulator.summary }
  }
}
