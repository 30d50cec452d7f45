import ArgumentParser
import Platform
import Rules
import Smudge
import Verify
import WorkingTree

/// `git munge`: parses arguments and prints results.
@main
struct GitMunge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "git-munge",
    abstract: "Your own build identifiers in the working tree, the project's in every commit.",
    discussion: """
      A committed file, .gitmunge, says which identifiers differ from developer to developer. \
      `git munge install` shows yours in this working tree; the filter restores the project's in \
      every commit. Without a subcommand it is `git munge status`.

      Exit codes: 0 success, 1 something needs a person, 2 failure, 64 bad usage.
      """,
    version: "git-munge \(Version.current)",
    groupedSubcommands: [
      CommandGroup(name: "Set-up", subcommands: [InitCommand.self, InstallCommand.self, UninstallCommand.self]),
      CommandGroup(name: "Daily", subcommands: [StatusCommand.self, SetCommand.self, ExplainCommand.self]),
      CommandGroup(
        name: "Release",
        subcommands: [VerifyCommand.self, RepairCommand.self, HookCommand.self]),
    ],
    defaultSubcommand: StatusCommand.self)

  static func main() {
    Environment.ignoreBrokenPipes()
    do {
      if let hook = HookCommand(alone: CommandLine.arguments) { return try hook.run() }
      try refuseUnknownCommand()
      var command = try parseAsRoot()
      try command.run()
    } catch { exit(withError: error) }
  }

  /// Rejects an unknown command, which the parser would read as an argument.
  private static func refuseUnknownCommand() throws {
    let commands = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"), !commands.contains(word) else {
      return
    }
    let near = nearestWord(to: word, among: commands + ["--version"])
    let hint = near.map { "; did you mean '\($0)'?" } ?? " (see `git munge --help`)"
    Terminal.warn("git-munge: unknown command '\(show(word.bytes))'\(hint)")
    throw ExitCode(64)
  }
}

/// Prints the result of a command and exits with its code; an error is printed as one line, with exit code 2.
func reporting(_ body: () throws -> (words: String, needsAttention: Bool)) throws {
  let result: (words: String, needsAttention: Bool)
  do {
    result = try body()
    try printReport(result.words)
  } catch { try fail(error) }
  if result.needsAttention { throw ExitCode(1) }
}

/// Prints lines, which are wrapped on a terminal.
func printReport(_ text: String) throws { try Terminal.print(Terminal.isOutput ? wrapped(text) : text) }

/// The working tree of the current directory, after completing an interrupted command.
func tree() throws -> WorkingTree { try recoveredClone().tree }

/// The working tree of the current directory, with the result of completing an interrupted command.
/// `found`: `nil`: git is asked for it.
func recoveredClone(_ found: WorkingTree? = nil) throws -> (tree: WorkingTree, recovery: RecoveryReport) {
  var tree = try found ?? WorkingTree.find()
  let recovery = try Recovery(tree).run()
  if let words = recovery.words { Terminal.warn("git-munge: an earlier command was interrupted; \(words)") }
  // The recovery can have changed the configuration.
  if recovery != .nothing { tree = try WorkingTree.find() }
  return (tree, recovery)
}

extension RecoveryReport {
  fileprivate var words: String? {
    switch self {
    case .nothing: nil
    case .completed(let paths), .uninstalled(let paths):
      "it is completed now" + (paths.isEmpty ? "" : ", \(count(paths.count, "file")) rewritten")
    }
  }
}

/// Prints an error, on one line unless it is one of git or a terminal is narrower, and `FilterBypass` if git can fail
/// for the same reason.
func fail(_ error: any Error) throws -> Never {
  // Parts of the message can come from files.
  let message = "git-munge: \("\(error)".split(separator: "\n").map { escaped($0.utf8) }.joined(separator: "\n"))"
  Terminal.warn(Terminal.isError ? wrapped(message) : message)
  if error.blocksGit { Terminal.warn("git-munge: \(FilterBypass.line)") }
  throw ExitCode(2)
}
