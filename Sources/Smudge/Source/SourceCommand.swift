import Git
import Platform

/// git for the filter: in one working tree, without lazy fetches, optional locks and prompts.
struct SourceCommand {
  private let command: [[UInt8]]
  private let changes: [Environment.Change]

  /// `directory`: of the working tree; `nil` for that of the current directory.
  init(_ directory: MungeDirectory?) {
    let git = Array("git".utf8)
    var changes: [Environment.Change] = [
      .set("GIT_NO_LAZY_FETCH", "1"), .set("GIT_OPTIONAL_LOCKS", "0"), .set("GIT_TERMINAL_PROMPT", "0"),
      .unset("GIT_LITERAL_PATHSPECS"), .unset("GIT_GLOB_PATHSPECS"), .unset("GIT_NOGLOB_PATHSPECS"),
      .unset("GIT_ICASE_PATHSPECS"), .set("LC_ALL", "C"),
    ]
    if let directory, let top = directory.top {
      command = [git, Array("-C".utf8), top.bytes]
      changes += [.set("GIT_DIR", directory.git.own), .set("GIT_WORK_TREE", top), .unset("GIT_INDEX_FILE")]
    } else {
      command = [git]
    }
    self.changes = changes
  }

  private var environment: [[UInt8]] { Environment.entries(changing: changes) }

  /// The output of a command; `nil` if it failed.
  func output(_ arguments: [[UInt8]]) -> [UInt8]? {
    let output = try? Subprocess.run(command + arguments, environment: environment)
    return output.flatMap { $0.isSuccess ? $0.output : nil }
  }

  /// Starts a command to write to and read from.
  func start(_ arguments: [String]) throws(SystemError) -> ChildReader {
    ChildReader(try Child.start(command + arguments.map { Array($0.utf8) }, environment: environment))
  }
}
