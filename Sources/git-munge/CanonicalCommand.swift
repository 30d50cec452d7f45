import ArgumentParser
import Platform

/// `git munge canonical`
struct CanonicalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "canonical", abstract: "Run a command with smudge turned off.",
    discussion: """
      git archive, git difftool, an external diff and `git cat-file --filters` smudge, so their output \
      has your identifiers. Run by `git munge canonical --`, they print those of the repository:

        git munge canonical -- git archive -o release.tar.gz HEAD

      Clean is not affected, so commits are correct. A command that writes files of the working tree, such \
      as git checkout, leaves canonical identifiers there: `git munge install` shows yours again. The exit \
      code is that of the command; 127 if there is no such command.
      """,
    shouldDisplay: false)

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("The command and its arguments; `--` before it is optional.", valueName: "COMMAND"))
  var command: [String] = []

  private var words: [String] { command.first == "--" ? Array(command.dropFirst()) : command }

  func validate() throws {
    if words.isEmpty {
      throw ValidationError("expected a command, as in: git munge canonical -- git archive HEAD")
    }
  }

  func run() throws {
    try answerOwnOptions(command)
    do {
      // The captured words are the end of the command line.
      try Subprocess.exec(typedWords.suffix(words.count), changing: [.set("GIT_MUNGE_SKIP_SMUDGE", "1")])
    } catch {
      Terminal.warn("git-munge: \(error)")
      throw ExitCode(error.isMissing ? 127 : 126)
    }
  }
}
