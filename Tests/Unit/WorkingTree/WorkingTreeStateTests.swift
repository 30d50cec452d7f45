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
    .set("munge.values.team", bytes("a b  c="), .global), .set("munge.values.team", [], .local),
    .set("munge.values.team", nil, .local),
    .keepPlans, .setKeys(Path("/a b/git-munge-filter")), .trust(bytes("[rule \"x\"]\n\tcanonical = a b\n")),
    .removeKeys,
    .removeDirectories, .writeHooks(Path("/a b/git-munge-filter"), all: true), .writeHooks(Path("/x"), all: false),
    .addAttributes(bytes("*.x filter=munged\n/a b/** -filter\n")), .setAttributes([]),
    .removeHooks, .set("munge.rulesFile", [0xE9], .local), .removeChoices,
    .removeLeftovers,
    .setTextconv(Path("/a b/git-munge-filter")), .removeTextconv,
  ]

  @Test(arguments: all.indices) func `A step is read back from its record`(index: Int) {
    #expect(TransitionStep(Self.all[index].record) == Self.all[index])
  }

  @Test(arguments: [
    "", "nonsense", "{}", "{\"later\":{}}", "{\"trust\":{}}", "{\"set\":{\"_0\":\"x\",\"_2\":\"nowhere\"}}",
  ])
  func `An unknown record is no step`(record: String) { #expect(TransitionStep(bytes(record)) == nil) }

  @Test func `Steps that a lock can block come first, and steps that remove come last`() {
    #expect(Self.all.filter(\.isFirst).count == 11)
    #expect(
      !TransitionStep.removeKeys.isFirst && !TransitionStep.removeHooks.isFirst
        && !TransitionStep.writeHooks(Path("x"), all: true).isFirst
        && !TransitionStep.removeDirectories.isFirst && !TransitionStep.removeChoices.isFirst)
  }
}
