import Platform
import TestSupport
import Testing

@testable import Rules
@testable import Smudge
@testable import WorkingTree

/// The steps of a transition besides rewriting files, as the journal stores them.
struct TransitionStepTests {
  private static let all: [TransitionStep] = [
    .store(ValueEdit(name: "team", text: bytes("a b  c="), level: .global)),
    .store(ValueEdit(name: "team", text: [], level: .local)), .store(ValueEdit(name: "team", text: nil, level: .local)),
    .keepPlans, .setKeys(Path("/a b/git-munge-filter")), .trust(bytes("[rule \"x\"]\n\tcanonical = a b\n")), .removeKeys,
    .removeDirectories, .writeHooks(Path("/a b/git-munge-filter"), all: true), .writeHooks(Path("/x"), all: false),
    .setAttributes(bytes("*.x filter=munge\n/a b/** -filter\n")), .setAttributes([]),
    .removeHooks, .repair, .set("munge.hooks", bytes("false")), .set("munge.rulesFile", [0xE9]), .removeChoices, .removePrivateRules,
    .setTextconv(Path("/a b/git-munge-filter")), .removeTextconv,
  ]

  @Test(arguments: all.indices) func `A step is read back from its record`(index: Int) {
    #expect(TransitionStep(Record(line: Self.all[index].record.line)) == Self.all[index])
  }

  @Test(arguments: ["", "nonsense", "store", "store local", "store nowhere x y", "store local x", "unset local", "unset local x y", "set x"])
  func `An unknown line is no step`(line: String) {
    #expect(TransitionStep(Record(line: bytes(line))) == nil)
  }

  @Test func `Steps that a lock can block come first, and steps that remove come last`() {
    #expect(Self.all.filter(\.isFirst).count == 10)
    #expect(!TransitionStep.removeKeys.isFirst && !TransitionStep.removeHooks.isFirst && !TransitionStep.writeHooks(Path("x"), all: true).isFirst
      && !TransitionStep.removeDirectories.isFirst && !TransitionStep.removeChoices.isFirst && !TransitionStep.removePrivateRules.isFirst)
  }
}
