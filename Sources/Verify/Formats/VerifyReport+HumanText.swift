// The report for people.
extension VerifyReport {
  /// The problems with their steps, the notes, and the summary.
  func humanText(in colours: Palette) -> String {
    let summary = colours.paint(summary, isFailing(strictly: false) ? .problem : .good)
    let steps = rewriting.map { [$0].lines(for: [], rule: nil) } ?? []
    return (problems.lines(in: colours) + steps.map { "    \($0)" } + notes.lines(in: colours) + [summary])
      .map { $0 + "\n" }.joined()
  }

  /// The same in Markdown, for a comment or the summary of a job: in a block of code, where nothing is markup or a
  /// mention.
  package func markdownText(strictly: Bool) -> String {
    let lines = humanText(in: .plain).split(separator: "\n").map { "    \($0)\n" }
    return "## git munge verify: \(isFailing(strictly: strictly) ? "failed" : "passed")\n\n" + lines.joined()
  }
}
