/// A format of reports that programs read.
package enum MachineFormat: Sendable, CaseIterable {
  case json
  case sarif
  case github
  case junit

  /// Whether the summary is inside a document, where people do not see it.
  package var hidesSummary: Bool {
    switch self {
    case .json, .sarif, .junit: true
    case .github: false
    }
  }
}

extension ReportFormat {
  /// `nil` for the one that people read: its words are not made here.
  package var machine: MachineFormat? {
    switch self {
    case .human: nil
    case .json: .json
    case .sarif: .sarif
    case .github: .github
    case .junit: .junit
    }
  }
}

extension VerifyReport {
  /// The whole report, with a newline at the end.
  ///
  /// The same report gives the same bytes, whenever it is written. `strictly`: warnings count as errors.
  package func text(as format: MachineFormat, showing: Finding.Showing, strictly: Bool) -> String {
    switch format {
    case .json: VerifyDocument(self, showing, strictly: strictly).text
    case .sarif: SarifLog(self, showing, strictly: strictly).text
    case .github: WorkflowCommands(self, showing, strictly: strictly).text
    case .junit: JUnitReport(self, showing, strictly: strictly).text
    }
  }
}

extension Finding {
  /// Which commit brought it in, and its author; for people, so of its name no more than they need.
  var originWords: String? { origin.map { "added by commit \($0.commit.prefix(12)) of \($0.author)" } }
}
