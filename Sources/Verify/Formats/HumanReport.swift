/// A report for people, one line for each finding in the format of compilers.
struct HumanReport {
  private let report: VerifyReport
  private let showing: Finding.Showing
  private let colours: Palette

  init(_ report: VerifyReport, _ showing: Finding.Showing, in colours: Palette) {
    (self.report, self.showing, self.colours) = (report, showing, colours)
  }

  var text: String { (problems + notes + simulation + [summary]).joined(separator: "\n") + "\n" }

  private var problems: [String] {
    let words = FindingPrinter(report.problems, showing, in: colours)
    return words.groupedLines + words.remedies + [report.rewriting].compactMap { $0.map { "  \($0)" } }
  }

  private var notes: [String] {
    report.notes.grouped.flatMap { group in
      group.lines { ["\($0.place)note: \($0.message(showing)) [\($0.kind.rawValue)]; \($0.remedy)"] }
    }
  }

  private var simulation: [String] { [report.simulation?.words].compactMap(\.self) }

  private var summary: String {
    colours.paint(report.summary, report.findings.contains { $0.severity == .error } ? .problem : .good)
  }
}
