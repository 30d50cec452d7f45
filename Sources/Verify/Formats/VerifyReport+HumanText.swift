// The report for people.
extension VerifyReport {
  /// One line for each finding, ten of a kind, then what to do about them, and the summary.
  func humanText(in colours: Palette) -> String {
    func lines(_ findings: [Finding], _ line: ([Finding]) -> [String]) -> [String] {
      let (shown, more) = findings.grouped.flatMap(\.findings).merged.capped(10)
      // They are indented, so that no editor reads them as places in files.
      return shown.flatMap(line) + more.map { "    \($0) (--report json lists all)" }
    }
    let problemLines = lines(problems) { $0.lines(asOneIn: colours) }
    let noteLines = lines(notes) { equal in
      equal.prefix(1).map { "\($0.place)note: \($0.message) [\($0.kind.rawValue)]; \($0.remedy)" } + equal.moreLines
    }
    let advice = problems.remedyLines(in: colours) + [rewriting.map { "  \($0)" }].compactMap(\.self)
    let summary = colours.paint(summary, isFailing(strictly: false) ? .problem : .good)
    return (problemLines + advice + noteLines + [summary]).map { $0 + "\n" }.joined()
  }
}
