import Platform
import TestSupport
import Testing

@testable import Platform
@testable import Rules
@testable import Smudge
@testable import Verify

/// Errors of git-munge's commands: the program, the problem, the place and the fix.
struct MungeErrorTests {
  @Test(arguments: Row.all)
  func `An error is one line with the fix`(row: Row) {
    #expect("\(row.error)" == row.message)
    #expect(!row.message.contains("\n"))
  }

  /// Errors by which git itself can fail; see the comments of the others.
  @Test func `Errors that block git have the bypass, and no others`() {
    let blocking = Row.all.map(\.error).filter(\.blocksGit)
    #expect(Set(blocking.compactMap { $0 as? MungeError }.map { Kind($0) }) == [.noFilter, .foreignKeys, .damagedPlan])
    #expect(blocking.filter { !($0 is MungeError) }.map { "\($0)" } == ["/r/.git/config: cannot read the configuration file: missing ']'"])
  }

  @Test func `Every error has its row`() {
    #expect(Set(Row.all.compactMap { $0.error as? MungeError }.map { Kind($0) }) == Set(Kind.allCases), "add a row for each")
  }

  /// The kinds of errors without their details.
  private enum Kind: CaseIterable {
    case noRepository, bare, noRules, rulesExist, noPrivateRules, rulesInsideTree, attributesFileSet, rulesInSubmodules, unknownPath, unwritablePath, noFilter, foreignKeys
    case otherWorktreesMunged, worktreesAway, notInstalled, rulesNotAgreed, file, notBegun, interrupted, stopped, indexLocked, damagedPlan, busy
    case hookInput
    case unknownRevision, missingBlob, shallow, nothingToCheck, unanswered
    case trackedLink

