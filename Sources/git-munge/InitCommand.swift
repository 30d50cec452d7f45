import ArgumentParser
import Platform
import Rules
import WorkingTree

/// `git munge init`
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write rules for the identifiers that this repository holds.",
    discussion: """
      Searches HEAD for bundle ids, application ids, app groups and teams in the files that builds read. \
      Prints rules and attributes for them, what developers will see, and every file in which a text stays; \
      checks all of it as `git munge verify` does, and asks before it writes.

      Writes .gitmunge and the lines of .gitattributes; stages and commits nothing. If there are rules, \
      only what they lack is added. With --private, writes a rules file below the git directory instead, \
      for a fork whose project has no .gitmunge.

      Uncommitted edits that put your own identifiers in place of the project's give rules and values: after \
      `git munge install` with the values that are printed, they are no edits any more.
      """)

  @Argument(help: ArgumentHelp("Files and directories to search; all by default.", valueName: "PATH"))
  var paths: [String] = []

  @Flag(name: [.long, .customShort("n")], help: "Print what would be written, and change nothing.")
  var dryRun = false

  @Flag(name: [.long, .customShort("y")], help: "Write without asking.")
  var yes = false

  @Flag(
    name: .customLong("private"), help: "Write private rules for this clone, a fork whose project has no .gitmunge.")
  var isPrivate = false

  @Option(
    help: ArgumentHelp("Also munge this text, and what continues it with a dot; can be repeated.", valueName: "VALUE"))
  var text: [String] = []

  @OptionGroup var printing: ProgressOptions

  func run() throws {
    try reporting(quietly: printing.quiet) {
      var command = try Init(tree(printing.progress), paths.map { Path(asTyped($0)) }, target, texts: text)
      guard let report = try command.proposal(isTaken) else {
        let hasRules = try command.hasRules()
        let notes = command.notes.map { $0 + "\n\n" }.joined()
        return (
          notes + InitPrinter.nothing(hasRules: hasRules, unread: command.unread), !hasRules || !command.unread.isEmpty
        )
      }

      if !printing.quiet || !yes { try Terminal.print(InitPrinter(report: report).text) }
      if dryRun { return ("", false) }
      guard yes || Prompt.agrees("Write these files? [y/N] ") else {
        let values = text.map { "--text \(Path($0).shellQuoted)" } + paths.map { Path($0).shellQuoted }
        let arguments = (isPrivate ? ["--private"] : []) + ["--yes"] + values
        return ("Nothing was written; `git munge init \(arguments.joined(separator: " "))` writes the files.\n", true)
      }

      try command.write(report.files)
      return (InitPrinter.nextSteps(report, try command.branchesWithoutRules()), false)
    }
  }

  private var target: Init.Target { isPrivate ? .privateRules : .committed }

  /// Prints a text that was changed by hand, or asks for it.
  private func isTaken(_ text: LearnedText) throws -> Bool {
    let change = InitPrinter.words(text)
    if !yes && !dryRun, let answer = Prompt.accepts("\(change); munge it? [Y/n] ") { return answer }
    if !printing.quiet || !yes { try Terminal.print(change + ".\n") }
    return true
  }
}
