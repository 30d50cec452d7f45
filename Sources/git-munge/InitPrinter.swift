import Platform
import Rules
import Smudge
import Verify
import WorkingTree

/// Prints what `git munge init` would write.
struct InitPrinter {
  let report: InitReport

  /// The message if there is nothing to propose.
  static func nothing(hasRules: Bool, isInstalled: Bool, unread: [Path]) -> String {
    let blobs =
      "which git cannot read, or which are over 512 MiB; `git fetch --refetch --no-filter` fetches missing blobs"
    let next = isInstalled ? "" : " Not installed: git munge install"
    return list("Not searched, \(count(unread.count, "file")) \(blobs):", unread).text
      + (hasRules
        ? "The rules have every identifier that was found.\(next)\n"
        : "No identifiers to munge were found. `git munge init --text VALUE` munges a text that you name, and "
          + "uncommitted edits are read, too: set your own identifiers, and run it again. Rules can also be written "
          + "by hand, see `man git-munge`.\n")
  }

  /// Whether an empty answer to the question means yes: all rules are shown, all edits learned, and `git munge verify`
  /// finds no problem.
  var isCertain: Bool {
    changes.count <= Self.maxRules && report.unlearned.isEmpty && report.verified.problems.isEmpty
  }

  private static let maxRules = 10

  /// The rules by what they change: the team can have a second one, for texts outside of its keys.
  private var changes: [(key: String, elements: [Preview.RuleChanges])] {
    report.preview.rules.grouped(by: \.rule.change)
  }

  /// What decides, in few lines.
  var summary: String {
    let changes = changes
    let rules = changes.prefix(Self.maxRules)
    let places = rules.map { _, rules in
      let files = rules.reduce(Set<Path>()) { $0.union($1.files) }
      return "  \(count(rules.map(\.places).reduce(0, +), "place")) in \(count(files.count, "file"))"
    }
    let shown = zip(aligned(rules.map { "  \($0.key)" }), places).map { $0 + $1 }
    let left = report.preview.rules.flatMap(\.rule.excepts).map(show).uniqued.sorted()
    let judged = report.preview.left.unjudged.map { line, _ in
      "\(line.path):\(line.number): \(excerpt(line.text))"
    }
    let head = examples.isEmpty ? [] : ["With example values\(assignments(examples)):"]
    let rest = Self.more(changes.count - rules.count).map { "  \($0)" }
    let found =
      head + shown + rest + Self.some("Left alone", left) + Self.some("To judge", judged, max: 1)
      + Self.some("Not learned", report.unlearned)
    return (found + report.notes + problems).text
  }

  /// A line with the first of some texts.
  private static func some(_ title: String, _ texts: [String], max: Int = 3) -> [String] {
    texts.isEmpty ? [] : ["\(title): \((texts.prefix(max) + more(texts.count - max)).joined(separator: ", "))"]
  }

  private static func more(_ number: Int) -> [String] { number > 0 ? ["\(number) more: d"] : [] }

  private var examples: [VariableValue] { report.preview.values.filter { $0.origin == .madeUp } }

  private var problems: [String] {
    let problems = report.verified.problems
    if problems.isEmpty { return [] }
    return [palette.paint("`git munge verify` would report (edit the files before you commit them):", .problem)]
      + findingLines(problems, nil).map { "  \($0)" }
  }

  var details: String { (files + rules + left + verified).joined(separator: "\n") + "\n" }

  private var rules: [String] {
    let example = examples.isEmpty ? "" : ", with the example values\(assignments(examples))"
    let previews = zip(aligned(report.preview.rules.map { show($0.rule.name) }), report.preview.rules)
    return [palette.paint("What a developer would see\(example):", .heading)]
      + previews.flatMap { name, rule in
        let places = "\(count(rule.places, "place")) in \(count(rule.files.count, "file"))"
        return ["  \(name)  \(rule.rule.change)  \(places)"]
          + rule.lines.map { "    \($0.path):\($0.number): \(excerpt($0.text))" }
      } + [""]
  }

  /// Every file that holds a text of a rule afterwards; what a person has to judge is the last, nearest to the
  /// question.
  private var left: [String] {
    let left = report.preview.left
    let judged = left.known.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value.listed)" }
    let unjudged = left.unjudged.map { line, places in
      "  \(line.path):\(line.number): \(excerpt(line.text))\(places > 1 ? " (\(places) places)" : "")"
    }
    return
      (judged.isEmpty
      ? [] : [palette.paint("Not munged (these keep the project's identifiers):", .heading)] + judged + [""])
      + (unjudged.isEmpty
        ? [] : [palette.paint("Not munged, and not judged: check these:", .problem)] + unjudged + [""])
      + (report.unlearned.isEmpty ? [] : ["Edits that stay, not learned:"] + report.unlearned.map { "  \($0)" } + [""])
      + report.notes.flatMap { [$0, ""] }
  }

  private var verified: [String] {
    let good =
      "Checked with these values and generated ones: clean undoes smudge, and `git munge verify` finds no problems. "
      + "Not checked: that the project builds. `git munge verify` sees the values of others in keys, and by fixed text "
      + "around them."
    return (problems.isEmpty ? [palette.paint(good, .good)] : problems) + [""]
  }

  private var files: [String] {
    switch report.target {
    case .committed:
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
    let lines = text.split(separator: .newline, omittingEmptySubsequences: false).map { line in
      line.split(separator: .tab, omittingEmptySubsequences: false).map { show(Array($0)) }.joined(
        separator: "    ")
    }
    let shown = lines.drop(while: \.isEmpty).map { $0.isEmpty ? "" : "  \($0)" }
    return [palette.paint(isExtended ? "\(name), at its end:" : "\(name):", .heading)] + shown
  }

  /// The commands that are left. `isInstalled`: only that for the commit.
  func nextSteps(_ title: String, isInstalled: Bool, subject: String) -> String {
    // They work in a directory below, and for files that are ignored.
    let files = ":/.gitmunge :/.gitattributes"
    let install = "git munge install\(report.target == .privateRules ? " --private" : "")"
    // Without a path, it also commits what was staged in place of identifiers of the user.
    let paths = report.project == nil ? " -- \(files)" : ""
    let commit = "git add -f \(files) && git commit -m \(Path(subject).shellQuoted)\(paths)"
    return list(
      title,
      (isInstalled ? [] : [([install] + report.own.map { Path($0).shellWord }).joined(separator: " ")])
        + (report.target == .privateRules ? [] : [commit])
    ).text
  }
}

/// The arguments of `git munge install`, each after a blank: ` handle=bnr team=BNR1234567`.
private func assignments(_ values: [VariableValue]) -> String {
  values.map { " \($0.name)=\(show($0.text))" }.joined()
}
