import Platform

/// A report as workflow commands of GitHub Actions, a line for each finding: they become annotations of a pull
/// request. The last line is the summary.
///
/// Source of the format and its escapes: GitHub's documentation of workflow commands, and `actions/toolkit`.
struct WorkflowCommands {
  let text: String

  init(_ report: VerifyReport, _ showing: Finding.Showing, strictly: Bool) {
    let commands = report.findings.map { Self.command($0, showing, strictly: strictly) }
    text = (commands + [report.summary]).map { $0 + "\n" }.joined()
  }

  private static func command(_ finding: Finding, _ showing: Finding.Showing, strictly: Bool) -> String {
    let properties = place(finding.location) + [("title", "git-munge: \(finding.kind.id)")]
    let words = [finding.message(showing), finding.remedy, finding.originWords].compactMap { $0 }
    return "::\(finding.severity(strictly: strictly).command) "
      + properties.map { "\($0)=\(escaped($1, inProperties))" }.joined(separator: ",")
      + "::" + escaped(words.joined(separator: "\n"), inData)
  }

  private static func place(_ location: Finding.Location?) -> [(String, String)] {
    guard let location else { return [] }
    let numbers = [("line", location.line), ("col", location.column), ("endColumn", location.endColumn)]
    return [("file", JSONText.string(location.path.bytes))] + numbers.compactMap { name, number in number.map { (name, "\($0)") } }
  }

  private static let inData: [Unicode.Scalar: String] = ["%": "%25", "\r": "%0D", "\n": "%0A"]
  private static let inProperties = inData.merging([":": "%3A", ",": "%2C"]) { $1 }

  private static func escaped(_ text: String, _ codes: [Unicode.Scalar: String]) -> String {
    Platform.escaped(text, writing: codes, hidden: escapedScalar)
  }
}

extension Finding.Severity {
  fileprivate var command: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }
}
