import Platform
import Verify

/// Prints the report of `git munge verify`, one line for each finding in the format of compilers.
struct VerifyPrinter {
  private let report: VerifyReport
  private let showing: Finding.Showing

  init(_ report: VerifyReport, _ showing: Finding.Showing) { (self.report, self.showing) = (report, showing) }

  var text: String { (problems + notes + simulation + [summary]).joined(separator: "\n") + "\n" }

  private var problems: [String] {
    let words = FindingPrinter(report.problems, showing)
    return words.lines() + words.remedies + rewriting.map { "  \($0)" }
  }

  /// Advice for commits, which a repair of files does not change.
  private var rewriting: [String] {
    if report.findings.allSatisfy({ $0.detail.leaked == nil }) { return [] }
    switch report.target {
    case .range: return ["the commits that added it keep it: rewrite them before you push (`git rebase -i`)"]
    case .history: return ["the commits that added it keep it: `git filter-repo` rewrites them, `--baseline` accepts them"]
    case .revision, .staged, .worktree: return []
    }
  }

  private var notes: [String] {
    report.notes.map { "\($0.place)note: \($0.message(showing)) [\($0.kind.id)]; \($0.remedy)" }
  }

  private var simulation: [String] {
    guard let simulation = report.simulation, simulation.valueSets > 0 else { return [] }
    let source = simulation.withSource == 0 ? "" : ", \(simulation.withSource) with the committed file"
    return ["Simulated \(count(simulation.valueSets, "value set")): \(count(simulation.trips, "round trip")), \(simulation.exact) exact by bytes alone\(source)."]
  }

  private var summary: String {
    palette.paint(report.summary, report.findings.contains { $0.severity == .error } ? .problem : .good)
  }
}
