// The report for people.
extension VerifyReport {
  /// The problems, their remedies, the notes and the summary.
  func humanText(in colours: Palette) -> String {
    let problemLines = problems.grouped.flatMap { $0.lines { $0.lines(asOneIn: colours) } }
    let noteLines = notes.grouped.flatMap { group in
      group.lines { equal in
        equal.prefix(1).map { "\($0.place)note: \($0.message) [\($0.kind.rawValue)]; \($0.remedy)" }
          + equal.moreLines
      }
    }
    let advice = problems.remedyLines(in: colours) + [rewriting.map { "  \($0)" }].compactMap(\.self)
    let summary = colours.paint(summary, isFailing(strictly: false) ? .problem : .good)
    let last = [simulation?.words, summary].compactMap(\.self)
    return (problemLines + advice + noteLines + last).map { $0 + "\n" }.joined()
  }
}
