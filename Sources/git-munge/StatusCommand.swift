import ArgumentParser
import Platform
import Rules
import Smudge
import Verify
import WorkingTree

/// `git munge status`
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the state of this working tree.",
    discussion: """
      Prints the state, findings in files, the stored warnings of the filter, and the next step. Exits with 1 if \
      something needs a person, else with 0; warnings and notes do not count. `git munge install -n` prints \
      each rule with the number of its places, and your values with their origin.

      With --check it also lets git run the filter, looks for what killed commands have left, and prints which checks \
      found nothing.
      """)

  @Flag(help: "Check everything that git-munge depends on.")
  var check = false

  @Flag(help: "Print one JSON document for programs.")
  var json = false

  func run() throws {
    try reporting {
      let here = try tree()
      let report = try Status.run(in: here, isComplete: check)
      if json { return (report.json(summary: report.headline) + "\n", report.needsAttention) }
      // The developer has seen them.
      if Terminal.isOutput { try Warnings.forget(in: here.mungeDirectory) }
      return (report.text, report.needsAttention)
    }
  }
}

extension StatusReport {
  fileprivate var text: String {
    let (problems, notes) = (problemLines, noteLines)
    let bypass = findings.contains { $0.kind.blocksGit } ? ["Until this is fixed, \(FilterBypass.line)"] : []
    let checked = passed.isEmpty ? [] : ["Checked, and ok: \(passed.joined(separator: ", "))"]
    let steps = problems + notes
    // After an uninstallation, an installation is no next step.
    let step = state == .notInstalled ? nil : nextStep
    let next = step.flatMap { steps.contains("    \($0)") ? nil : ["\(palette.paint("Next:", .heading)) \($0)"] }
    let isWrong = state.isInstalled && findings.contains { $0.severity == .error }
    return
      ((isWrong ? [] : [palette.paint(headline, needsAttention ? .problem : .good)])
      + problems + unsetLines(unset.open)
      + (scan?.idleRuleLines ?? []) + notes + bypass + checked + (next ?? [])).text
  }

  /// What is wrong, and what is not committed as it is shown.
  var problemLines: [String] {
    findingLines(findings.filter { $0.severity != .note }, scan)
      + conflictLines(plan)
      + list("Of your edits, git commits these in another form:", notCommitted)
      + list("git lists these files only because Xcode added your team. To clear it:", touchedLines)
      + saveLines(saves)
      + submoduleLines(submodules)
      + list("Warnings of the filter, printed once on a terminal:", warnings)
  }

  var noteLines: [String] { findingLines(findings.filter { $0.severity == .note }, nil) }

  private var touchedLines: [String] {
    touched.isEmpty ? [] : ["git add -u -- \(touched.map(\.shellQuoted).joined(separator: " "))"]
  }

  /// The state in one sentence: whose identifiers are on disk, and which rules are idle.
  var headline: String {
    let idle = state == .munged ? (plan?.idleRules ?? []).map(\.name) : []
    let exception = idle.isEmpty ? "" : ", except for \(ruleNames(idle)), which \(idle.count == 1 ? "is" : "are") idle"
    return words + exception
  }

  private var words: String {
    switch state {
    case .foreign(let elsewhere):
      "There is no .gitmunge at the top of this working tree, and git-munge is not installed."
        + (elsewhere.isEmpty ? "" : " Not read: \(elsewhere.listed).")
    case .notInstalled: "Not installed: the files show the project's identifiers; `git munge install` shows yours."
    case .privateRulesUnused(let rules): "Not installed: the private rules in \(rules.name) are not in use."
    case .munged: munged(scan?.texts(of: plan))
    case .branchWithoutRules:
      "Munged, but HEAD has no .gitmunge: the rules of the installation apply, and CI does not check this branch."
    case .idle: "Idle: git-munge is installed in this clone, but no rule changes this working tree."
    case .damaged: "Installed, but the plan is damaged."
    }
  }

  private func munged(_ shown: String?) -> String {
    let places = count(scan?.shown.counts.map(\.places).reduce(0, +) ?? 0, "place")
    let texts =
      shown.map { "\($0) (\(places) in \(count(scan?.shown.files ?? 0, "file")))" }
      ?? "no file shows an identifier of yours"
    return switch source {
    case .committed: "Munged: \(texts)"
    case .private(let own): "Munged privately by \(own.name): \(texts)"
    case .both(let own, let replaced):
      "Munged by .gitmunge, and privately by \(own.name)"
        + (replaced.isEmpty ? "" : ", except for \(ruleNames(replaced)), whose texts .gitmunge has") + ": \(texts)"
    }
  }
}
