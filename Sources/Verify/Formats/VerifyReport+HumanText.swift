import Platform

// The report for people.
extension VerifyReport {
  func humanText(_ showing: Finding.Showing, in colours: Palette) -> String {
    let found =
      problems.grouped.flatMap { $0.lines { $0.lines(asOne: showing, colours) } } + problems.remedyLines(in: colours)
    let notes = notes.grouped.flatMap { group in
      group.lines { equal in
        equal.prefix(1).map { "\($0.place)note: \($0.message(showing)) [\($0.kind.rawValue)]; \($0.remedy)" }
          + equal.moreLines
      }
    }
    let summary = colours.paint(summary, findings.contains { $0.severity == .error } ? .problem : .good)
    let last = [simulation?.words, summary].compactMap(\.self)
    return (found + [rewriting.map { "  \($0)" }].compactMap(\.self) + notes + last).joined(separator: "\n") + "\n"
  }
}
