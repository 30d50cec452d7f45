import Platform
import Rules
import Smudge
import Verify
import WorkingTree

/// Prints what `git munge init` would write.
struct InitPrinter {
  let report: InitReport

  /// Without anything to propose.
  static func nothing(hasRules: Bool, unread: [Path]) -> String {
    let blobs = "which git cannot read, or which are over 512 MiB; `git fetch --refetch --no-filter` fetches missing blobs"
    return list("Not searched, \(count(unread.count, "file")) \(blobs):", unread).text
      + (hasRules
        ? "The rules have every identifier that was found.\n"
        : "No identifiers were found. `git munge init --text VALUE` munges a text that you name, and uncommitted edits are "
          + "read, too: set your own identifiers, and run it again. Rules can also be written by hand, see `man git-munge`.\n")
  }

  /// What was changed by hand, without the end of the sentence.
  static func words(_ text: LearnedText) -> String {
    let own = excerpt(text.own.utf8)
    let change = text.canonical.isEmpty ? "You set the team \(own)" : "You changed \(excerpt(text.canonical.utf8)) to \(own)"
    let names = text.others.map { excerpt($0.utf8) }.joined(separator: ", ")
    let others = text.others.isEmpty ? "" : " (\(names) \(text.others.count == 1 ? "stays an edit" : "stay edits"))"
    return "\(change) in \(count(text.paths.count, "file"))\(others)"
  }

  static func declined(_ target: Init.Target) -> String {
    let option = switch target {
    case .committed: ""
    case .privateRules: " --private"
    case .fromPrivate: " --from-private"
    }
    return "Nothing was written. `git munge init\(option) --yes` writes the files.\n"
  }

  var text: String { (files + rules + left + verified).joined(separator: "\n") + "\n" }

  private var rules: [String] {
    let examples = report.preview.values.filter { $0.origin != .argument }
    let values = [("your", report.own), ("the example", examples)].filter { !$1.isEmpty }
    let example = values.isEmpty ? "" : ", with " + values.map { "\($0) values\(assignments($1))" }.joined(separator: " and ")
    let previews = zip(aligned(report.preview.rules.map { show($0.rule.name) }), report.preview.rules)
    return [palette.paint("What a developer would see\(example):", .heading)] + previews.flatMap { name, rule in
      let places = "\(count(rule.places, "place")) in \(count(rule.files, "file"))"
      return ["  \(name)  \(rule.rule.change())  \(places)\(stays(rule.rule))"]
        + rule.lines.map { "    \($0.path):\($0.number): \(excerpt($0.local))" }
    } + [""]
  }

  /// The files in which the texts of a rule stay, by reason.
  private func stays(_ rule: PlanRule) -> String {
    let texts = rule.pairs.map { String(decoding: $0.canonical, as: UTF8.self) }
    let files = report.left.reasons.filter { path, _ in texts.contains { report.left.bases[path]?.contains($0) == true } }
    let counts = LeaveReason.allCases.map { reason in (reason, files.count { $0.value == reason }) }.filter { $0.1 > 0 }
    return counts.isEmpty ? "" : "; stays in " + counts.map { "\($0.rawValue) (\($1))" }.joined(separator: ", ")
  }

  private var left: [String] {
    let reasons = LeaveReason.allCases.compactMap { reason -> String? in
      let paths = report.left.reasons.filter { $0.value == reason }.keys.sorted()
      guard let first = paths.first else { return nil }
      return "  \(reason.rawValue): \(first)" + (paths.count > 1 ? " and \(paths.count - 1) more" : "")
    }
    let heading = palette.paint("Left as they are, with the project's identifiers:", .heading)
    return (reasons.isEmpty ? [] : [heading] + reasons + [""]) + conflicts
      + report.left.notes.flatMap { [$0, ""] }
  }

  /// What stays although a build or a program reads it.
  private var conflicts: [String] {
    let lines = report.left.conflicts.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value.joined(separator: ", "))" }
    if lines.isEmpty { return [] }
    return [palette.paint("Munged elsewhere, and read in files that also hold names that have to stay, so these files stay:", .problem)] + lines
      + ["To keep such a text everywhere, add an `except` line to its rule (answer e to edit the files).", ""]
  }

  private var verified: [String] {
    let problems = report.verified.problems
    let first = problems.isEmpty
      ? palette.paint("Checked with these values and generated ones: clean undoes smudge, and `git munge verify` finds no problems. Not checked: that the project builds.", .good)
      : palette.paint("`git munge verify` would report (answer e to edit the files):", .problem)
    return [first] + findingLines(problems, nil).map { "  \($0)" } + unseen + [""]
  }

  /// What `verify` does not recognize, and what no developer changes.
  private var unseen: [String] {
    let rules = report.verified.rules ?? Rules()
    let blind = RulesCheck.unseen(in: rules).map { rule in
      "  note: `git munge verify` does not recognize the values of other developers in rule '\(show(rule.name))': they can be any text; `key` or `check` lines help"
    }
    let misses = report.verified.notes.filter { $0.kind == .nearMiss }.prefix(5)
    // Such as private rules for one developer.
    let fixed = rules.rules.filter(\.local.variables.isEmpty).map { rule in
      "  note: rule '\(show(rule.name))' shows every developer the same text, \(rule.local); a variable such as ${handle} makes it their own"
    }
    return blind + misses.map { "  note: \($0.place)\($0.message(.plain))" } + fixed
  }

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
    let lines = text.split(separator: .newline, omittingEmptySubsequences: false).map { line in
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map { show(Array($0)) }.joined(separator: "    ")
    }
    let shown = lines.drop(while: \.isEmpty).map { $0.isEmpty ? "" : "  \($0)" }
    return [palette.paint(isExtended ? "\(name), at its end:" : "\(name):", .heading)] + shown
  }

  static func nextSteps(_ report: InitReport, _ branches: [String]) -> String {
    let values = assignments(report.own)
    let add = report.staged.isEmpty ? "" : "\n  git add --renormalize \(report.staged.map(\.shellQuoted).joined(separator: " "))"
    return switch report.target {
    case .privateRules:
      palette.paint("Written: your private rules. Next:", .good) + "\n  git munge install --private\(values)\(add)\n"
    case .committed, .fromPrivate:
      palette.paint("Written: .gitmunge and .gitattributes. Nothing is staged. Next:", .good) + """

          git add .gitmunge .gitattributes\(report.edited.map { " " + $0.shellQuoted }.joined())
          git commit -m 'Munge build identifiers'\(report.staged.isEmpty ? "" : " .gitmunge .gitattributes")
          git munge install\(values)\(add)
        For the README of the project:
          Build with your own identifiers: run `git munge install` once in your clone.
        For CI: run `git munge verify` for each change, see `man git-munge-verify`.

        """ + list("Branches without .gitmunge (merge the rules into them, or rebase them):", branches.map { Path($0) }).text
    }
  }
}

/// ` handle=bnr team=BNR1234567`
private func assignments(_ values: [VariableValue]) -> String {
  values.map { " \($0.name)=\(show($0.text))" }.joined()
}
