package import Platform

/// `git munge canonical`: a command with smudge off and clean on.
package enum Canonical {
  /// Replaces this process with the command (exec); returns only by throwing.
  package static func run(_ words: [[UInt8]]) throws(SystemError) -> Never {
    try Subprocess.exec(words, changing: [.set("GIT_MUNGE_SKIP_SMUDGE", "1")])
  }
}
