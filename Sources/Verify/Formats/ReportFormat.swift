/// The format of a report.
package enum ReportFormat: String, Sendable, CaseIterable {
  /// Text.
  case human
  /// docs/verify.schema.json
  case json
  /// SARIF 2.1.0 (OASIS), which code scanning services read.
  case sarif
  /// Workflow commands of GitHub Actions, which become annotations.
  case github
  /// JUnit XML, which most CI servers show.
  case junit
  /// GitHub Flavored Markdown, for a comment in a pull or merge request.
  case markdown
}
