import ArgumentParser
import Platform
import WorkingTree

/// `git munge diff`
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show how munged files differ from their canonical text.",
    discussion: """
      For each munged file that shows your identifiers, compares what would be committed (canonical/PATH) \
      with what is on disk (local/PATH), with the pager and the colours of `git diff`. Edits are on both \
      sides and so not shown; use `git diff` for them.

      Options of git-diff work here too, such as --stat, --name-only and --word-diff.
      """)

  @Argument(
    parsing: .captureForPassthrough, help: ArgumentHelp("Only these files and directories.", valueName: "PATH"),
    completion: .file())
  var words: [String] = []

  func run() throws {
    try answerOwnOptions(words)
    let status: Int32?
    do { status = try Diff(tree()).show(paths.map { Path(asTyped($0)) }, options: options) } catch { try fail(error) }
    switch status {
    case nil: Terminal.warn("git-munge: none of these paths is munged; `git munge explain PATH` shows why")
    case 0: break
    case let status?: throw ExitCode(status)
    }
  }

  /// Words that begin with `-`, up to `--`, are options of git.
  private var options: [String] { words.prefix { $0 != "--" }.filter { $0.hasPrefix("-") } }

  private var paths: [String] {
    let first = words.prefix { $0 != "--" }
    return first.filter { !$0.hasPrefix("-") } + words.dropFirst(first.count + 1)
  }
}
