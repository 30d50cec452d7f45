import Platform
import Rules
import Smudge
import Verify
import WorkingTree

/// Prints what `git munge init` would write.
struct InitPrinter {
  let report: InitReport

  /// The message if there is nothing to propose.
  static func nothing(hasRules: Bool, unread: [Path]) -> String {
    let blobs =
      "which git cannot read, or which are over 512 MiB; `git fetch --refetch --no-filter` fetches missing blobs"
    return list("Not searched, \(count(unread.count, "file")) \(blobs):", unread).text
      + (hasRules
        ? "The rules have every identifier that was found.\n"
        : "No identifiers to munge were found. `git munge init --text VALUE` munges a text that you name, and "
          + "uncommitted edits are read, too: set your own identifiers, and run it again. Rules can also be written "
          + "by hand, see `man git-munge`.\n")
  }

  /// The change that was made by hand, without the end of the sentence.
  static func words(_ text: LearnedText) -> String {
    let own = excerpt(text.own.utf8)
    let change =
      text.canonical.isEmpty ? "You set the team \(own)" : "You changed \(excerpt(text.canonical.utf8)) to \(own)"
    let names = text.others.map { excerpt($0.utf8) }.joined(separator: ", ")
    let others = text.others.isEmpty ? "" : " (\(names) \(text.others.count == 1 ? "stays an edit" : "stay edits"))"
    return "\(change) in \(count(text.paths.count, "file"))\(others)"
  }

  var text: String { (files + rules + left + verified).joined(separator: "\n") + "\n" }

  private var rules: [String] {
    let examples = report.preview.values.filter { $0.origin != .argument }
    let values = [("your", report.own), ("the example", examples)].filter { !$1.isEmpty }
    let example =
      values.isEmpty ? "" : ", with " + values.map { "\($0) values\(assignments($1))" }.joined(separator: " and ")
    let previews = zip(aligned(report.preview.rules.map { show($0.rule.name) }), report.preview.rules)
    return [palette.paint("What a developer would see\(example):", .heading)]
      + previews.flatMap { name, rule in
        let places = "\(count(rule.places, "place")) in \(count(rule.files, "file"))"
        return ["  \(name)  \(rule.rule.change)  \(places)"]
          + rule.lines.map { "    \($0.path):\($0.number): \(excerpt($0.text))" }
      } + [""]
  }

  /// Every file that holds a text of a rule afterwards; what a person has to judge is the last, nearest to the
  /// question.
  private var left: [String] {
    let left = report.preview.left
    let judged = left.known.sorted { $0.key < $1.key }.map { "  \($0.key): \(Self.names($0.value))" }
    let unjudged = left.unjudged.map { line, places in
      "  \(line.path):\(line.number): \(excerpt(line.text))\(places > 1 ? " (\(places) places)" : "")"
    }
    return
      (judged.isEmpty
      ? [] : [palette.paint("Not munged (these keep the project's identifiers):", .heading)] + judged + [""])
      + (unjudged.isEmpty
        ? [] : [palette.paint("Not munged, and not judged: check these:", .problem)] + unjudged + [""])
      + report.notes.flatMap { [$0, ""] }
  }

  /// The names of files; of many, four or more below one directory are counted.
  private static func names(_ paths: [Path]) -> String {
    if paths.count <= 12 { return paths.listed }
    let groups = Dictionary(grouping: paths) { $0.ancestors.first }
    return groups.values.sorted { $0[0] < $1[0] }.flatMap { paths in
      let directory = paths[0].ancestors.last { directory in paths.allSatisfy { $0.isInside(directory) } }
      return directory.flatMap { paths.count < 4 ? nil : ["\($0)/ (\(paths.count) files)"] } ?? paths.map { "\($0)" }
    }.joined(separator: ", ")
  }

  private var verified: [String] {
    let problems = report.verified.problems
    let first =
      problems.isEmpty
      ? palette.paint(
        "Checked with these values and generated ones: clean undoes smudge, and `git munge verify` finds no problems. "
          + "Not checked: that the project builds.",
        .good)
      : palette.paint("`git munge verify` would report (edit the files before you commit them):", .problem)
    return [first] + findingLines(problems, nil).map { "  \($0)" } + unseen + [""]
  }

  /// The values that `verify` does not recognize, and texts that no developer changes.
  private var unseen: [String] {
    let rules = report.verified.rules ?? Rules()
    let blind = RulesCheck.unseen(in: rules).map { rule in
      "  note: `git munge verify` does not recognize the values of other developers in rule '\(show(rule.name))': "
        + "they can be any text; `key` or `check` lines help"
    }
    let misses = report.verified.notes.filter { $0.kind == .nearMiss }.prefix(5)
    return blind + misses.map { "  note: \($0.place)\($0.message)" }
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

  /// The message after the files were written.
  static func nextSteps(_ report: InitReport, _ branches: [String]) -> String {
    let values = assignments(report.own)
    let add =
      report.staged.isEmpty
      ? "" : "\n  git add --renormalize \(report.staged.map(\.shellQuoted).joined(separator: " "))"
    return switch report.target {
    case .privateRules:
      palette.paint("Wrote your private rules. Next:", .good) + "\n  git munge install --private\(values)\(add)\n"
    case .committed:
      palette.paint("Wrote .gitmunge and .gitattributes. Nothing is staged. Next:", .good) + """

          git add .gitmunge .gitattributes\(report.edited.map { " " + $0.shellQuoted }.joined())
          git commit -m 'Munge build identifiers'\(report.staged.isEmpty ? "" : " .gitmunge .gitattributes")
          git munge install\(values)\(add)
        For the README of the project:
          Build with your own identifiers: run `git munge install` once in your clone.
        For CI: run `git munge verify` for each change, see `man git-munge-verify`.

        """
        + list("Branches without .gitmunge (merge the rules into them, or rebase them):", branches.map { Path($0) })
        .text
    }
  }
}

/// The arguments of `git munge install`, each after a blank: ` handle=bnr team=BNR1234567`.
private func assignments(_ values: [VariableValue]) -> String {
  values.map { " \($0.name)=\(show($0.text))" }.joined()
}
