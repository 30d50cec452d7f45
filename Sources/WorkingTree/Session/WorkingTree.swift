package import Platform
package import Smudge
import Verify

/// A working tree of a clone, with its git directory and its `munge` directories.
package struct WorkingTree: Sendable {
  package let top: Path
  package let gitDirectory: GitDirectory
  var git: GitCommand
  /// git in the current directory, for paths of the command line.
  let here: GitCommand

  /// Whether the current directory is in it, and the environment names its git directory where it names one.
  private let isCurrent: Bool
  /// The configuration that concerns git-munge.
  private var configured: Later<Configuration>
  /// The private rules file that an installation will configure, if it differs.
  var chosenRules: Path?
  let progress = Progress.onTerminal

  init(top: Path, gitDirectory: GitDirectory, git: GitCommand, here: GitCommand, isCurrent: Bool = true) {
    self.top = top
    self.gitDirectory = gitDirectory
    self.git = git
    self.here = here
    self.isCurrent = isCurrent
    configured = Self.configured(git)
  }

  private static func configured(_ git: GitCommand) -> Later<Configuration> {
    Later(atOnce: false) {
      try Configuration(
        git, prefix: "munge.", FilterKey.prefix, FilterKey.diffPrefix, hooksKey, untrackedKey, "filter.lfs.",
        "lfs.storage")
    }
  }

  static let hooksKey = "core.hookspath", untrackedKey = "status.showuntrackedfiles"

  /// The configuration that concerns git-munge: values, the filter, editor support and hooks. It is read once for a
  /// command, and again by `reread`.
  func configuration() throws -> Configuration { try configured.value }

  /// The same working tree with the configuration of now: after a question, or under the lock.
  func reread() -> WorkingTree {
    var tree = self
    tree.configured = Self.configured(git)
    return tree
  }

  package var mungeDirectory: MungeDirectory { MungeDirectory(gitDirectory, top: isCurrent ? nil : top) }

  /// The same working tree with another common directory for git commands.
  func reading(common: Path) -> WorkingTree {
    var tree = self
    tree.git = git.adding([
      .set("GIT_DIR", gitDirectory.own), .set("GIT_WORK_TREE", top), .set("GIT_COMMON_DIR", common),
    ])
    return tree
  }

  /// The configuration file of the clone.
  var config: Path { gitDirectory.common / "config" }

  /// Finds the working tree of the current directory, as git does. `isHook`: whether git has started this process at
  /// the top, and has to be asked nothing.
  package static func find(isHook: Bool = false) throws -> WorkingTree {
    let here = GitCommand(in: Path("."))
    do {
      let (top, directory) = try isHook ? placesOfHook() ?? places(here) : places(here)
      // Absolute, for commands in other directories.
      let isNamed = Environment.value("GIT_DIR") != nil || Environment.value("GIT_WORK_TREE") != nil
      let names: [Environment.Change] = isNamed ? [.set("GIT_DIR", directory.own), .set("GIT_WORK_TREE", top)] : []
      return WorkingTree(
        top: top, gitDirectory: directory, git: GitCommand(in: top, environment: names), here: here.adding(names))
    } catch GitError.command(_, _, let words) {
      let isBare = (try? here.line(["rev-parse", "--is-bare-repository"])) == "true".bytes
      throw isBare ? RepositoryError.bare : RepositoryError.noRepository(words: words)
    }
  }

  /// The top and the git directory of the working tree of the current directory.
  private static func places(_ here: GitCommand) throws -> (top: Path, GitDirectory) {
    let questions = [["--absolute-git-dir"], ["--path-format=absolute", "--git-common-dir"], ["--show-toplevel"]]
    let answer = try here.line(["rev-parse"] + questions.joined())
    var paths = answer.split(separator: .newline, omittingEmptySubsequences: false).map { Path($0) }
    // If a path contains a newline, each is a separate call.
    if paths.count != questions.count { paths = try questions.map { Path(try here.line(["rev-parse"] + $0)) } }
    return (paths[2], GitDirectory(own: paths[0], common: paths[1]))
  }

  private static func placesOfHook() throws -> (top: Path, GitDirectory)? {
    let top = try FileSystem.realPath(Path("."))
    return GitDirectory.ofHook(at: top).map { (top, $0) }
  }

  /// Runs `body` under the lock of this clone. It is a lock on the git directory (flock(2)), so it leaves no file and
  /// ends with the process.
  func alone<Result>(_ body: () throws -> Result) throws -> Result {
    let lock = try File(gitDirectory.common, .read)
    if try !waitUntil(tenths: 30, { try lock.lock() }) { throw TransitionError.busy }
    return try withExtendedLifetime(lock, body)
  }

  /// The plan of this working tree; `nil` without an installation.
  func plan() throws -> Plan? {
    do { return try loadedPlan() } catch { throw TransitionError.damagedPlan(error) }
  }

  /// The plan, unless files can show what a journal was for that cannot be read.
  func loadedPlan() throws(PlanError) -> Plan? {
    _ = try journal()
    return try mungeDirectory.load()
  }
}

extension GitCommand {
  /// Runs a command and returns its result, with any exit status. `names`: further words, which need not be UTF-8.
  func run(_ words: [String], _ names: [UInt8]..., input: [UInt8] = []) throws -> ProcessOutput {
    try run(words.map(\.bytes) + names, input: input)
  }

  /// A path of git's configuration, of which git expands the start (git-config(1), `--type=path`).
  func expanded(_ value: [UInt8]) throws -> Path {
    if !"~%:".utf8.contains(value.first ?? 0) { return Path(value) }
    let words = ["config", "--type=path", "--default"]
    return try Path(output(words, paths: [Path(value), Path("--get"), Path("munge.unset")]).dropLast())
  }
}
