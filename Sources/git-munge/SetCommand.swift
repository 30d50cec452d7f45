import ArgumentParser
import Platform
import Rules
import Smudge
import WorkingTree

/// `git munge set`
struct SetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set values, and show them in this working tree.",
    discussion: """
      Checks all values against their kinds, stores them in git's configuration (munge.values.NAME), and \
      rewrites the files of this working tree, all in one step. Uncommitted edits stay. Nothing is \
      staged, except that a staged text of yours becomes the project's. If git-munge is not installed yet, the values \
      are stored for `git munge install`.

      A value that makes the local identifier equal to the canonical one keeps the canonical one: its rule is idle. \
      With --unset, a value at another level of git's configuration is used again.
      """)

  @Flag(help: "Remove the values of these names; their identifiers become canonical again.")
  var unset = false

  @Flag(help: "Change the values of all your clones; run `git munge install` in the others.")
  var global = false

  @OptionGroup var dry: DryRunOption

  @Argument(
    help: ArgumentHelp("A value for a variable of .gitmunge; with --unset, its name.", valueName: "NAME=VALUE"),
    completion: .values)
  var values: [String]

  func validate() throws {
    if !unset { return try checkAssignments(values) }
    for name in values where name.contains("=") {
      throw ValidationError("expected a NAME after --unset, found '\(name)'")
    }
  }

  func run() throws {
    try reporting {
      let change = try SetValues(tree(), global ? .global : .local, isDryRun: dry.dryRun)
      let report = try unset ? change.unset(values) : change.set(values)
      return (dry.titled(report.text), report.needsAttention)
    }
  }
}

extension SetReport {
  /// The output of `git munge set`.
  var text: String {
    let changes = zip(aligned(rules.map { show($0.name) }), rules).map { "  \($0)  \($1.change)" }
    return
      (edits.map(\.words) + others.map { "\($0.words), as set in git's configuration." } + [first].compactMap(\.self)
      + changes + (done?.lines ?? [])
      + list("Overridden at another level of git's configuration:", overrides.map(\.words)) + conflictLines(plan)
      + (edits.contains { $0.level == .global } ? ["Run `git munge install` in your other clones."] : [])
      + list("Run `git munge install` in these working trees of this clone:", otherWorktrees)).text
  }

  private var done: Change.Outcome? { if case .munged(let done) = outcome { done } else { nil } }

  private var first: String? {
    switch outcome {
    case .munged(let done) where done.rewritten.isEmpty: "No file had to change."
    case .munged(let done): "\(count(done.rewritten.count, "file")) rewritten."
    case .kept(.notInstalled) where edits.allSatisfy { $0.text == nil }: nil
    case .kept(.notInstalled): "git-munge is not installed in this working tree: run `git munge install`."
    case .kept(.noRules):
      "No file was changed: the rules are missing or cannot be read (`git munge status` shows why)."
    case .kept(.rulesChanged):
      "No file was changed: .gitmunge has changed since this tree was munged; run `git munge install`."
    case .kept(.operation(let operation)):
      "No file was changed: a \(operation.rawValue) is in progress; run `git munge install` after it."
    }
  }
}

extension ValueEdit {
  fileprivate var words: String {
    let place = level == .global ? "for all your clones" : "in this clone"
    return text.map { "\(name) = \(excerpt($0)), stored \(place)." } ?? "\(name) has no value \(place) now."
  }
}
