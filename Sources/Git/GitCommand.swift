package import Platform

/// git's own plumbing, run at the top of one working tree: an argument vector, never a shell. It throws the errors of its caller.
package struct GitCommand<Failure: Error>: Sendable {
  package let directory: Path
  /// For commands in a repository that the user has named through the environment.
  package let surroundings: [Environment.Change]
  /// Settings that win over those of every level, each as `key=value` (`git -c`).
  private let overrides: [[UInt8]]
  private let wrap: @Sendable (GitError) -> Failure

  /// `wrap`: makes an error of the caller of one of git's.
  package init(
    in directory: Path, environment: [Environment.Change] = [], overrides: [[UInt8]] = [],
    orThrow wrap: @escaping @Sendable (GitError) -> Failure
  ) {
    (self.directory, surroundings, self.overrides, self.wrap) = (directory, environment, overrides, wrap)
  }

  /// The same with a setting that wins over those of every level.
  package func overriding(_ key: String, with value: [UInt8]) -> GitCommand {
    GitCommand(
      in: directory, environment: surroundings, overrides: overrides + [Array("\(key)=".utf8) + value], orThrow: wrap)
  }

  /// The same with more in its environment.
  package func adding(_ environment: [Environment.Change]) -> GitCommand {
    GitCommand(in: directory, environment: surroundings + environment, overrides: overrides, orThrow: wrap)
  }

  /// The same for objects as they are stored: no `refs/replace` puts others in their place, and no program of the
  /// configuration is started, which could read what git is fed.
  package var readingStoredObjects: GitCommand {
    adding([.set("GIT_NO_REPLACE_OBJECTS", "1")]).overriding("core.fsmonitor", with: Array("false".utf8))
  }

  /// What every command line begins with.
  private var beginning: [[UInt8]] {
    [Array("git".utf8), Array("-C".utf8), directory.bytes] + overrides.flatMap { [Array("-c".utf8), $0] }
  }

  /// Runs a command to its end, however that is.
  package func run(
    _ arguments: [[UInt8]], input: [UInt8] = [], environment: [Environment.Change] = []
  ) throws(Failure) -> ProcessOutput {
    let words = beginning + arguments
    do throws(SystemError) {
      return try Subprocess.run(
        words, environment: Environment.entries(changing: settings + surroundings + environment),
        input: input)
    } catch {
      throw wrap(.notStarted(error))
    }
  }

  /// Starts a command that is fed and read while it runs; its errors go where this process's go.
  package func start(
    _ arguments: [String], environment: [Environment.Change] = []
  ) throws(Failure) -> ChildReader {
    let words = beginning + arguments.map { Array($0.utf8) }
    do throws(SystemError) {
      return ChildReader(try Child.start(
        words, environment: Environment.entries(changing: settings + surroundings + environment)))
    } catch {
      throw wrap(.notStarted(error))
    }
  }

  /// What a command printed; throws unless it ended with one of the exit codes `accepting`.
  package func output(
    _ arguments: [String], paths: [Path] = [], input: [UInt8] = [], accepting: Set<Int32> = [0],
    environment: [Environment.Change] = []
  ) throws(Failure) -> [UInt8] {
    let words = arguments.map { Array($0.utf8) } + paths.map(\.bytes)
    let done = try run(words, input: input, environment: environment)
    guard accepting.contains(done.status) else {
      throw wrap(.command(arguments: arguments, status: done.status, words: GitCommand.lines(done.errors)))
    }
    return done.output
  }

  /// Runs a command for the user to see, with their pager, their colours and their terminal.
  package func runInForeground(
    _ arguments: [String], environment: [Environment.Change] = []
  ) throws(Failure) -> Int32 {
    let words = beginning + arguments.map { Array($0.utf8) }
    do throws(SystemError) {
      return try Subprocess.runInForeground(
        words, environment: Environment.entries(changing: surroundings + environment))
    } catch {
      throw wrap(.notStarted(error))
    }
  }

  /// What a command said, on one line.
  private static func lines(_ errors: [UInt8]) -> String {
    errors.split(separator: UInt8(ascii: "\n")).map { escaped($0) }.joined(separator: "; ")
  }

  /// What a command printed, without the newline at its end.
  package func line(_ arguments: [String]) throws(Failure) -> [UInt8] {
    let output = try output(arguments)
    return output.last == UInt8(ascii: "\n") ? output.dropLast() : output
  }

  /// What a command printed, cut at each NUL.
  package func records(
    _ arguments: [String], paths: [Path] = [], input: [UInt8] = [], accepting: Set<Int32> = [0]
  ) throws(Failure) -> [[UInt8]] {
    try output(arguments, paths: paths, input: input, accepting: accepting)
      .split(separator: 0, omittingEmptySubsequences: false).dropLast().map(Array.init)
  }
}

/// Neither asks, nor fetches, nor takes a lock it does not need, nor lets the user's taste change a format.
private let settings: [Environment.Change] = [
  .set("GIT_TERMINAL_PROMPT", "0"), .set("GIT_NO_LAZY_FETCH", "1"), .set("GIT_OPTIONAL_LOCKS", "0"),
  .unset("GIT_LITERAL_PATHSPECS"), .unset("GIT_GLOB_PATHSPECS"), .unset("GIT_NOGLOB_PATHSPECS"),
  .unset("GIT_ICASE_PATHSPECS"), .unset("GIT_EXTERNAL_DIFF"), .unset("GIT_INDEX_FILE"), .set("GIT_PAGER", "cat"),
  .set("LC_ALL", "C"),
]
