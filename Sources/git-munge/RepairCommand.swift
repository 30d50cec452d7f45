import ArgumentParser
import Platform
import Verify
import WorkingTree

/// `git munge repair`
struct RepairCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Restore canonical texts where local ones have leaked.",
    discussion: """
      In files for which `git munge verify` reports a leak, restores each identifier as it was before the commit that \
      leaked it. An identifier that is new and has several canonical texts stays, and is listed, and so is what is \
      older than its rule. Only these places in \
      the files on disk change, for the identifiers of any developer. A munged file shows yours afterwards. Nothing is \
      staged: check `git diff`, then add and commit.

      Exits with 0 if everything is repaired or nothing was to be done, 1 if something could not be repaired, 2 on failure.
      """)

  @Argument(help: ArgumentHelp("Munged files, or directories that contain some.", valueName: "PATH"))
  var paths: [String]

  @Flag(name: [.long, .customShort("n")], help: "Print what would be done, and change nothing.")
  var dryRun = false

  @Flag(help: "Also repair texts that are older than their rule.")
  var older = false

  @Flag(help: "Show leaked texts in full, not only their first characters.")
  var showValues = false

  @OptionGroup var printing: ProgressOptions

  func run() throws {
    try reporting(quietly: printing.quiet) {
      let (paths, mode) = (paths.map { Path(asTyped($0)) }, dryRun ? RepairReport.Mode.dryRun : .perform)
      let repair = Repair(try tree(printing.progress), paths, mode: mode, older ? .all : .newer)
      let report = try repair.run()
      return (RepairPrinter(report, showValues ? .plain : .masked).text, report.needsAttention)
    }
  }
}

struct RepairPrinter {
  private let report: RepairReport
  private let showing: Finding.Showing

  init(_ report: RepairReport, _ showing: Finding.Showing) { (self.report, self.showing) = (report, showing) }
  var text: String { (outcomes + left + alike + older + remarks + next).map { $0 + "\n" }.joined() }

  /// The maximum number of printed lines.
  private static let maxLines = 100

  private func capped(_ lines: [String], _ wayOut: String) -> [String] {
    if lines.count <= Self.maxLines { return lines }
    return lines.prefix(Self.maxLines) + ["  and \(lines.count - Self.maxLines) more\(wayOut)"]
  }

  private var outcomes: [String] {
    let lines = report.files.flatMap(lines)
    if lines.count <= Self.maxLines { return lines }
    let changed = report.files.filter { $0.standing != .nothingToDo }
    return capped(changed.flatMap(self.lines), report.mode == .perform ? ": `git diff` shows them" : "")
  }

  private func lines(_ file: RepairReport.File) -> [String] {
    switch file.standing {
    case .nothingToDo: file.left.isEmpty && file.older.isEmpty ? ["\(file.path): nothing to repair"] : []
    case .toBeAdded: ["\(file.path): nothing to repair on disk, but the committed or staged version has a leak: add the file"]
    case .repaired(let places, _): places.map { "\(file.path):\($0.line): \(words($0)) [\(show($0.rule))]" }
    }
  }

  private func words(_ place: RepairReport.RepairedPlace) -> String {
    let leaked = palette.paint(showing.text(place.leaked), .local)
    let verb = switch report.mode {
    case .perform: ""
    case .dryRun: "would be "
    }
    switch place.outcome {
    case .gone: return "inserted line with \(leaked) \(verb)removed (`on-insert = drop`)"
    case .canonical(let text):
      let canonical = palette.paint(text.isEmpty ? "an empty value" : show(text), .canonical)
      return "\(leaked) \(verb)restored to \(canonical)"
    }
  }

  private var left: [String] {
    let findings = report.files.flatMap(\.left)
    if findings.isEmpty { return [] }
    return [palette.paint("Not repaired:", .problem)] + capped(findings.map(line), "")
      + ["Write the canonical text there by hand. If a text is intended, add `except = TEXT` to its rule."]
  }

  private var older: [String] {
    let findings = report.files.flatMap(\.older)
    return findings.isEmpty ? [] : ["Older than their rule, and not changed (`--older` repairs them, too):"] + capped(findings.map(line), "")
  }

  private func line(_ finding: Finding) -> String { "  \(finding.place)\(finding.message(showing)) [\(finding.kind.rawValue)]" }

  private var alike: [String] {
    let places = report.files.flatMap { file in file.alike.map { "  \(file.path):\($0)" } }
    if places.isEmpty { return [] }
    return [palette.paint("Not repaired: the same texts where no rule applies, such as under another key:", .problem)]
      + capped(places, "")
  }

  /// Munged files that do not show local texts as usual.
  private var remarks: [String] {
    if report.mode == .dryRun { return [] }
    return list("Add these before you edit them again (clean recognizes them only by their exact content):", paths(.untilEdited))
      + list("These show the canonical text; run `git munge refresh` after the commit:", paths(.canonical))
  }

  private func paths(_ appearance: RepairReport.Appearance) -> [Path] {
    report.files.filter { file in
      if case .repaired(_, appearance) = file.standing { true } else { false }
    }.map(\.path)
  }

  private var next: [String] {
    if report.toAdd.isEmpty { return [] }
    switch report.mode {
    case .dryRun: return ["Nothing was changed."]
    case .perform:
      let words = report.toAdd.map(\.shellQuoted).joined(separator: " ")
      return ["Nothing is staged. Check `git diff`, then:", "  git add -- \(words) && git commit"]
    }
  }
}
