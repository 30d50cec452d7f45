import ArgumentParser
import Munge

/// `git munge unset`
struct UnsetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unset",
    abstract: "Take values away, and show canonical identifiers for them.",
    discussion: """
      Removes values from this clone's configuration and rewrites the files of this working tree. A rule \
      without its value is idle. Where another level of git's configuration has a value too, that one \
      counts from then on.
      """)

  @Flag(help: "Take them from your global configuration, which serves all your clones.")
  var global = false

  @Argument(help: ArgumentHelp("A variable of .gitmunge.", valueName: "NAME"))
  var names: [String]

  func validate() throws {
    for name in names where name.contains("=") {
      throw ValidationError("expected a NAME, found '\(name)'; `git munge set` takes NAME=VALUE")
    }
  }

  func run() throws {
    try reporting { () throws(MungeError) in
      let report = try SetValues(tree(), global ? .global : .local).unset(names)
      return (SetPrinter(report).text, report.needsAttention)
    }
  }
}
