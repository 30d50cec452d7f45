import ArgumentParser
import Platform

/// Options of commands that can take long.
struct ProgressOptions: ParsableArguments {
  @Flag(name: [.long, .customShort("q")], help: "Print only what needs attention, and no progress.")
  var quiet = false

  var progress: Progress { quiet ? .none : .onTerminal }
}
