import TestSupport

@testable import Smudge

struct ExclusionTests {
  private static let munger = Munger(Plan(PlanRule("canonical", "local"), PlanRule("longcanonical", "short")))

  private static let lfs = "version https://git-lfs.github.com/spec/v1\noid sha256:canonical\nsize 1\n"

  private static let excluded: [Named<[UInt8]>] = [
    Named("a NUL in front", unescaped(#"\0canonical local"#)),
    Named("a NUL behind", unescaped(#"canonical local\0"#)),
    Named("a NUL far into the file", bytes("canonical local ") + [UInt8](repeating: 0x20, count: 3_000_000) + [0]),
    Named("a binary property list", bytes("bplist00 canonical local")),
    Named("UTF-16 in big endian", unescaped(#"\xfe\xffcanonical local"#)),
    Named("UTF-16 in little endian", unescaped(#"\xff\xfecanonical local"#)),
    Named("UTF-16 without a mark", unescaped(#"a\0b\0 canonical local"#)),
    Named("UTF-32 in big endian", unescaped(#"\0\0\xfe\xffcanonical local"#)),
    Named("UTF-32 in little endian", unescaped(#"\xff\xfe\0\0canonical local"#)),
    Named("a pointer of git-lfs", bytes(lfs + "local")),
    Named("a pointer of git-media", bytes("version http://git-media.io/v/2\noid sha256:canonical local\n")),
  ]

  @Test(arguments: excluded)
  func `Content of an excluded kind is unchanged, and its local texts are reported`(content: Named<[UInt8]>) throws {
    for direction in Direction.allCases {
      let (result, summary) = try Self.munger.transform.apply(direction, to: content.value)
      #expect(difference(result, content.value) == nil, "\(direction)")
      #expect(summary.replacements == 0, "\(direction)")
      if direction == .clean { #expect(summary.nearLeaks == [NearLeak(text: bytes("local"), reason: .neverMunged)]) }
    }
  }

  @Test(arguments: [
    ("an incomplete mark of UTF-16", #"\xff canonical"#, #"\xff local"#),
    ("`bplist` not at the start", " bplist canonical", " bplist local"),
    ("the first line of a pointer not at the start", "#\(lfs)", "#\(lfs.replacing("canonical", with: "local"))"),
    (
      "a file that is too long for a pointer", lfs + String(repeating: "x", count: 1024),
      lfs.replacing("canonical", with: "local") + String(repeating: "x", count: 1024)
    ),
    ("a pointer of another kind", "version https://example.com\ncanonical", "version https://example.com\nlocal"),
  ])
  func `Content that only resembles an excluded kind is munged`(what: String, canonical: String, local: String) throws {
    let (canonical, local) = (unescaped(canonical), unescaped(local))
    #expect(difference(try Self.munger.smudge(canonical), local) == nil, "\(what), smudged")
    #expect(difference(try Self.munger.clean(local), canonical) == nil, "\(what), cleaned")
  }

  @Test(arguments: [
    // Smudge and clean have to classify content alike, or clean cannot undo smudge.
    (
      "a pointer only when it is shorter", Plan(PlanRule("longcanonical", "short")),
      lfs.replacing("canonical", with: "longcanonical") + String(repeating: "x", count: 930)
    ),
    ("a property list only when smudged", Plan(PlanRule("canonical", "bplist.x")), "canonical"),
  ])
  func `Smudge makes no content of an excluded kind`(what: String, plan: Plan, content: String) throws {
    let munger = Munger(plan)
    let (smudged, summary) = try munger.transform.smudge(bytes(content))
    #expect(difference(smudged, bytes(content)) == nil, "\(what): left canonical")
    #expect(summary.replacements == 0, "\(what)")
    #expect(difference(try munger.clean(smudged), bytes(content)) == nil, "\(what): restored")
  }

  // The last is the name that `git apply` writes before it renames the file.
  @Test(arguments: [".gitattributes", ".gitmodules", ".gitmunge", ".lfsconfig", ".gitmunge~4711"])
  func `Files that configure git are unchanged, in any directory`(name: String) throws {
    let plan = Plan(PlanRule("canonical", "local"))
    for path in [name, "a/\(name)", "a/b/\(name)"] {
      let munger = Munger(plan, at: path)
      #expect(try munger.smudge("canonical local") == "canonical local", "\(path)")
      #expect(try munger.clean("canonical local") == "canonical local", "\(path)")
      #expect(try munger.summary(.clean, "local").nearLeaks.map(\.reason) == [.neverMunged], "\(path)")
      #expect(Exclusion.isExcluded(Path(path)))
    }
  }

  @Test func `Reports have no matches in content that is never munged`() {
    let compiled = CompiledPlan(Plan(PlanRule("canonical", "local")))
    #expect(compiled.matches(in: unescaped(#"local\0"#)).isEmpty)
    #expect(compiled.matches(in: bytes("local")).count == 1)
  }
}
