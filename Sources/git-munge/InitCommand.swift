import ArgumentParser
import Platform
import Rules
import Verify
import WorkingTree

/// `git munge init`
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write rules for the identifiers that this repository holds.",
    discussion: """
      Searches HEAD for bundle ids, application ids, app groups and teams in the files that builds read, and prints \
      the rules for them. After your answer it writes .gitmunge and the lines of .gitattributes, installs them as \
      `git munge install` does, and commits these two files. Answer d for all details: the rules, examples, and every \
      file in which a text stays. If there are rules, only what they lack is added.

      Uncommitted edits that put your own identifiers in place of the project's give rules and values, and are no \
      edits any more afterwards. What is staged stays staged.

      With --private, writes a rules file below the git directory instead, for a fork whose project has no .gitmunge.
      """)

  @Argument(
    help: ArgumentHelp("Files and directories to search; all by default.", valueName: "PATH"), completion: .file())
  var paths: [String] = []

  @Flag(name: [.long, .customShort("n")], help: "Print what would be done, and change nothing.")
  var dryRun = false

  @Flag(name: [.long, .customShort("v")], help: "Print all details.")
  var verbose = false

  @Flag(name: [.long, .customShort("y")], help: "Do it without asking.")
  var yes = false

  @Flag(help: "Write and install, and commit nothing.")
  var noCommit = false

  @Flag(help: "Write the files only.")
  var noInstall = false

  @Option(name: .shortAndLong, help: ArgumentHelp("Subject of the commit.", valueName: "TEXT"))
  var message: String?

  @Flag(
    name: .customLong("private"), help: "Write private rules for this clone, a fork whose project has no .gitmunge.")
  var isPrivate = false

  @Option(
    help: ArgumentHelp("Also munge this text, and what continues it with a dot; can be repeated.", valueName: "VALUE"))
  var text: [String] = []

  func run() throws {
    try reporting {
      let tree = try tree()
      var command = try Init(
        tree, paths.map { Path(asTyped($0)) }, isPrivate ? .privateRules : .committed, texts: text)
      guard let report = try command.proposal(dryRun ? nil : Prompt.asking, chosen) else { return try nothing(command) }

      let printer = InitPrinter(report: report)
      let commit = try isPrivate || noCommit || noInstall ? nil : RulesCommit(tree, report)
      try printReport(verbose ? printer.details : printer.summary)
      if dryRun { return (verbose ? "" : "Nothing was changed; all details: git munge init -n -v\n", false) }
      guard try yes || agrees(printer, commit) else {
        return ("Nothing was changed; with --yes it asks nothing.\n", true)
      }
      try command.write(report.files)
      if !noInstall { return try finish(printer, commit, in: tree) }
      return (printer.nextSteps("The files are written. Next:", isInstalled: false, subject: subject), false)
    }
  }

  /// Asks for a commit; the first one without an answer.
  private func chosen(_ words: String, _ names: [String]) -> String {
    let question = "\(words)\nThe project's is that of (1: \(names[0]), 2: \(names[1]); Enter: 1): "
    return !yes && !dryRun && Prompt.answer(question) == "2" ? names[1] : names[0]
  }

  private func nothing(_ command: Init) throws -> (words: String, needsAttention: Bool) {
    let hasRules = try command.hasRules()
    let notes = command.notes.map { $0 + "\n\n" }.joined()
    let words = InitPrinter.nothing(
      hasRules: hasRules, isInstalled: command.isInstalled, unread: command.unread)
    return (notes + words, !hasRules || !command.unread.isEmpty)
  }

  /// Asks until the answer is not `d`. What has to be judged is not agreed to by an empty answer.
  private func agrees(_ printer: InitPrinter, _ commit: RulesCommit?) throws -> Bool {
    let end =
      switch try commit?.readiness() {
      case .ready(let branch): " and commit these rules to \(escaped(branch.utf8))"
      case .impossible(let why): " (no commit: \(why))"
      case nil: ""
      }
    return try Prompt.agrees(
      noInstall ? "Write these files?" : "Show yours here\(end)?", isUsual: printer.isCertain,
      details: printer.details)
  }

  /// Installs the rules, then commits them, so that a hook checks the commit. Nothing is unguarded in between.
  private func finish(
    _ printer: InitPrinter, _ commit: RulesCommit?, in tree: WorkingTree
  ) throws -> (words: String, needsAttention: Bool) {
    let report = printer.report
    let declined = report.gathered.declined
    var install = Install(tree, rules: isPrivate ? .usual : .asConfigured, arguments: report.own, since: report.project)
    let installed = try install.run(
      value: Prompt.asking.map { ask in { declined.contains($0.variable.name) ? [] : ask($0) } }
    ) { _ in true }
    try printReport(installed.text)
    func uncommitted(_ why: String) -> String {
      printer.nextSteps("Not committed\(why). To commit the rules:", isInstalled: true, subject: subject)
    }
    switch try commit?.readiness() {
    case nil: return (isPrivate ? "" : uncommitted(", as you wished"), installed.isWrong)
    case .impossible(let why): return (uncommitted(": \(why)"), true)
    case .ready(let branch):
      guard let name = try commit?.perform(subject: subject) else { return (uncommitted(": git refused it"), true) }
      let isLeft = try report.project != nil && !CommitRepair(tree).report().leakingCommits.isEmpty
      return (
        "[\(escaped(branch.utf8)) \(name)] \(escaped(subject.utf8))\n"
          + (isLeft ? "Commits before it hold yours. Before you push: git munge repair --commits\n" : "")
          + "Push the commit. Colleagues run: git munge install. CI runs: git munge verify\n", installed.isWrong
      )
    }
  }

  private var subject: String { message ?? RulesCommit.subject }
}
