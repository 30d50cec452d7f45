package import Platform
package import Smudge
import Verify

/// A working tree of a clone, with its git directory and its `munge` directories.
package struct WorkingTree: Sendable {
  /// The top of the working tree.
  package let top: Path
  package let gitDirectory: GitDirectory
  private(set) var git: GitCommand
  /// git in the current directory, for paths of the command line.
  private(set) var here: GitCommand

  /// Whether the current directory is in it, and the environment names its git directory where it names one.
  private let isCurrent: Bool
  /// The configuration that concerns git-munge.
  private var configured: Swift.Result<Configuration, any Error>
  /// The private rules file that is configured, or that an installation will configure.
  private(set) var rulesFile: Swift.Result<Path?, any Error>
  /// Whether commands only say what they would do.
  package var isDryRun = false
  /// Where long work shows how much is done.
  package var progress = Progress.none

  init(top: Path, gitDirectory: GitDirectory, git: GitCommand, here: GitCommand, isCurrent: Bool = true) {
    (self.top, self.gitDirectory, self.git, self.here, self.isCurrent) = (top, gitDirectory, git, here, isCurrent)
    let configured = Self.configured(git)
    self.configured = configured
    rulesFile = Swift.Result { try PrivateRules.configured(configured.get(), git, in: gitDirectory) }
  }

  private static func configured(_ git: GitCommand) -> Swift.Result<Configuration, any Error> {
    let keys = [FallbackAttributes.key.lowercased(), hooksKey]
    return Swift.Result { try Configuration(git, prefix: "munge.", FilterKey.prefix, FilterKey.diffPrefix, keys[0], keys[1]) }
  }

  /// The setting of another hooks directory (git-config(1)).
  static let hooksKey = "core.hookspath"

  /// The configuration that concerns git-munge: values, the filter, editor support, the attributes file and hooks. It is read
  /// once for a command, and again by `reread`.
  func configuration() throws -> Configuration { try configured.get() }

  /// The same working tree with the configuration of now: after a question, or under the lock.
  func reread() -> WorkingTree {
    var tree = self
    tree.configured = Self.configured(git)
    return tree
  }

  /// A path of git's configuration, of which git expands the start (git-config(1), `--type=path`).
  func expanded(_ value: [UInt8]) throws -> Path { try Self.expanded(value, git) }

  static func expanded(_ value: [UInt8], _ git: GitCommand) throws -> Path {
    if !"~%:".utf8.contains(value.first ?? 0) { return Path(value) }
    let words = ["config", "--type=path", "--default"]
    return try Path(git.output(words, paths: [Path(value), Path("--get"), Path("munge.unset")]).dropLast())
  }

  package var mungeDirectory: MungeDirectory { MungeDirectory(gitDirectory, top: isCurrent ? nil : top) }

  /// The same working tree with another `core.attributesFile` for git commands.
  func reading(attributes file: Path) -> WorkingTree {
    func reading(_ git: GitCommand) -> GitCommand { git.overriding(FallbackAttributes.key, with: file.bytes) }
    var tree = self
    (tree.git, tree.here) = (reading(git), reading(here))
    return tree
  }

  /// The output of a git command that can clean: with the filter next to this program, if git fails with the configured one,
  /// which can have moved.
  func cleaning(
    _ words: [String], accepting: Set<Int32> = [0], environment: [Environment.Change] = []
  ) throws -> [UInt8] {
    let git = git.adding(environment)
    do {
      return try git.output(words, accepting: accepting)
    } catch {
      guard let program = try? FilterProgram.find() else { throw error }
      let other = FilterKey.ofFilter.reduce(git) { $0.overriding($1.name, with: Array($1.value(for: program).utf8)) }
      return try other.output(words, accepting: accepting)
    }
  }

  /// The same working tree with a private rules file that is not configured yet.
  func using(rules file: Path) -> WorkingTree {
    var tree = self
    tree.rulesFile = .success(file)
    return tree
  }

  /// The configuration file of the clone.
  var config: Path { gitDirectory.common / "config" }

  /// Finds the working tree of the current directory, as git does.
  package static func find() throws -> WorkingTree {
    let here = GitCommand(in: Path("."))
    do {
      let (own, common, top) = try places(here)
      let surroundings = surroundings(own, top)
      return WorkingTree(
        top: top, gitDirectory: GitDirectory(own: own, common: common),
        git: GitCommand(in: top, environment: surroundings),
        here: GitCommand(in: Path("."), environment: surroundings))
    } catch {
      throw refusal(error, here)
    }
  }

  private static func places(_ here: GitCommand) throws -> (own: Path, common: Path, top: Path) {
    let questions = [["--absolute-git-dir"], ["--path-format=absolute", "--git-common-dir"], ["--show-toplevel"]]
    let answer = try here.line(["rev-parse"] + questions.joined())
    let lines = answer.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Path($0) }
    if lines.count == questions.count { return (lines[0], lines[1], lines[2]) }
    // A path can contain a newline, so each is a separate call.
    return try (
      Path(here.line(["rev-parse"] + questions[0])), Path(here.line(["rev-parse"] + questions[1])),
      Path(here.line(["rev-parse"] + questions[2])))
  }

  /// Absolute `GIT_DIR` and `GIT_WORK_TREE`, if the environment sets them, for commands in other directories.
  private static func surroundings(_ own: Path, _ top: Path) -> [Environment.Change] {
    guard Environment.value("GIT_DIR") != nil || Environment.value("GIT_WORK_TREE") != nil else { return [] }
    return [.set("GIT_DIR", own), .set("GIT_WORK_TREE", top)]
  }

  private static func refusal(_ error: any Error, _ here: GitCommand) -> any Error {
    guard case GitError.command(_, _, let words) = error else { return error }
    let isBare = try? here.line(["rev-parse", "--is-bare-repository"])
    if isBare == Array("true".utf8) { return MungeError.bare }
    return MungeError.noRepository(words: words)
  }

  /// Runs `body` under the lock of this clone. It is a lock on the git directory (flock(2)), so it leaves no file and ends with
  /// the process.
  func alone<Result>(_ body: () throws -> Result) throws -> Result {
    let lock = try File(gitDirectory.common, .read)
    let isOurs = try waitUntil(tenths: WorkingTree.patience) { try lock.lock() }
    if !isOurs { throw MungeError.busy }
    return try withExtendedLifetime(lock, body)
  }

  /// Whether another command holds the lock.
  func isBusy() throws -> Bool {
    let lock = try File(gitDirectory.common, .read)
    return try !lock.lock()
  }

  /// The time to wait for the lock.
  private static let patience = 30

  /// The plan of this working tree; `nil` without an installation.
  func plan() throws -> Plan? {
    do { return try mungeDirectory.load() } catch { throw MungeError.damagedPlan(error) }
  }
}

extension WorkingTree {
  /// Whether git-munge has a directory here, or git's configuration names its filter.
  func isInstalled(_ keys: FilterKeys) -> Bool {
    mungeDirectory.isInstalled || keys.areOursHere
  }
}
