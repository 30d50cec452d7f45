import ArgumentParser
import Platform
import Rules
import Smudge
import Verify
import WorkingTree

/// `git munge set`
struct SetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set values, and show them in this working tree.",
    discussion: """
      Checks all values against their kinds, stores them in git's configuration (munge.values.NAME), and \
      rewrites the files of this working tree, all in one step. Uncommitted edits stay, and nothing is \
      staged. If git-munge is not installed yet, the values are stored for `git munge install`.

      A value that makes the local identifier equal to the canonical one keeps the canonical one: its rule is idle.
      """)

  @Flag(help: "Store the values for all your clones; run `git munge refresh` in the others.")
  var global = false

  @OptionGroup var dry: DryRunOption

  @OptionGroup var printing: ProgressOptions

  @Argument(help: ArgumentHelp("A value for a variable of .gitmunge.", valueName: "NAME=VALUE"))
  var values: [String]

  func validate() throws { try checkAssignments(values) }

  func run() throws {
    try reporting(quietly: printing.quiet) {
      let report = try SetValues(tree(printing.progress, dry), global ? .global : .local).set(values)
      return (dry.titled(SetPrinter(report).text), report.needsAttention)
    }
  }
}

/// Throws if a word is not `NAME=VALUE`; values are checked later.
func checkAssignments(_ words: [String]) throws {
  for word in words where word.firstIndex(of: "=").map({ $0 == word.startIndex }) ?? true {
    throw ValidationError("expected NAME=VALUE, found '\(show(Array(word.utf8)))'")
  }
}

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
