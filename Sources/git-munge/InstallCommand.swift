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
      """)

  @Argument(help: ArgumentHelp("A value for a variable of .gitmunge.", valueName: "NAME=VALUE"))
  var values: [String] = []

  @Flag(name: [.long, .customShort("n")], help: "Say what would be done, and change nothing.")
  var dryRun = false

  @Flag(help: "Replace a filter named 'munge' that another tool has set up.")
  var force = false

  func validate() throws { try checkAssignments(values) }

  func run() throws {
    try reporting { () throws(MungeError) in
      let install = Install(
        try clone(), arguments: values, mode: dryRun ? .dryRun : .perform,
        strangers: force ? .replace : .refuse)
      let report = try install.run(asking: Prompt.asking)
      return (InstallWords(report).text, report.needsAttention)
    }
  }
}
