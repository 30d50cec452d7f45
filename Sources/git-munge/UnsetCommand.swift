import ArgumentParser
import Rules
import WorkingTree

/// `git munge unset`
struct UnsetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unset", abstract: "Remove values; their identifiers become canonical again.",
    discussion: """
      Removes values from this clone's configuration and rewrites the files of this working tree. A rule \
      without its value is idle. If another level of git's configuration has a value as well, that one \
      is used.
      """)

  @Flag(help: "Remove them from your global configuration, which all your clones read.")
  var global = false

  @OptionGroup var dry: DryRunOption
  @OptionGroup var printing: ProgressOptions

  @Argument(help: ArgumentHelp("A variable of .gitmunge.", valueName: "NAME"))
  var names: [String]

  func validate() throws {
    for name in names where name.contains("=") {
      throw ValidationError("expected a NAME, found '\(name)'; `git munge set` takes NAME=VALUE")
    }
  }

  func run() throws {
    try reporting(quietly: printing.quiet) {
      let report = try SetValues(tree(printing.progress), global ? .global : .local, isDryRun: dry.dryRun).unset(names)
      return (dry.titled(report.text), report.needsAttention)
    }
  }
}
