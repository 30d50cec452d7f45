import ArgumentParser
import Munge
import Platform

/// `git munge diff`
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what munging makes of files: canonical against local.",
    discussion: """
      For each munged file that shows identifiers of yours: what would be committed (canonical/PATH) and \
      what lies on disk (local/PATH), through your pager and in your colours as `git diff` shows it. An \
      edit of yours is on both sides and so not shown; for edits there is `git diff`.

      Options of git-diff work here too: --stat, --name-only, --word-diff and the like.
      """)

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("Only these files and folders.", valueName: "PATH"))
  var words: [String] = []

  func run() throws {
    try answerOwnOptions(words)
    let outcome: MungeDiff.DiffOutcome
    do throws(MungeError) {
      outcome = try MungeDiff(tree()).show(paths.map { Path(asTyped($0)) }, options: options)
    } catch {
      try fail(error)
    }
    switch outcome {
    case .shown(let status): if status != 0 { throw ExitCode(status) }
    case .nothingDiffers: Terminal.warn("git-munge: nothing differs: the munged files on disk are canonical")
    case .notMunged: Terminal.warn("git-munge: none of that is munged; `git munge explain PATH` says why")
    }
  }

  /// Whatever looks like an option is git's, up to `--`.
  private var options: [String] { words.prefix { $0 != "--" }.filter { $0.hasPrefix("-") } }

  private var paths: [String] {
    let first = words.prefix { $0 != "--" }
    return first.filter { !$0.hasPrefix("-") } + words.dropFirst(first.count + 1)
  }
}