    /// Without a default: a new error needs a kind here, and thereby a row.
    init(_ error: MungeError) {
      self =
        switch error {
        case .noRepository: .noRepository
        case .bare: .bare
        case .noRules: .noRules
        case .rulesExist: .rulesExist
        case .noPrivateRules: .noPrivateRules
        case .rulesInsideTree: .rulesInsideTree
        case .attributesFileSet: .attributesFileSet
        case .rulesInSubmodules: .rulesInSubmodules
        case .unknownPath: .unknownPath
        case .unwritablePath: .unwritablePath
        case .noFilter: .noFilter
        case .foreignKeys: .foreignKeys
        case .otherWorktreesMunged: .otherWorktreesMunged
        case .worktreesAway: .worktreesAway
        case .notInstalled: .notInstalled
        case .rulesNotAgreed: .rulesNotAgreed
        case .file: .file
        case .notBegun: .notBegun
        case .interrupted: .interrupted
        case .stopped: .stopped
        case .indexLocked: .indexLocked
        case .damagedPlan: .damagedPlan
        case .busy: .busy
        case .hookInput: .hookInput
        case .unknownRevision: .unknownRevision
        case .missingBlob: .missingBlob
        case .shallow: .shallow
        case .nothingToCheck: .nothingToCheck
        case .unanswered: .unanswered
        case .trackedLink: .trackedLink
        }
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let error: any Error
    let message: String

    init(_ error: MungeError, _ message: String) { (self.error, self.message) = (error, message) }

    init(below error: any Error, _ message: String) { (self.error, self.message) = (error, message) }

    var testDescription: String { message }

    static let all = clone + wrapped + work

    private static let clone = [
      Row(
        .noRepository(words: "fatal: not a git repository"),
        "not in a git working tree: fatal: not a git repository"),
      Row(
        .unknownPath(words: "error: pathspec 'x' did not match any file(s) known to git"),
        "error: pathspec 'x' did not match any file(s) known to git"),
      Row(.bare, "this is a bare repository without files to munge; run git-munge in a clone of it"),
      Row(
        .noRules,
        "no .gitmunge at the top of this working tree; write one with `git munge init`, or private rules with `git munge init --private`"),
      Row(
        .trackedLink(Path("out/link")),
        "out/link: git tracks this symbolic link, so a report is not written through it; name another file"),
      Row(.rulesExist, ".gitmunge exists; `git munge init` proposes what it lacks"),
      Row(.noPrivateRules(Path("/w/rules")), "/w/rules: there is no such file; write private rules with `git munge init --private`"),
      Row(
        .rulesInsideTree(Path("/w/my rules")),
        "/w/my rules is inside this working tree, where git can change or remove it; move it out of the working tree"),
      Row(
        .attributesFileSet(ConfigEntry(scope: "local", file: ".git/config", key: "core.attributesfile", value: bytes("/w/a"))),
        "core.attributesfile = /w/a (local config, .git/config): for private rules and --editor git has to read the attributes of git-munge, which include those of your global file; remove the setting first"),
      Row(
        .rulesInSubmodules([Path("sub"), Path("a b/it's")]),
        #"no .gitmunge at the top of this working tree; submodules that have one need their own installation: `git -C 'sub' munge install`, `git -C 'a b/it'\''s' munge install`"#),
      Row(
        .noFilter(lookedIn: [Path("/a b"), Path("/opt/x\n")]),
        #"git-munge-filter not found next to git-munge (looked in /a b, /opt/x\n); install both programs into one directory"#),
      Row(
        .unwritablePath(Path([0x2F, 0xE9])),
        #"the programs are in /\xe9, whose name is not UTF-8; install them into another directory"#),
      Row(
        .foreignKeys([
          ConfigEntry(scope: "local", file: nil, key: "filter.munge.clean", value: bytes("sed s/a/b/")),
          ConfigEntry(scope: "local", file: nil, key: "filter.munge.required", value: bytes("yes")),
        ]),
        "another tool has set filter.munge.clean = sed s/a/b/, filter.munge.required = yes; `git munge install --force` replaces it"),
      Row(
        .otherWorktreesMunged([Path("/w/one"), Path("/w/two")]),
        "other working trees of this clone are still munged: /w/one, /w/two; run `git munge uninstall` there first, or `git munge uninstall --all-worktrees`"),
      Row(
        .worktreesAway([Path("/w/one")]),
        "munged working trees of this clone are missing: /w/one; restore them (`git worktree repair` if they were moved) or run this in them; if they no longer exist, run `git worktree prune` (after `git worktree unlock` if locked)"),
      Row(
        .rulesNotAgreed,
        "nothing was changed: the rules have changed since you approved them; review them with `git munge refresh`, or approve them with `git munge install --yes`"),
      Row(.notInstalled, "git-munge is not installed in this working tree"),
    ]

    private static let wrapped = [
      Row(
        below: RulesError(RulesPosition(line: 2, column: 3), ConfigSyntax.openQuote),
        ".gitmunge:2:3: expected a closing quote on this line, found none"),
      Row(below: RulesError.tooLarge, ".gitmunge: expected a file of at most 65536 bytes, found a longer one"),
      Row(below: ValueError.twice("team"), "'team' is given twice"),
      Row(
        below: GitError.command(arguments: ["ls-files", "-z", "-s"], status: 128, words: "fatal: bad index"),
        "git ls-files -z failed with exit code 128: fatal: bad index"),
      Row(
        below: GitError.library(what: "cannot read the configuration file", path: Path("/r/.git/config"), words: "missing ']'"),
        "/r/.git/config: cannot read the configuration file: missing ']'"),
    ]

    private static let rescue =
      "run `git munge install` to write a new one"

    private static let work = [
      Row(
        .hookInput("nonsense", format: "<local ref> <object> <remote ref> <object>", hook: "pre-push"),
        "expected `<local ref> <object> <remote ref> <object>` on standard input, as git writes it to a pre-push hook; found `nonsense`"),
      Row(
        .file(Path("App/Info.plist"), why: "cannot be cleaned with the plan that munged it"),
        "App/Info.plist: cannot be cleaned with the plan that munged it; nothing was changed"),
      Row(
        .notBegun(why: "/r/.git/config: rename: Permission denied"),
        "/r/.git/config: rename: Permission denied; no file was changed"),
      Row(
        .interrupted(after: 1, why: "a.txt: rename: Permission denied"),
        "interrupted after 1 file, no changes lost: a.txt: rename: Permission denied; fix this, then run any `git munge` command to resume"),
      Row(
        .interrupted(after: 12, why: "b"),
        "interrupted after 12 files, no changes lost: b; fix this, then run any `git munge` command to resume"),
      Row(.unknownRevision(words: "there is no commit 'x'"), "there is no commit 'x'"),
      Row(.nothingToCheck("HEAD"), "no .gitmunge in HEAD: nothing to check"),
      Row(
        .nothingToCheck("HEAD", privateRules: ".git/munge/rules"),
        "the rules are private (.git/munge/rules), and no local text of this working tree is in use: nothing to check in HEAD"),
      Row(
        .unanswered("the changes of 2 commits"),
        "git did not report the changes of 2 commits, so this could not be checked"),
      Row(
        .missingBlob(Path("a.txt"), commit: nil),
        "a.txt is not in this clone; fetch it (`git fetch --refetch --no-filter`) and try again"),
      Row(
        .stopped(afterTrees: 1, why: "a"),
        "stopped after 1 working tree, the others are unchanged: a; fix this, then run the same command again"),
      Row(
        .stopped(afterTrees: 2, why: "a"),
        "stopped after 2 working trees, the others are unchanged: a; fix this, then run the same command again"),
      Row(
        .indexLocked(Path("/r/.git/index.lock"), .running(["`git commit` (process 7)", "`git gui` (process 8)"])),
        "/r/.git/index.lock exists: running here: `git commit` (process 7), `git gui` (process 8); try again after it ends (if it needs no lock, the file is left from a killed command)"),
      Row(
        .indexLocked(Path("/r/.git/index.lock"), .noProcess),
        "/r/.git/index.lock exists, but no git command seems to run here: if it is left from a killed command, remove it and try again"),
      Row(
        .indexLocked(Path("/r/.git/index.lock"), .unknown),
        "/r/.git/index.lock exists: another git command is running here, or was killed; when none is running, remove the file and try again"),
      Row(.unknownRevision(words: "there is no commit 'nowhere'"), "there is no commit 'nowhere'"),
      Row(
        .missingBlob(Path("App/Info.plist"), commit: "1234567"),
        "App/Info.plist of commit 1234567 is not in this clone; fetch it (`git fetch --refetch --no-filter`) and try again"),
      Row(
        .shallow(commit: "0123456789abcdef"),
        "this clone is shallow and lacks the parents of commit 0123456789ab; run `git fetch --unshallow` and try again"),
      Row(.busy, "another git-munge command is running in this clone; try again after it ends"),
      Row(
        below: BaselineError.noReport,
        "the baseline is not a report of `git munge verify`; write one with `git munge verify --format json > FILE`"),
      Row(
        below: BaselineError.laterVersion(2, of: "9.9.9", supported: 1),
        "the baseline has report version 2, but this program reads version 1; use git-munge 9.9.9, which wrote it, or a later one"),
      Row(.damagedPlan(.missing), "the plan file is missing; \(rescue)"),
      Row(.damagedPlan(.damaged), "the plan is damaged (wrong checksum); \(rescue)"),
      Row(.damagedPlan(.notAPlan), "the plan file was not written by git-munge; \(rescue)"),
      Row(.damagedPlan(.otherVersion("9")), "the plan has version 9; this program supports version 3; \(rescue)"),
    ] + system

    /// The error of a failed system call, which cannot be constructed otherwise.
    private static let system: [Row] = {
      do throws(SystemError) {
        _ = try FileSystem.entries(Path("/nowhere/at/all"))
        return []
      } catch {
        let words = "/nowhere/at/all: opendir: No such file or directory"
        return [
          Row(below: error, words), Row(below: GitError.notStarted(error), "cannot run git: \(words)"),
          Row(.damagedPlan(.unreadable(error)), "cannot read the plan (\(words)); \(rescue)"),
        ]
      }
    }()
  }
}
