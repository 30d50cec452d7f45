import Discovery
import Engine
import Platform
import Rules
import Verify
import WorkingTree

/// Prints what `git munge init` would write.
struct InitPrinter {
  private let report: InitReport
  private static let maxNotes = 5

  init(_ report: InitReport) { self.report = report }

  /// Without anything to propose.
  static func nothing(hasRules: Bool) -> String {
    hasRules
      ? "The rules have every identifier that was found.\n"
      : "No identifiers were found. Rules can also be written by hand, see `man git-munge`.\n"
  }

  static let declined = "Nothing was written. `git munge init --yes` writes the files.\n"

  var text: String { (rules + left + verified + files).joined(separator: "\n") + "\n" }

  // MARK: What developers see

  private var rules: [String] {
    let values = report.preview.values.map { "\($0.name)=\(show($0.text))" }.joined(separator: " ")
    let title = palette.paint("What a developer would see, with \(values):", .heading)
    let width = report.preview.rules.map { show($0.rule.name).count }.max() ?? 0
    return [title] + report.preview.rules.flatMap { rule in
      let places = "\(count(rule.places, "place")) in \(count(rule.files, "file"))"
      return ["  \(padded(rule.rule.name, to: width))  \(rule.rule.change)  \(places)"] + rule.lines.map(line)
    } + [""]
  }

  private func line(_ line: Preview.ChangedLine) -> String {
    "    \(line.path):\(line.number): \(showWord(line.local))"
  }

  // MARK: What stays

  private var left: [String] {
    let reasons = LeaveReason.allCases.compactMap { reason -> String? in
      let paths = report.left.filter { $0.value == reason }.keys.sorted()
      guard let first = paths.first else { return nil }
      return "  \(reason.rawValue): \(first)" + (paths.count > 1 ? " and \(paths.count - 1) more" : "")
    }
    return reasons.isEmpty ? [] : [palette.paint("Left as they are:", .heading)] + reasons + [""]
  }

  // MARK: Checks

  private var verified: [String] {
    let problems = report.verified.problems
    let sets = report.verified.simulation.map { ", \(count($0.trips, "round trip")) with generated values" } ?? ""
    let first = problems.isEmpty
      ? palette.paint("Checked: `git munge verify` finds nothing\(sets).", .good)
      : palette.paint("`git munge verify` would report:", .problem)
    return [first] + findingLines(problems, nil).map { "  \($0)" } + unseen + [""]
  }

  /// Texts that `verify` does not recognize.
  private var unseen: [String] {
    let notes = report.verified.notes.filter { $0.kind == .unseenLocal || $0.kind == .nearMiss }
    return notes.prefix(Self.maxNotes).map { "  note: \($0.place)\($0.message(.plain))" }
  }

  // MARK: The files

  private var files: [String] {
    switch report.target {
    case .committed, .fromPrivate:
      added(".gitmunge", report.old.rules, report.files.rules)
        + added(".gitattributes", report.old.attributes, report.files.attributes)
    case .privateRules: added("Private rules", report.old.privateFile, report.files.privateFile)
    }
  }

  /// A file that is new, or the lines after those that it has.
  private func added(_ name: String, _ old: [UInt8], _ new: [UInt8]) -> [String] {
    if old == new { return [] }
    let isExtended = !old.isEmpty && new.starts(with: old)
    let text = new.dropFirst(isExtended ? old.count : 0)
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map { show(Array($0)) }.joined(separator: "    ")
    }
    let shown = lines.drop(while: \.isEmpty).map { $0.isEmpty ? "" : "  \($0)" }
    return [palette.paint(isExtended ? "\(name), at its end:" : "\(name):", .heading)] + shown
  }

  // MARK: After writing

  static func nextSteps(_ target: Init.Target, _ branches: [String]) -> String {
    let lines =
      switch target {
      case .privateRules: [palette.paint("Written: your private rules. Next:", .good), "  git munge install --private"]
      case .committed, .fromPrivate: committedSteps(branches)
      }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func committedSteps(_ branches: [String]) -> [String] {
      [
        palette.paint("Written: .gitmunge and .gitattributes. Nothing is staged. Next:", .good),
        "  git add .gitmunge .gitattributes",
        "  git commit -m 'Munge build identifiers'",
        "  git munge install",
        "For the README of the project:",
        "  Build with your own identifiers: run `git munge install` once in your clone.",
        "For CI: run `git munge verify` for each change (docs/ci.md has the configuration).",
      ]
      + list("Branches without .gitmunge (merge the rules into them, or rebase them):", branches.map { Path($0) })
  }
}
