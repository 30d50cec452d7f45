import TestSupport

@testable import Smudge
@testable import Verify
@testable import WorkingTree

struct RepairWritingTests {
  private static let rules = """
    [rule "r"]
    \tcanonical = com.acme.app
    \tlocal = dev.${handle}.app
    [variable "handle"]
    \tkind = label

    """
  private let sandbox: GitSandbox
  private let clone: WorkingTree

  init() throws {
    sandbox = try .committed([
      ".gitattributes": "* filter=munge\n", ".gitmunge": Self.rules, "a.txt": "dev.other.app\n",
    ])
    clone = sandbox.clone
  }

  private func file() throws -> WorktreeFile { try #require(try clone.filesToRepair([Path("a.txt")]).first) }

  private func content() throws -> String {
    String(decoding: try #require(try FileSystem.contents(sandbox.top / "a.txt")), as: UTF8.self)
  }

  /// A repair of the file that has started, and has written nothing.
  private func startedWriter() throws -> TransitionWriter<FileRepair> {
    var repair = try FileRepair(clone, try #require(try clone.rules()), .idle, named: [], isDryRun: false)
    let entry = try #require(try repair.entry(for: try file()))
    let journal = Journal(old: .idle, new: .idle, files: [entry], steps: [TransitionStep.repair.record])
    try PlanStore.begin(journal, clone)
    return TransitionWriter(clone, journal, repair)
  }

  @Test(arguments: [
    ("an edit", "dev.other.app\nedit\n", "com.acme.app\nedit\n"), ("another leak", "dev.two.app\n", "com.acme.app\n"),
    ("a repair by hand", "com.acme.app\n", "com.acme.app\n"), ("nothing", "dev.other.app\n", "com.acme.app\n"),
  ])
  func `A file saved during the repair keeps the saved content, repaired`(what: String, saved: String, expected: String)
    throws
  {
    var writer = try startedWriter()
    try sandbox.write("a.txt", bytes(saved))
    try writer.run([try file()], attributed: [], [.repair])
    #expect(try content() == expected)
    let after = writer.provider.results[Path("a.txt")]?.after
    #expect(after == bytes(expected))
    #expect(!FileSystem.exists(clone.arriving))
  }

  @Test(arguments: [false, true])
  func `A file deleted during the repair, or replaced by a symbolic link, is unchanged`(isLink: Bool) throws {
    var writer = try startedWriter()
    let file = try file()
    try FileSystem.remove(sandbox.top / "a.txt")
    if isLink { try FileSystem.makeSymbolicLink(sandbox.top / "a.txt", to: Path("elsewhere")) }
    try writer.run([file], attributed: [], [.repair])
    #expect(try FileSystem.status(sandbox.top / "a.txt")?.kind == (isLink ? .symbolicLink : nil))
    #expect(!FileSystem.exists(clone.arriving))
  }

  @Test func `A file that an interrupted repair had moved away is restored`() throws {
    let writer = try startedWriter()
    try sandbox.write("a.txt", try #require(writer.provider.results[Path("a.txt")]?.after))
    try TestFile.write(writer.swap.temporaries(of: sandbox.top / "a.txt", 0)[0], bytes("saved\n"))
    let report = try Recovery(clone).run()
    #expect(report == .nothing)
    #expect(try content() == "saved\n")
    #expect(!FileSystem.exists(clone.arriving))
  }

  @Test func `A failed write is an error with the number of written files`() throws {
    var writer = try startedWriter()
    try FileSystem.removeTree(clone.arriving)
    try TestFile.write(clone.arriving, bytes("in the way"))
    let file = try file()
    let error = try #require(throws: TransitionError.self) { try writer.run([file], attributed: [], [.repair]) }
    guard case .interrupted(after: 0, _) = error else { throw error }
    #expect(try content() == "dev.other.app\n")
  }
}
