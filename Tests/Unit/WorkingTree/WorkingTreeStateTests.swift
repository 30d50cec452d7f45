import Platform
import TestSupport
import Testing

@testable import Rules
@testable import Smudge
@testable import WorkingTree

/// The states of a working tree, and the next command of each.
struct WorkingTreeStateTests {
  private static let states: [WorkingTreeState] = [
    .foreign([]), .notInstalled, .privateRulesUnused(PrivateRules(path: Path("/w/.git/munge/rules"), name: ".git/munge/rules")), .munged, .idle,
    .outdated(RulesDifference()), .rulesUnreadable(RulesError(nil, ConfigSyntax.openQuote)),
    .rulesUnreadable(RulesError(nil, ConfigSyntax.openQuote, file: ".git/munge/rules")), .rulesMissing, .branchWithoutRules, .misconfigured([]),
    .programMissing(Path("/bin/git-munge-filter")), .damaged(.damaged),
  ]

  @Test func `A state that needs attention has a next command`() throws {
    let lines = Self.states.map { state in
      "\(state.name): \(state.needsAttention ? "needs attention" : "fine")\(state.nextStep.map { ", next: \($0)" } ?? "")\n"
    }
    try expectSnapshot("states", lines.joined())
    for state in Self.states where state.needsAttention { #expect(state.nextStep != nil, "\(state.name)") }
  }

  @Test(.enabled(if: Repository.isHere, Repository.why)) func `Every state is in this table`() throws {
    #expect(try Words.casesWithoutRow(of: "WorkingTreeState", in: "Sources/WorkingTree/Commands/WorkingTreeState.swift") == [])
  }
}
