import TestSupport

@testable import Platform
@testable import Rules
@testable import Smudge
@testable import Verify
@testable import WorkingTree

struct ErrorTests {
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
    #expect(try Words.casesWithoutRow(of: "RepositoryError", in: "Sources/Verify/Findings/RepositoryError.swift") == [])
    for name in ["InstallError", "TransitionError", "UninstallError", "InputError"] {
      #expect(try Words.casesWithoutRow(of: name, in: "Sources/WorkingTree/Findings/\(name).swift") == [])
    }
  }

  private static let clone: [any Error] = [
    RepositoryError.noRepository(words: "fatal: not a git repository"), RepositoryError.bare, InputError.inputEnded,
    InstallError.noRules(elsewhere: []), InstallError.noRules(elsewhere: [Path("App/.gitmunge")]),
    InputError.unmatched(words: "error: pathspec 'x' did not match any file(s) known to git"),
    InputError.notInHead(Path("App")), InputError.noFile(Path("a.txt")),
    InputError.outside(Path("../a"), top: Path("/r")), InputError.unmerged(Path("a.txt")),
    InputError.unrepairable(Path("a.txt"), why: "holds no regular file that is munged"),
    InputError.flawedText(bytes("a"), .tooShort), InputError.absentText("com.acme"), InputError.leftText("com.acme"),
    InputError.committedRules, InputError.badProposal(RulesError.tooLarge),
    InputError.trackedLink(Path("out/link")),
    InstallError.rulesInsideTree(Path("/w/my rules")),
    InstallError.attributesUnusable(Path("/w/.git/info/attributes"), why: "is not a regular file"),
    InstallError.noFilter(lookedIn: [Path("/a b"), Path("/opt/x\n")]),
    InstallError.stagedWithoutFilter(Path("a b"), "lfs"),
    UninstallError.otherWorktreesMunged([Path("/w/one"), Path("/w/two")]),
    UninstallError.worktreesAway([Path("/w/one")]),
    InstallError.rulesNotAgreed, InstallError.rulesMissing, InstallError.rulesConflicted, InstallError.notInstalled,
    InstallError.missingLFS,
  ]

  private static let wrapped: [any Error] = [
    RulesError(RulesPosition(line: 2, column: 3), ConfigSyntax.openQuote), RulesError.tooLarge,
    ValueError.twice("team"),
    GitError.command(arguments: ["ls-files", "-z", "-s"], status: 128, words: "fatal: bad index"),
    GitError.file(what: "git config failed", path: Path("/r/.git/config"), words: "missing ']'"),
    BaselineError(),
  ]

  private static let lock = Path("/r/.git/index.lock")

  private static let work: [any Error] = [
    InputError.hookInput("nonsense", format: "<local ref> <object> <remote ref> <object>", hook: "pre-push"),
    TransitionError.file(Path("App/Info.plist"), why: "cannot be cleaned with the plan that munged it"),
    TransitionError.notBegun(why: "/r/.git/config: rename: Permission denied"),
    TransitionError.interrupted(after: 1, why: "a.txt: rename: Permission denied"),
    TransitionError.interrupted(after: 12, why: "b"),
    RepositoryError.unknownRevision(words: "there is no commit 'x'"), RepositoryError.nothingToCheck("HEAD"),
    RepositoryError.nothingToCheck("HEAD", elsewhere: "main"),
    RepositoryError.nothingToCheck("HEAD", privateRules: ".git/munge/rules"),
    RepositoryError.unanswered("the changes of 2 commits"),
    RepositoryError.missingBlob(Path("a.txt"), commit: nil),
    RepositoryError.missingBlob(Path("App/Info.plist"), commit: "1234567"),
    UninstallError.stopped(afterTrees: 1, why: "a"), UninstallError.stopped(afterTrees: 2, why: "a"),
    TransitionError.indexLocked(lock), RepositoryError.shallow(commit: "0123456789abcdef"), TransitionError.busy,
    TransitionError.damagedPlan(.missing), TransitionError.damagedPlan(.damaged),
    TransitionError.damagedPlan(.notAPlan),
    TransitionError.damagedPlan(.otherVersion("9\n")),
  ]

  private static let system: [any Error] = {
    do throws(SystemError) {
      _ = try FileSystem.entries(Path("/nowhere/at/all"))
      return []
    } catch {
      return [
        error, GitError.notStarted(error), TransitionError.damagedPlan(.unreadable(error)),
        InputError.optionFile("--baseline", error, way: "name another file"),
      ]
    }
  }()
}
