import ArgumentParser
import Platform

/// Options of commands that can take long.
struct ProgressOptions: ParsableArguments {
  @Flag(name: [.long, .customShort("q")], help: "Print no progress on a terminal.")
  var quiet = false

  var progress: Progress { quiet ? .none : .onTerminal }
}
