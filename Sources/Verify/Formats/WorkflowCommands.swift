import Platform

/// A report as workflow commands of GitHub Actions, a line for each finding: they become annotations of a pull
/// request. The last line is the summary.
///
/// Source of the format and its escapes: GitHub's documentation of workflow commands, and `actions/toolkit`, whose
/// `docs/problem-matchers.md` has the limits.
enum WorkflowCommands {
  /// The maximum number of annotations of a severity. GitHub drops later annotations of the same severity without a
  /// message: "10 warning annotations and 10 error annotations per step".
  private static let maxOfSeverity = 10

  static func text(_ report: VerifyReport, strictly: Bool) -> String {
    let findings = report.findings.grouped { $0.location?.path }.flatMap(\.elements)
    var left = Dictionary(uniqueKeysWithValues: Finding.Severity.allCases.map { ($0, maxOfSeverity) })
    let shown = findings.filter { left.take($0.severity(strictly: strictly)) }
    let rest = findings.count - shown.count
    let more =
      "Without an annotation: \(count(rest, "finding")); GitHub shows \(maxOfSeverity) of each severity. "
      + "The summary of the job and --report json list more."
    return (shown.map { command($0, strictly: strictly) } + (rest == 0 ? [] : [more]) + [report.summary])
      .map { $0 + "\n" }.joined()
  }

  private static func command(_ finding: Finding, strictly: Bool) -> String {
    let properties = place(finding.location) + [("title", "git-munge: \(finding.kind.rawValue)")]
    let words = [finding.message, finding.remedy, finding.commitWords].compactMap(\.self)
    let severity = finding.severity(strictly: strictly)
    return "::\(severity == .note ? "notice" : severity.rawValue) "
      + properties.map { "\($0)=\(escaped($1, writing: inProperties, hidden: escapedScalar))" }.joined(separator: ",")
      + "::" + escaped(words.joined(separator: "\n"), writing: inData, hidden: escapedScalar)
  }

  private static func place(_ location: Finding.Location?) -> [(String, String)] {
    guard let location else { return [] }
    let numbers = [("line", location.line), ("col", location.column), ("endColumn", location.endColumn)]
    return [("file", JSONText.string(location.path.bytes))]
      + numbers.compactMap { name, number in number.map { (name, "\($0)") } }
  }

  private static let inData: [Unicode.Scalar: String] = ["%": "%25", "\r": "%0D", "\n": "%0A"]
  private static let inProperties = inData.merging([":": "%3A", ",": "%2C"]) { $1 }
}
