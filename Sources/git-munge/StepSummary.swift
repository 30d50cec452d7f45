import Platform
import Verify

/// The summary of a step of GitHub Actions, a file in Markdown to which the programs of the step append.
enum StepSummary {
  /// Appends the report to the file that `GITHUB_STEP_SUMMARY` names, if any. An error is a warning: it does not change what
  /// was found.
  static func append(_ report: VerifyReport, _ showing: Finding.Showing, strictly: Bool) {
    guard let name = Environment.value("GITHUB_STEP_SUMMARY"), !name.isEmpty else { return }
    do {
      let file = try File(Path(name), .append(mode: 0o644))
      let used = try file.status().size
      // The text of another program need not end with an empty line.
      let start = used == 0 ? "" : "\n\n"
      let rest = MarkdownReport.maxSize - used - start.utf8.count
      try file.write(Array((start + MarkdownReport(report, showing, strictly: strictly, maxSize: rest).text).utf8))
    } catch {
      Terminal.warn("git-munge: cannot write the summary of the job (GITHUB_STEP_SUMMARY): \(error)")
    }
  }
}
