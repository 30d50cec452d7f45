import ArgumentParser

/// The option of commands that change files.
struct DryRunOption: ParsableArguments {
  @Flag(name: [.long, .customShort("n")], help: "Print what would be done, and change nothing.")
  var dryRun = false

  /// A report that is worded as if the command had changed something, with a title that says that it did not.
  func titled(_ text: String) -> String {
    (dryRun ? "Nothing was changed. Without --dry-run:\n" : "") + text
  }
}
