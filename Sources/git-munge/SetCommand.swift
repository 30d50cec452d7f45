import ArgumentParser
import Rules
import Verify
import WorkingTree

/// `git munge set`
struct SetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set values, and show them in this working tree.",
    discussion: """
      Checks all values against their kinds, stores them in git's configuration (munge.values.NAME), and \
      rewrites the files of this working tree, all in one step. Uncommitted edits stay, and nothing is \
      staged. If git-munge is not installed yet, the values are stored for `git munge install`.

      A value that makes the local identifier equal to the canonical one keeps the canonical one: its rule is idle.
      """)

  @Flag(help: "Store the values for all your clones; run `git munge refresh` in the others.")
  var global = false

  @OptionGroup var printing: ProgressOptions

  @Argument(help: ArgumentHelp("A value for a variable of .gitmunge.", valueName: "NAME=VALUE"))
  var values: [String]

  func validate() throws { try checkAssignments(values) }

  func run() throws {
    try reporting {
      let report = try SetValues(tree(printing.progress), global ? .global : .local).set(values)
      return (SetPrinter(report).text, report.needsAttention)
    }
  }
}

/// Throws if a word is not `NAME=VALUE`; values are checked later.
func checkAssignments(_ words: [String]) throws {
  for word in words where word.firstIndex(of: "=").map({ $0 == word.startIndex }) ?? true {
    throw ValidationError("expected NAME=VALUE, found '\(show(Array(word.utf8)))'")
  }
}
