// Commands on a terminal.

import TestSupport

extension WorkingTree {
  /// What a command prints on a terminal that answers with these lines.
  @discardableResult
  package func onTerminal(
    _ command: String, answers: String = "", environment: [String: String] = [:], status: ClosedRange<Int32> = 0...0
  ) throws -> String {
    let ours = ["GIT_TERMINAL_PROMPT": "1", "TERM": "dumb"].merging(environment) { $1 }
    let outcome = try run(["script", "-qec", command, "/dev/null"], input: answers, environment: ours, status: status)
    return outcome.output.replacing("\r\n", with: "\n")
  }
}
