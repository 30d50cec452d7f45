/// A format of reports for programs.
package enum MachineFormat: Sendable, CaseIterable {
  case json
  case sarif
  case github
  case junit
  case markdown

  /// Whether the summary is inside a document that people do not read.
  package var hidesSummary: Bool {
    switch self {
    case .json, .sarif, .junit, .markdown: true
    case .github: false
    }
  }
}

extension ReportFormat {
  /// `nil` for `human`, which `git-munge` prints itself.
  package var machine: MachineFormat? {
    switch self {
    case .human: nil
    case .json: .json
    case .sarif: .sarif
    case .github: .github
    case .junit: .junit
    case .markdown: .markdown
    }
  }
}

extension VerifyReport {
  /// The whole report, with a newline at the end.
  ///
  /// The same report always gives the same bytes. `strictly`: warnings are errors.
  package func text(as format: MachineFormat, showing: Finding.Showing, strictly: Bool) -> String {
    switch format {
    case .json: VerifyDocument(self, showing, strictly: strictly).text
    case .sarif: SarifLog(self, showing, strictly: strictly).text
    case .github: WorkflowCommands(self, showing, strictly: strictly).text
    case .junit: JUnitReport(self, showing, strictly: strictly).text
    case .markdown: MarkdownReport(self, showing, strictly: strictly).text
    }
  }
}

extension Finding {
  /// The commit that added it, abbreviated, and its author.
  var originWords: String? { origin.map { "added by commit \($0.commit.prefix(12)) of \($0.author)" } }
}
