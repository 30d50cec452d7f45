import ArgumentParser
import Munge
import Platform

/// `git munge repair`
struct RepairCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Put canonical texts back where somebody's own have leaked.",
    discussion: """
      For files in which `git munge verify` has found a leak: puts the identifiers back that stood there before, as git \
      knows them from the commit that brought the leak in, or else the first canonical text of the rule. It changes these \
      places in the files on disk and nothing else, whoever's texts they are. A munged file shows yours afterwards. \
      Nothing is staged: look at `git diff`, then add and commit.

      Exits with 0 when all is repaired or there was nothing to do, 1 where something could not be taken back, 2 when it failed.
      """)

  @Argument(help: ArgumentHelp("Munged files, and folders that hold some.", valueName: "PATH"))
  var paths: [String]

  @Flag(name: [.long, .customShort("n")], help: "Say what would be done, and change nothing.")
  var dryRun = false

  @Flag(help: "Show what leaked in full; else its first characters at most.")
  var showValues = false

  func run() throws {
    try reporting { () throws(MungeError) in
      let repair = Repair(try tree(), paths.map { Path(asTyped($0)) }, mode: dryRun ? .dryRun : .perform)
      let report = try repair.run()
      return (RepairPrinter(report, showValues ? .plain : .masked).text, report.needsAttention)
    }
  }
}

/// What a repair did, in words.
struct RepairPrinter {
  private let report: RepairReport
  private let showing: Finding.Showing

  init(_ report: RepairReport, _ showing: Finding.Showing) { (self.report, self.showing) = (report, showing) }

  var text: String { (outcomes + neverCanonical + left + remarks + next).map { $0 + "\n" }.joined() }

  /// More than these are counted.
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
    case .nothingToDo: file.left.isEmpty && file.neverCanonical.isEmpty ? ["\(file.path): nothing to repair"] : []
    case .toBeAdded: ["\(file.path): nothing to repair on disk, but what is committed or staged has a leak: add the file"]
    case .repaired(let places, _): places.map { "\(file.path):\($0.line): \(words($0)) [\(show($0.rule))]" }
    }
  }

  private func words(_ place: RepairReport.RepairedPlace) -> String {
    let leaked = palette.paint(showing.text(place.leaked), .local)
    let (becomes, goes) = switch report.mode {
    case .perform: ("is", "is gone")
    case .dryRun: ("would be", "would go")
    }
    switch place.outcome {
    case .gone: return "the line with \(leaked) \(goes), as there was none before (`on-insert = drop`)"
    case .canonical(let text, let certainty):
      return "\(leaked) \(becomes) \(palette.paint(text.isEmpty ? "an empty value" : show(text), .canonical))\(words(certainty))"
    }
  }

  private func words(_ certainty: RepairReport.Certainty) -> String {
    switch certainty {
    case .sure: " again"
    case .guess(let count): ", by a guess: no earlier version has this line, and this is the first of \(count) canonical texts"
    }
  }

  private var neverCanonical: [String] {
    let values = report.files.flatMap(\.neverCanonical)
    if values.isEmpty { return [] }
    return [palette.paint("Not repaired, as no earlier version has a canonical text there:", .problem)]
      + capped(values.map { "  \($0.finding.place)\(words($0))" }, "")
      + ["If it is a leak, write the canonical text there by hand."]
  }

  private func words(_ value: RepairReport.NeverCanonical) -> String {
    let detail = value.finding.detail
    guard let key = detail.key, let text = detail.leaked else { return value.finding.message(showing) }
    let age = value.commit.map { " has held '\(show(text))' since \($0.prefix(10))" + (value.isBeforeRules ? ", before the rules" : "") }
    let rule = show(value.finding.rule ?? [])
    return "\(show(key))\(age ?? " is '\(show(text))'"): if it is meant, add `except = \(show(text))` to rule '\(rule)'"
  }

  private var left: [String] {
    let findings = report.files.flatMap(\.left)
    if findings.isEmpty { return [] }
    return [palette.paint("Not taken back, as no clean could:", .problem)]
      + capped(findings.map { "  \($0.place)\($0.message(showing)) [\($0.kind.id)]" }, "")
      + ["Write the canonical text there by hand, or, if it is another word, leave it."]
  }

  /// What munged files show, where that is not as usual.
  private var remarks: [String] {
    if report.mode == .dryRun { return [] }
    return list("Add these before you edit them again: clean knows what they stand for just as they are now:", paths(.untilEdited))
      + list("These show the canonical text until it is committed; run `git munge refresh` then:", paths(.canonical))
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
      return ["Nothing is staged. When `git diff` looks right:", "  git add -- \(words) && git commit"]
    }
  }
}
