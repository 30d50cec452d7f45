import TestSupport

@testable import Platform
@testable import Smudge

struct JournalTests {
  private static func print(_ text: String) -> Digest { Digest(bytes(text)) }

  private static func journal() throws -> Journal {
    Journal(
      old: Plan(PlanRule("canonical", "old", suffixes: ["Tests"], retired: ["older"])),
      new: Plan(PlanRule("canonical", nil)),
      files: [
        Journal.Entry(path: Path("a b/new\nline"), old: print("x"), new: print("")),
        Journal.Entry(path: Path(unescaped(#"caf\xe9"#)), old: print("y"), new: print("z")),
      ],
      steps: ["store local x a b", "", "trust [rule]\n"].map { bytes($0) })
  }

  @Test func `A journal is read as it was written`() throws {
    for journal in [try Self.journal(), Journal(old: .idle, new: .idle, files: [], steps: [])] {
      #expect(try JournalFormat.decode(JournalFormat.encode(journal)) == journal)
    }
  }

  @Test func `A changed byte or a missing end is detected`() throws {
    let good = JournalFormat.encode(try Self.journal())
    for index in good.indices {
      var bad = good
      bad[index] ^= 1
      #expect(throws: PlanError.self, "byte \(index)") { try JournalFormat.decode(bad) }
      #expect(throws: PlanError.self, "cut at \(index)") { try JournalFormat.decode(Array(good[..<index])) }
    }
  }
}

struct CrossingTests {
  private let holder: TemporaryDirectory
  private let directory: MungeDirectory

  init() throws {
    holder = try TemporaryDirectory()
    directory = MungeDirectory(GitDirectory(own: holder.path / ".git"))
    try FileSystem.makeDirectories(directory.common)
  }

  /// The content after clean; `nil` if the filter refuses.
  private func clean(
    _ content: String, old: Plan, new: Plan, files: [(path: String, old: String, new: String)] = [],
    at path: String = "f"
  ) throws -> String? {
    let entries = files.map { file in
      Journal.Entry(
        path: Path(file.path), old: Digest(bytes(file.old)), new: Digest(bytes(file.new)))
    }
    let journal = Journal(old: old, new: new, files: entries, steps: [])
    var filter = Filter(during: journal, records: directory, warnings: .silent, for: .repository)
    var output = Spool(.memoryOnly)
    switch filter.perform(
      FilterSession.Request(direction: .clean, path: Path(path)), on: Spool(bytes(content)), into: &output)
    {
    case .unchanged: return content
    case .changed: return String(decoding: output.inMemory ?? [], as: UTF8.self)
    case .refused: return nil
    }
  }

  private let one = Plan(PlanRule("canonical", "one"))

  @Test func `Content with a fingerprint in the journal is cleaned by its plan`() throws {
    // The two plans have opposite meanings for these texts.
    let (old, new) = (Plan(PlanRule("a.a", "b.b")), Plan(PlanRule("b.b", "a.a")))
    let files = [(path: "f", old: "b.b\n", new: "a.a\n")]
    #expect(try clean("b.b\n", old: old, new: new, files: files) == "a.a\n")
    #expect(try clean("a.a\n", old: old, new: new, files: files) == "b.b\n")
    #expect(try clean("b.b edited\n", old: old, new: new, files: files) == nil, "its plan is unknown")
    #expect(try clean("b.b\n", old: old, new: new, files: files, at: "other") == nil)
    #expect(try clean("b.b\n", old: old, new: new, files: files, at: ".gitmunge") == "b.b\n", "never munged")
  }

  @Test func `Edited content is cleaned by both plans if they do not contradict each other`() throws {
    let two = Plan(PlanRule("canonical", "two", retired: ["one"]))
    #expect(try clean("one two edited\n", old: one, new: two) == "canonical canonical edited\n")
    #expect(try clean("one edited\n", old: one, new: .idle) == "canonical edited\n")
    #expect(try clean("one edited\n", old: .idle, new: one) == "canonical edited\n")
    #expect(try clean("nothing\n", old: one, new: two) == "nothing\n")
    #expect(try clean("one\n", old: one, new: Plan(PlanRule("other", "one"))) == nil)
    #expect(try clean("one\n", old: one, new: Plan(PlanRule("one", "three"))) == nil)
  }

  @Test func `The filter uses a journal while it exists, and fails with a damaged one`() throws {
    try holder.write("f", bytes("one\n"))
    let journal = Journal(old: one, new: .idle, files: [], steps: [])
    try FileSystem.replace(directory.plan, with: PlanFormat.encode(.idle))
    try FileSystem.replace(directory.journal, with: JournalFormat.encode(journal))
    #expect(try directory.loadJournal() == journal)
    try FileSystem.replace(directory.journal, with: bytes("half a journ"))
    #expect(throws: PlanError.self) { try directory.loadJournal() }
  }
}
