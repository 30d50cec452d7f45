import TestSupport

@testable import Smudge

struct NearLeakTests {
  private static let plan = Plan(
    PlanRule("canonical", "local", suffixes: ["Tests"], retired: ["former"], watched: ["watched", "local.seen"]))

  @Test(
    arguments: [
      ("", []), ("local localTests former canonical", []), ("localX", [("local", .insideWord)]),
      ("xlocal -local local-dev local_x local1", [("local", .insideWord)]), ("xformer", [("former", .insideWord)]),
      ("localTestsX", [("localTests", .insideWord)]),
      ("local localX former xformer", [("former", .insideWord), ("local", .insideWord)]),
      // Canonical texts are never reported.
      ("xcanonical canonicalX", []),
      // A watched text is reported if it stays.
      ("watched", [("watched", .colliding)]), ("watchedX", [("watched", .insideWord)]),
      // Here clean replaces the local text, and no watched text is left.
      ("local.seen", []),
    ] as [(String, [(String, NearLeak.Reason)])])
  func `Clean reports the local texts that stay, with the reason`(
    content: String, expected: [(String, NearLeak.Reason)]
  ) throws {
    let found = try Munger(Self.plan).summary(.clean, content).nearLeaks
    let leaks = expected.map { NearLeak(text: bytes($0.0), reason: $0.1) }
    #expect(Set(found) == Set(leaks), "in '\(content)'")
    #expect(found.count == leaks.count, "each is reported once")
  }

  @Test func `Of local texts inside a longer word only the longest is reported`() throws {
    let found = try Munger(Plan(PlanRule("a", "loc"), PlanRule("b", "local"))).summary(.clean, "localX").nearLeaks
    #expect(found == [NearLeak(text: bytes("local"), reason: .insideWord)])
  }

  @Test(arguments: [
    ("com.acme.meWidget", true), ("com.acme.meTests", false), ("com.acme.me", false), ("com.acme.me.Widget", false),
    ("com.acmeWidget", false), ("com.acme.other", false), ("x.com.acme.me2", true),
  ])
  func `A canonical match does not hide a longer local text inside a word`(content: String, leaks: Bool) throws {
    let munger = Munger(Plan(PlanRule("com.acme", "com.acme.me", suffixes: ["Tests"])))
    let found = try munger.summary(.clean, content).nearLeaks
    #expect(found == (leaks ? [NearLeak(text: bytes("com.acme.me"), reason: .insideWord)] : []))
  }

  @Test func `Reports have the offset of every text, also of watched ones`() {
    let found = CompiledPlan(Self.plan).matches(in: bytes("local watched canonicalX"))
    #expect(found.map(\.offset) == [0, 6, 14])
    #expect(found.map(\.roles) == [.local, .watched, .canonical])
    #expect(found.map(\.fit) == [.token, .token, .insideWord])
    #expect(found[2].word(in: bytes("local watched canonicalX")) == bytes("canonicalX"))
  }

  @Test func `A text is listed once for each word that contains it`() {
    let word = bytes(String(repeating: "local", count: 30_000))
    let content = word + bytes(" ") + word + bytes(" xlocalx.local xlocal.seen")
    let found = CompiledPlan(Self.plan).matches(in: content)
    #expect(
      found.map(\.offset) == [
        0, word.count + 1, 2 * word.count + 3, 2 * word.count + 10, 2 * word.count + 17, 2 * word.count + 17,
      ])
    #expect(found.map { $0.word(in: content).count } == [260, 260, 7, 5, 6, 11])
  }

  @Test func `The texts that must not be committed are the current and the former local ones`() {
    let compiled = CompiledPlan(Self.plan)
    let expected = ["local", "localTests", "former", "watched", "local.seen"].map { bytes($0) }
    #expect(Set(compiled.localTexts) == Set(expected))
  }
}
