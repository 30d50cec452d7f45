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
    .removeDirectories, .writeHooks(Path("/a b/git-munge-filter"), [.preCommit, .prePush]), .writeHooks(Path("/x"), []),
    .setAttributes(bytes("*.x filter=munge\n/a b/** -filter\n")), .setAttributes([]), .renewHooks(Path("/a b/git-munge-filter")),
    .removeHooks, .repair, .decline("my-team"),
    .setRulesFile(bytes("munge/rules")), .setRulesFile([0xE9]), .removeRulesFile, .removePrivateRules,
    .setTextconv(Path("/a b/git-munge-filter")), .removeTextconv,
  ]

  @Test(arguments: all.indices) func `A step is read back from its record`(index: Int) {
    #expect(TransitionStep(Record(line: Self.all[index].record.line)) == Self.all[index])
  }

  @Test(arguments: ["", "nonsense", "store", "store local", "store nowhere x y", "store local x", "unset local", "unset local x y", "writeHooks x"])
  func `An unknown line is no step`(line: String) {
    #expect(TransitionStep(Record(line: bytes(line))) == nil)
  }

  @Test func `Steps that a lock can block come first, and steps that remove come last`() {
    #expect(Self.all.filter(\.isFirst).count == 11)
    #expect(!TransitionStep.removeKeys.isFirst && !TransitionStep.removeHooks.isFirst && !TransitionStep.writeHooks(Path("x"), []).isFirst && !TransitionStep.renewHooks(Path("x")).isFirst
      && !TransitionStep.removeDirectories.isFirst && !TransitionStep.removeRulesFile.isFirst && !TransitionStep.removePrivateRules.isFirst)
  }
}

/// Files that a killed process left next to a file.
struct AtomicReplaceRecoveryTests {
  private let holder: TemporaryDirectory
  private let swap: AtomicReplace
  private let file: Path

  init() throws {
    holder = try TemporaryDirectory()
    try FileSystem.makeDirectories(holder.path / "git")
    swap = AtomicReplace(directory: holder.path / "git")
    file = holder.path / "f"
  }

  private func print(_ text: String) -> Journal.Fingerprint { Journal.Fingerprint(digest: Digest(bytes(text)), count: text.utf8.count) }

  @Test(arguments: [
    ("new", "old", "new"), ("old", "new", "old"), ("old", "ne", "old"), ("new", "saved late", "saved late"),
    ("saved", "old", "saved"), ("saved", "ne", "saved"),
  ])
  func `Only a displaced edit is moved back to its place`(disk: String, left: String, expected: String) throws {
    for temporary in [holder.path / "git/new.0", holder.path / ".f.git-munge-new"] {
      try TestFile.write(file, bytes(disk))
      try TestFile.write(temporary, bytes(left))
      try swap.recover(file, number: 0, Journal.File(path: Path("f"), old: print("old"), new: print("new")))
      #expect(try FileSystem.contents(file) == bytes(expected))
      #expect(!FileSystem.exists(temporary))
    }
  }
}
