// Commands, their output and exit codes as one text that is the same on every machine.

import Foundation
import TestSupport
package import Testing

extension Outcome {
  /// The command, its output on stdout and stderr, and its exit code if that is not 0.
  package var transcript: String {
    let parts = [("", output), ("stderr:\n", errors)].filter { !$0.1.isEmpty }.map {
      "\($0)\($1)\($1.hasSuffix("\n") ? "" : "\n")"
    }
    let text = "$ \(words.joined(separator: " "))\n" + parts.joined() + (status == 0 ? "" : "exit code \(status)\n")
    let fixed = text.replacing("\(sandbox)", with: "SANDBOX").replacing(
      /\/[\/\w.-]*\/git-munge-(?!filter)\w{6}\b/, with: "TEMPORARY"
    )
    .replacing(/\bgit \([0-9.]+\)/, with: "git (VERSION)")
    // Object names differ from commit to commit.
    return fixed.replacing(/\b[0-9a-f]{7,64}\b/) { match in
      match.output.contains(where: \.isNumber) && match.output.contains(where: \.isLetter) ? "OBJECT" : match.output
    }
  }
}

/// Expects the output and exit codes of commands to equal their snapshot.
package func expectSnapshot(_ name: String, _ outcomes: Outcome..., sourceLocation: SourceLocation = #_sourceLocation)
  throws
{
  try expectSnapshot(name, outcomes, sourceLocation: sourceLocation)
}

package func expectSnapshot(_ name: String, _ outcomes: [Outcome], sourceLocation: SourceLocation = #_sourceLocation)
  throws
{
  try expectSnapshot(name, outcomes.map(\.transcript).joined(separator: "\n"), sourceLocation: sourceLocation)
}
