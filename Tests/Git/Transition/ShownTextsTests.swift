import TestSupport

@testable import Smudge
@testable import WorkingTree

struct ShownTextsTests {
  private static let plan = Plan(
    rules: [
      PlanRule(
        name: bytes("id"), pairs: [TextPair(canonical: bytes("com.acme"), local: bytes("dev.me"))],
        retired: [RetiredText(text: bytes("dev.old"), canonical: bytes("com.acme"))], excepts: [bytes("com.acme.x")]),
      PlanRule(
        name: bytes("team"), pairs: [TextPair(canonical: bytes("AAAA"), local: bytes("BBBB"))],
        keyed: KeyScope(keys: [bytes("TEAM")], extent: .part)),
      PlanRule(
        name: bytes("added"), pairs: [TextPair(canonical: [], local: bytes("MINE"))],
        keyed: KeyScope(keys: [bytes("ADDED")], extent: .whole, onInsert: .drop)),
      PlanRule(name: bytes("idle"), pairs: [TextPair(canonical: bytes("org.idle"), local: nil)]),
    ], fingerprint: Digest([]))

  @Test func `A file that git does not list is compared only if it holds what smudge does not write`() throws {
    let smudged = [
      "nothing", "dev.me dev.me", "com.acme.x", "TEAM = BBBB", "id dev.me\nTEAM = BBBB", "org.idle", "\u{0}com.acme",
    ]
    let others = [
      "com.acme", "dev.old", "dev.mee", "TEAM = CCCC", "TEAM = ", "TEAM = BBBB\nTEAM = $(X)", "ADDED = MINE", "ADDED =",
    ]
    let files = (smudged + others).enumerated().map { ("\($0)", $1 + "\n") }
    let sandbox = try GitSandbox.committed(
      Dictionary(uniqueKeysWithValues: files).merging([".gitattributes": "[0-9]* filter=munged\n"]) { $1 })
    func shown() throws -> ShownTexts {
      try ShownTexts(sandbox.clone, IndexSnapshot(sandbox.clone), Self.plan, isApplied: true)
    }

    let before = try shown()
    #expect(before.unsure == Set(files.dropFirst(smudged.count).map { Path($0.0) }))
    #expect(before.counts.map(\.places) == [4, 3, 2, 1])
    try sandbox.write("1", bytes("dev.me\n"))
    try sandbox.git("update-index", "--assume-unchanged", "0")
    #expect(try shown().unsure == before.unsure.union([Path("0"), Path("1")]))
  }
}
