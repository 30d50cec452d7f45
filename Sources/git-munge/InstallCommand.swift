import ArgumentParser
import Munge
import Platform

/// `git munge install`
struct InstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Show your identifiers in this working tree.",
    discussion: """
      Sets up git's filter for this clone and rewrites the files that .gitattributes gives to it \
      (filter=munge). Uncommitted edits stay, and nothing is staged. Run it again at any time: after \
      .gitmunge has changed, to give another value, or after git-munge has moved.

      Values come from the arguments, else from git's configuration (munge.values.NAME, at any level), \
      else they are asked for on a terminal. Given values are kept in this clone's configuration. A rule \
      without its value stays idle: its identifiers remain as they are in the repository.

      Branches without .gitattributes, such as those older than the rules, are munged as well: the clone's \
      core.attributesFile is set to a file with the filter lines of this tree and a copy of your own attributes.

      With --hooks, approved rule changes are applied after a checkout, a merge and a rebase; other \
      changes are named, and wait for `git munge refresh`. The guards, pre-commit and pre-push, block commits \
      and pushes that hold local identifiers. A hook that is there already stays as it is, and so does a \
      directory of hooks that your configuration names: the line to add is printed.

      Rules that have changed since you agreed to them are shown, and installed after a yes.
      """)

  @Argument(help: ArgumentHelp("A value for a variable of .gitmunge.", valueName: "NAME=VALUE"))
  var values: [String] = []

  @Flag(name: [.long, .customShort("n")], help: "Say what would be done, and change nothing.")
  var dryRun = false

  @Flag(help: "Replace a filter named 'munge' that another tool has set up.")
  var force = false

  @Flag(
    inversion: .prefixedNo, help: "Write all hooks, or none; without either, a terminal is asked about the two guards.")
  var hooks: Bool?

  @Flag(name: [.long, .customShort("y")], help: "Agree to rules that have changed since you agreed to them, without being asked.")
  var yes = false

  func validate() throws { try checkAssignments(values) }

  func run() throws {
    try reporting { () throws(MungeError) in
      let install = Install(
        try tree(), arguments: values, mode: dryRun ? .dryRun : .perform,
        foreignFilters: force ? .replace : .refuse, hooking: hooks == true ? .all : .onlyOurs)
      let report = try install.run(asking: questions)
      return (InstallPrinter(report).text, report.needsAttention)
    }
  }

  private var questions: Install.InstallPrompts {
    Install.InstallPrompts(value: Prompt.asking, guards: hooks == nil ? Prompt.guards : nil) { proposal in
      Terminal.print(ProposalPrinter(proposal).text)
      return yes ? .yes : Prompt.agrees("Apply these rules to this working tree? [y/N] ")
    }
  }
}
