import TestSupport

@testable import Platform
@testable import Rules
@testable import Smudge
@testable import Verify

struct MungeErrorTests {
  @Test func `An error is one line with the fix, and those by which git can fail are known`() throws {
    let all = Self.clone + Self.wrapped + Self.work + Self.system
    let (blocking, others) = (all.filter(\.blocksGit), all.filter { !$0.blocksGit })
    let groups = [("Errors by which git itself can fail", blocking), ("Others", others)].map { title, errors in
      "# \(title)\n\n" + errors.map { "\($0)\n" }.joined()
    }
    try expectSnapshot("errors", groups.joined(separator: "\n"))
    for error in all { #expect(!"\(error)".contains("\n"), "\(error)") }
  }

  @Test(.enabled(if: Repository.isHere, Repository.why)) func `Every error is in these tables`() throws {
    #expect(try Words.casesWithoutRow(of: "MungeError", in: "Sources/Verify/Findings/MungeError.swift") == [])
  }

  private static let clone: [any Error] = [
    MungeError.noRepository(words: "fatal: not a git repository"), MungeError.bare, MungeError.inputEnded, MungeError.editorFailed("code --wait", status: 127), MungeError.noRules(elsewhere: []), MungeError.noRules(elsewhere: [Path("App/.gitmunge")]), MungeError.rulesExist,
    MungeError.unknownPath(words: "error: pathspec 'x' did not match any file(s) known to git"), MungeError.trackedLink(Path("out/link")),
    MungeError.optionFile("--baseline", SystemError(code: 2, call: "open", path: Path("none.json")), way: "name another file"),
    MungeError.noPrivateRules(Path("/w/rules")), MungeError.rulesInsideTree(Path("/w/my rules")),
    MungeError.attributesFileSet(ConfigEntry(scope: .local, file: ".git/config", key: "core.attributesfile", value: bytes("/w/a"))),
    MungeError.rulesInSubmodules([Path("sub"), Path("a b/it's")]), MungeError.noFilter(lookedIn: [Path("/a b"), Path("/opt/x\n")]),
    MungeError.unwritablePath(Path([0x2F, 0xE9])),
    MungeError.foreignKeys([
      ConfigEntry(scope: .local, file: nil, key: "filter.munge.clean", value: bytes("sed s/a/b/")),
      ConfigEntry(scope: .local, file: nil, key: "filter.munge.required", value: bytes("yes")),
    ]),
    MungeError.otherWorktreesMunged([Path("/w/one"), Path("/w/two")]), MungeError.worktreesAway([Path("/w/one")]),
    MungeError.rulesNotAgreed, MungeError.rulesMissing, MungeError.rulesConflicted, MungeError.notInstalled,
  ]

  private static let wrapped: [any Error] = [
    RulesError(RulesPosition(line: 2, column: 3), ConfigSyntax.openQuote), RulesError.tooLarge, ValueError.twice("team"),
    GitError.command(arguments: ["ls-files", "-z", "-s"], status: 128, words: "fatal: bad index"),
    GitError.library(what: "cannot read the configuration file", path: Path("/r/.git/config"), words: "missing ']'"),
    BaselineError.noReport, BaselineError.laterVersion(2, of: "9.9.9", supported: 1),
  ]

  private static let lock = Path("/r/.git/index.lock")

  private static let work: [any Error] = [
    MungeError.hookInput("nonsense", format: "<local ref> <object> <remote ref> <object>", hook: "pre-push"),
    MungeError.file(Path("App/Info.plist"), why: "cannot be cleaned with the plan that munged it"),
    MungeError.notBegun(why: "/r/.git/config: rename: Permission denied"),
    MungeError.interrupted(after: 1, why: "a.txt: rename: Permission denied"), MungeError.interrupted(after: 12, why: "b"),
    MungeError.unknownRevision(words: "there is no commit 'x'"), MungeError.nothingToCheck("HEAD"),
    MungeError.nothingToCheck("HEAD", elsewhere: "main"),
    MungeError.nothingToCheck("HEAD", privateRules: ".git/munge/rules"), MungeError.unanswered("the changes of 2 commits"),
    MungeError.missingBlob(Path("a.txt"), commit: nil), MungeError.missingBlob(Path("App/Info.plist"), commit: "1234567"),
    MungeError.stopped(afterTrees: 1, why: "a"), MungeError.stopped(afterTrees: 2, why: "a"),
    MungeError.indexLocked(lock), MungeError.shallow(commit: "0123456789abcdef"), MungeError.busy,
    MungeError.damagedPlan(.missing), MungeError.damagedPlan(.damaged), MungeError.damagedPlan(.notAPlan),
    MungeError.damagedPlan(.otherVersion("9\n")),
  ]

  private static let system: [any Error] = {
    do throws(SystemError) {
      _ = try FileSystem.entries(Path("/nowhere/at/all"))
      return []
    } catch {
      return [error, GitError.notStarted(error), MungeError.damagedPlan(.unreadable(error))]
    }
  }()
}
