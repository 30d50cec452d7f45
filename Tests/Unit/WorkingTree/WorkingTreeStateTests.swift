import TestSupport

@testable import Rules
@testable import Smudge
@testable import WorkingTree

struct WorkingTreeStateTests {
  private static let states: [WorkingTreeState] = [
    .foreign([]), .notInstalled,
    .privateRulesUnused(
      PrivateRules(path: Path("/w/.git/munge/rules"), name: ".git/munge/rules", setting: bytes("munge/rules"))),
    .munged, .idle,
    .branchWithoutRules, .damaged,
  ]

  @Test func `A state that needs attention has a next command`() throws {
    let lines = Self.states.map { state in
      "\(state.name): \(state.needsAttention ? "needs attention" : "fine")\(state.nextStep.map { ", next: \($0)" } ?? "")\n"
    }
    try expectSnapshot("states", lines.joined())
    for state in Self.states where state.needsAttention { #expect(state.nextStep != nil, "\(state.name)") }
  }

  @Test(.enabled(if: Repository.isHere, Repository.why)) func `Every state is in this table`() throws {
    #expect(
      try Words.casesWithoutRow(of: "WorkingTreeState", in: "Sources/WorkingTree/Commands/WorkingTreeState.swift") == []
    )
  }
}

struct TransitionStepTests {
  private static let all: [TransitionStep] = [
    .write(.setting("munge.values.team", .global), bytes("a b  c=")), .write(.setting("munge.values.team", .local), []),
    .remove(.setting("munge.values.team", .local)), .write(.setting("munge.rulesfile", .local), [0xE9]),
    .keepPlans, .removeDirectories, .write(.key(.required, .local), bytes("true")), .remove(.key(.textconv, .local)),
    .write(.approval("1f"), bytes("[rule \"x\"]\n\tcanonical = a b\n")), .write(.hook(.prePush), bytes("#!/bin/sh\n")),
    .write(.lines, bytes("*.x filter=munged\n/a b/** -filter\n")), .write(.lines, []), .remove(.block),
    .remove(.leftover(Path("/a b/\n"))),
  ]

  @Test(arguments: all.indices) func `A step is read back from its record`(index: Int) {
    #expect(TransitionStep(Self.all[index].record) == Self.all[index])
  }

  @Test(arguments: [
    "", "nonsense", "{}", "{\"later\":{}}", "{\"write\":{}}", "{\"remove\":{\"_0\":{\"later\":{}}}}",
  ])
  func `An unknown record is no step`(record: String) { #expect(TransitionStep(bytes(record)) == nil) }
}
