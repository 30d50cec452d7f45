/// A runner of git commands in one directory, without a shell.
package struct GitCommand: Sendable {
  package let directory: Path
  /// The environment of every command, for example `GIT_DIR` as the user has set it.
  package let baseEnvironment: [Environment.Change]
  /// The configuration for every command, each entry `key=value` (`git -c`).
  private let overrides: [[UInt8]]

  package init(in directory: Path, environment: [Environment.Change] = [], overrides: [[UInt8]] = []) {
    self.directory = directory
    baseEnvironment = environment
    self.overrides = overrides
  }

  package func overriding(_ key: String, with value: [UInt8]) -> GitCommand {
    GitCommand(in: directory, environment: baseEnvironment, overrides: overrides + ["\(key)=".bytes + value])
  }

  package func adding(_ environment: [Environment.Change]) -> GitCommand {
    GitCommand(in: directory, environment: baseEnvironment + environment, overrides: overrides)
  }

  /// A copy without `refs/replace`.
  package var readingStoredObjects: GitCommand { adding([.set("GIT_NO_REPLACE_OBJECTS", "1")]) }

  /// A copy without fsmonitor, which could read the standard input that is meant for git.
  private var withoutMonitor: GitCommand { overriding("core.fsmonitor", with: "false".bytes) }

  /// The start of every command line: `git -C DIRECTORY -c ...`.
  private var base: [[UInt8]] {
    ["git".bytes, "-C".bytes, directory.bytes] + overrides.flatMap { ["-c".bytes, $0] }
  }

  private var environment: [[UInt8]] { Environment.entries(changing: settings + baseEnvironment) }

  /// Runs a command and returns its result, with any exit status.
  package func run(_ arguments: [[UInt8]], input: [UInt8] = []) throws(GitError) -> ProcessOutput {
    do throws(SystemError) {
      let base = input.isEmpty ? base : withoutMonitor.base
      return try Subprocess.run(base + arguments, environment: environment, input: input)
    } catch {
      throw .notStarted(error)
    }
  }

  /// Starts a command that is written to and read while it runs; it inherits standard error.
  package func start(_ arguments: [String]) throws(GitError) -> Child {
    let commandLine = withoutMonitor.base + arguments.map(\.bytes)
    do throws(SystemError) {
      return try Child.start(commandLine, environment: environment)
    } catch {
      throw .notStarted(error)
    }
  }

  /// The output of a command; throws unless the exit status is one of `accepting`.
  package func output(
    _ arguments: [String], paths: [Path] = [], input: [UInt8] = [], accepting: Set<Int32> = [0]
  ) throws(GitError) -> [UInt8] {
    let done = try run(arguments.map(\.bytes) + paths.map(\.bytes), input: input)
    guard accepting.contains(done.status) else {
      let lines = done.errors.split(separator: .newline).map { escaped($0.drop { $0 == .tab }) }
      throw .command(arguments: arguments, status: done.status, words: lines.joined(separator: "\n  "))
    }
    return done.output
  }

  /// Runs a command with the user's terminal, pager and colours; returns its exit status.
  package func runInForeground(_ arguments: [String]) throws(GitError) -> Int32 {
    let commandLine = base + arguments.map(\.bytes)
    do throws(SystemError) {
      return try Subprocess.runInForeground(commandLine, environment: Environment.entries(changing: baseEnvironment))
    } catch {
      throw .notStarted(error)
    }
  }

  /// The output of a command without the newline at its end.
  package func line(
    _ arguments: [String], paths: [Path] = [], input: [UInt8] = []
  ) throws(GitError) -> [UInt8] {
    let output = try output(arguments, paths: paths, input: input)
    return output.last == .newline ? output.dropLast() : output
  }

  package func records(
    _ arguments: [String], paths: [Path] = [], input: [UInt8] = [], accepting: Set<Int32> = [0]
  ) throws(GitError) -> [ArraySlice<UInt8>] {
    try output(arguments, paths: paths, input: input, accepting: accepting).records
  }
}

/// The environment of every command whose output is read: no prompt, lazy fetch or optional lock, and no variable of
/// the user that changes the output.
private let settings: [Environment.Change] = [
  .set("GIT_TERMINAL_PROMPT", "0"), .set("GIT_NO_LAZY_FETCH", "1"), .set("GIT_OPTIONAL_LOCKS", "0"),
  .unset("GIT_LITERAL_PATHSPECS"), .unset("GIT_GLOB_PATHSPECS"), .unset("GIT_NOGLOB_PATHSPECS"),
  .unset("GIT_ICASE_PATHSPECS"), .unset("GIT_EXTERNAL_DIFF"), .unset("GIT_INDEX_FILE"), .set("GIT_PAGER", "cat"),
  .set("LC_ALL", "C"),
]

/// A git command that failed.
package enum GitError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A git command failed; `words` is its standard error, further lines indented.
  case command(arguments: [String], status: Int32, words: String)
  case notStarted(SystemError)
  /// A configuration file cannot be read or written; `what` is the failed operation, `words` the reason.
  case file(what: String, path: Path, words: String)

  package var description: String {
    switch self {
    case .command(let arguments, let status, let words):
      "git \(arguments.prefix(2).joined(separator: " ")) failed with exit code \(status): \(words)"
    case .notStarted(let error) where error.isMissing:
      "git was not found in PATH: install it (https://git-scm.com/downloads), or add its directory to PATH"
    case .notStarted(let error): "cannot run git: \(error)"
    case .file(let what, let path, let words): "\(path): \(what): \(words)"
    }
  }
}
