/// The format of a report. A new one is a case here, and a file that writes it.
package enum ReportFormat: String, Sendable, CaseIterable {
  /// Text, with one line for each finding in the format of compilers.
  case human
  /// JSON of docs/verify.schema.json.
  case json
  /// SARIF 2.1.0 (OASIS), which code scanning services read.
  case sarif
  /// Workflow commands of GitHub Actions, which become annotations.
  case github
  /// A code quality report of GitLab.
  case gitlab
  /// Markdown, for a comment in a pull or merge request.
  case markdown
  /// The fingerprints of all findings, which `--baseline` accepts.
  case baseline

  /// Whether the summary is inside a document that people do not read.
  package var hidesSummary: Bool { self != .human && self != .github }
}

extension VerifyReport {
  /// The whole report, with a newline at the end.
  ///
  /// The same report always gives the same bytes. `strictly`: warnings are errors. `colours`: for people only.
  package func text(as format: ReportFormat, strictly: Bool, in colours: Palette = .plain)
    -> String
  {
    switch format {
    case .human: humanText(in: colours)
    case .json: JSONText.encoded(document(strictly: strictly)) + "\n"
    case .sarif: SarifLog(report: self, isStrict: strictly).text
    case .github: WorkflowCommands.text(self, strictly: strictly)
    case .gitlab: codeQualityText(strictly: strictly)
    case .markdown: markdownText(strictly: strictly)
    case .baseline: baselineText
    }
  }
}
