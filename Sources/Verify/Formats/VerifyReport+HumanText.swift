// The report for people.
extension VerifyReport {
  /// The problems with their steps, the notes, and the summary.
  func humanText(in colours: Palette) -> String {
    let summary = colours.paint(summary, isFailing(strictly: false) ? .problem : .good)
    let steps = rewriting.map { [$0].lines(for: [], rule: nil) } ?? []
    return (problems.lines(in: colours) + steps.map { "    \($0)" } + notes.lines(in: colours) + [summary])
      .map { $0 + "\n" }.joined()
  }
}
