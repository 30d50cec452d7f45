import Platform
import Rules
import Smudge
import WorkingTree

/// Prints the result of `set` and `unset`.
struct SetPrinter {
  private let report: SetReport

  init(_ report: SetReport) { self.report = report }

  var text: String {
    let lines =
      edits + followed + [outcome] + rules + becameUnmodified + overrides
      + conflictLines(report.conflicts, report.allRules) + others
    return lines.joined(separator: "\n") + "\n"
  }

  private var edits: [String] {
    report.edits.map { edit in
      let place = edit.level == .global ? "for all your clones" : "in this clone"
      return edit.text.map { "\(edit.name) = \(show($0)), stored \(place)." } ?? "\(edit.name) has no value \(place) now."
    }
  }

  /// Other values that have changed and are applied as well.
  private var followed: [String] {
    report.others.map { "\($0.words), as set in git's configuration." }
  }

  private var outcome: String {
    switch report.outcome {
    case .munged(let paths, _): paths.isEmpty ? "No file had to change." : "\(count(paths.count, "file")) rewritten."
    case .kept(.notInstalled):
      "git-munge is not installed in this working tree: run `git munge install`."
    case .kept(.noRules): "No file was changed: the rules are missing or cannot be read (`git munge status` shows why)."
    case .kept(.rulesChanged):
      "No file was changed: .gitmunge has changed since this tree was munged; run `git munge refresh`."
    case .kept(.operation(let operation)):
      "No file was changed: a \(operation.rawValue) is in progress; run `git munge refresh` after it."
    }
  }

  private var rules: [String] {
    let width = report.rules.map { show($0.name).count }.max() ?? 0
    return report.rules.map { "  \(padded($0.name, to: width))  \($0.change)" }
  }

  private var becameUnmodified: [String] {
    guard case .munged(_, let paths) = report.outcome else { return [] }
    return unmodifiedLines(paths)
  }

  private var overrides: [String] {
    if report.overrides.isEmpty { return [] }
    return ["Overridden at another level of git's configuration:"] + report.overrides.map(line)
  }

  private var others: [String] {
    let isGlobal = report.edits.contains { $0.level == .global }
    let general = isGlobal ? ["Run `git munge refresh` in your other clones."] : []
    return general + list("Run `git munge refresh` in these working trees of this clone:", report.otherWorktrees)
  }
}
