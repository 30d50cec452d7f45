import Munge
import Platform

/// What `git munge verify` has found, in words: a line for each finding, as compilers write it.
struct VerifyWords {
  private let report: VerifyReport
  private let showing: Finding.Showing

  init(_ report: VerifyReport, _ showing: Finding.Showing) { (self.report, self.showing) = (report, showing) }

  var text: String { (findings + remedies + notes + simulation + [summary]).joined(separator: "\n") + "\n" }

  private var findings: [String] {
    report.problems.flatMap { finding in
      let severity = palette.paint(finding.severity.rawValue, finding.severity == .error ? .problem : .heading)
      let line = "\(finding.place)\(severity): \(finding.message(showing)) [\(finding.kind.id)]"
      return [line] + (finding.origin.map { ["    since \($0.commit.prefix(12)) of \($0.author)"] } ?? [])
    }
  }

  /// Each remedy once, with all files that it is for.
  private var remedies: [String] {
    let ways = Dictionary(grouping: report.problems.enumerated()) { $1.sharedRemedy(for: []) }.values
      .sorted { $0[0].offset < $1[0].offset }
    if ways.isEmpty { return [] }
    let title = palette.paint("To repair, at the top of the working tree:", .heading)
    return [title] + ways.map { way in
      let paths = way.compactMap(\.element.location?.path).reduce(into: [Path]()) { if !$0.contains($1) { $0.append($1) } }
      return "  \(way[0].element.sharedRemedy(for: paths))"
    } + rewriting.map { "  \($0)" }
  }

  /// What repairs no file: commits stay what they are.
  private var rewriting: [String] {
    if report.findings.allSatisfy({ $0.matter.leaked == nil }) { return [] }
    switch report.target {
    case .range: return ["the commits that brought it in hold it for ever: rewrite them before others have them (`git rebase -i`)"]
    case .history: return ["the commits that brought it in hold it for ever: `git filter-repo` rewrites them, `--baseline` accepts them"]
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

extension Finding {
  /// Before a message.
  var place: String {
    guard let location else { return "" }
    return [location.path.description, location.line.map { "\($0)" }, location.column.map { "\($0)" }]
      .compactMap { $0 }.joined(separator: ":") + ": "
  }
}
