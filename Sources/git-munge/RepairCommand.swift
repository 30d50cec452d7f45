import ArgumentParser
import Platform
import Verify
import WorkingTree

/// `git munge repair`
struct RepairCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair", abstract: "Replace leaked local texts with the canonical ones.",
    discussion: """
      In files for which `git munge verify` reports a leak, restores each identifier as it was in the newest \
      version of the file without it. An identifier that is new and has several canonical texts stays, and is \
      listed, and so is what is older than its rule, unless you name its file, which has no newer leak. Only these \
      places in the files on disk change, for the identifiers of any developer. A munged file shows yours \
      afterwards. Nothing is staged: check `git diff`, then add and commit.

      Exits with 0 if everything is repaired or nothing was to be done, 1 if something could not be repaired, \
      2 on failure.
      """)

  @Argument(help: ArgumentHelp("Munged files, or directories that contain some.", valueName: "PATH"))
  var paths: [String]

  @OptionGroup var dry: DryRunOption

  @OptionGroup var masking: MaskingOptions

  @OptionGroup var printing: ProgressOptions

  func run() throws {
    try reporting(quietly: printing.quiet) {
      let report = try Repair(tree(printing.progress), paths.map { Path(asTyped($0)) }, isDryRun: dry.dryRun).run()
      return (report.text(masking.showing), report.needsAttention)
    }
  }
}

extension RepairReport {
  fileprivate func text(_ showing: Finding.Showing) -> String {
    let left = files.flatMap(\.left).map { $0.words(showing) }
    let older = files.flatMap(\.older).map { $0.words(showing) }
    let alike = files.flatMap { file in file.alike.map { "\(file.path):\($0)" } }
    return
      (outcomeLines(showing) + list(palette.paint("Not repaired:", .problem), left, max: Self.maxLines)
      + (left.isEmpty
        ? []
        : [
          "Write the canonical text there by hand. If a text is intended, add `except = TEXT` to its rule; "
            + "if it is a new identifier of the project, `git munge init` adds a rule."
        ])
      + list(
        palette.paint("Not repaired: the same texts where no rule applies, such as under another key:", .problem),
        alike,
        max: Self.maxLines)
      + list(
        "Older than their rule, and not changed (`git munge repair FILE` restores them if FILE has no newer leak):",
        older, max: Self.maxLines)
      + remarks + next).text
  }

  private static let maxLines = 100

  private func outcomeLines(_ showing: Finding.Showing) -> [String] {
    let lines = files.flatMap { self.lines($0, showing) }
    if lines.isEmpty, files.allSatisfy({ $0.left.isEmpty && $0.older.isEmpty && $0.alike.isEmpty }) {
      return ["Nothing to repair in \(count(files.count, "munged file"))."]
    }
    let more = "  and \(lines.count - Self.maxLines) more\(isDryRun ? "" : ": `git diff` shows them")"
    return lines.prefix(Self.maxLines) + (lines.count > Self.maxLines ? [more] : [])
  }

  private func lines(_ file: File, _ showing: Finding.Showing) -> [String] {
    switch file.outcome {
    case .nothingToDo: []
    case .toBeAdded:
      ["\(file.path): nothing to repair on disk, but the committed or staged version has a leak: add the file"]
    case .repaired(let places, _):
      places.map {
        "\(file.path):\($0.line): \(words($0, palette.paint(showing.text($0.leaked), .local))) [\(show($0.rule))]"
      }
    }
  }

  private func words(_ place: RepairedPlace, _ leaked: String) -> String {
    let verb = isDryRun ? "would be " : ""
    guard let text = place.canonical else {
      return "inserted line with \(leaked) \(verb)removed (`on-insert = drop`)"
    }
    return "\(leaked) \(verb)restored to \(palette.paint(text.isEmpty ? "an empty value" : show(text), .canonical))"
  }

  /// Munged files that do not show local texts as usual.
  private var remarks: [String] {
    if isDryRun { return [] }
    return list(
      "Add these before you edit them again (clean recognizes them only by their exact content):", paths(.untilEdited))
      + list("These show the canonical text; run `git munge install` after the commit:", paths(.canonical))
  }

  private func paths(_ appearance: Appearance) -> [Path] {
    files.filter { file in if case .repaired(_, appearance) = file.outcome { true } else { false } }.map(\.path)
  }

  private var next: [String] {
    if toAdd.isEmpty { return [] }
    if isDryRun { return ["Nothing was changed."] }
    let names = toAdd.map(\.shellQuoted).joined(separator: " ")
    return ["Nothing is staged. Check `git diff`, then:", "  git add -- \(names) && git commit"]
  }
}
