// The report for people.

extension VerifyReport {
  /// For people, with one line for each finding in the format of compilers.
  func humanText(_ showing: Finding.Showing, in colours: Palette) -> String {
    let printer = FindingPrinter(problems, showing, in: colours)
    let rewriting = rewriting.map { "  \($0)" }
    let notes = notes.grouped.flatMap { group in
      group.lines { equal in
        equal.prefix(1).map { "\($0.place)note: \($0.message(showing)) [\($0.kind.rawValue)]; \($0.remedy)" } + equal.moreLines
      }
    }
    let summary = colours.paint(summary, findings.contains { $0.severity == .error } ? .problem : .good)
    let lines = printer.groupedLines + printer.remedies + [rewriting].compactMap(\.self) + notes
    return (lines + [simulation?.words].compactMap(\.self) + [summary]).joined(separator: "\n") + "\n"
  }
}
