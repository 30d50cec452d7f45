import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of the file format of a plan.
struct PlanFormatTests {
  private static let plan = Plan(
    rules: [
      PlanRule(
        name: bytes("bundle id"),
        pairs: [
          TextPair(canonical: bytes("com.acme"), local: bytes("dev.me")),
          TextPair(canonical: bytes("com.acmeTests"), local: nil), TextPair(canonical: bytes("c"), local: bytes("c")),
        ],
        retired: [
          RetiredText(text: bytes("old.me"), canonical: bytes("com.acme"), since: 1_700_000_000),
          RetiredText(text: bytes("older.me"), canonical: bytes("com.acmeTests"), since: -1),
        ],
        watched: [bytes("w.1"), bytes("w.2")], excepts: [bytes("com.acme.keep")],
        paths: [PathPattern(bytes("*.plist")), PathPattern(bytes("!a b/"))], certainty: .ambiguous),
      PlanRule(name: [], pairs: []),
      PlanRule(name: unescaped(#" \xe9"#), pairs: [], paths: [PathPattern(unescaped(#"caf\xe9 "#))]),
    ], fingerprint: Digest(bytes("rules")))

  @Test func `A plan is lines of text`() {
    let lines = String(decoding: PlanFormat.encode(Self.plan), as: UTF8.self).split(separator: "\n")
    let expected = """
      git-munge plan 3
      fingerprint \(Digest(bytes("rules")).hex)
      rule bundle id
      certainty ambiguous
      canonical com.acme
      local dev.me
      canonical com.acmeTests
      idle 
      canonical c
      local c
      retired 1700000000 old.me
      was com.acme
      retired -1 older.me
      was com.acmeTests
      watched w.1
      """
    #expect(lines.starts(with: expected.split(separator: "\n")))
    #expect(lines.last?.hasPrefix("checksum ") == true)
  }

  @Test func `A plan is read as it was written`() throws {
    #expect(try PlanFormat.decode(PlanFormat.encode(Self.plan)) == Self.plan)
    #expect(try PlanFormat.decode(PlanFormat.encode(.idle)) == .idle)
  }

  @Test func `Random plans are read as they were written`() throws {
    var generator = SeededGenerator(salt: "plans")
    for _ in 0..<300 {
      let random = RandomPlan(&generator)
      let decoded = try PlanFormat.decode(PlanFormat.encode(random.plan))
      #expect(decoded == random.plan, "\(random.words(nil, []))")
    }
  }

  @Test func `A plan with one byte changed, removed or added is an error`() {
    var generator = SeededGenerator(salt: "damage")
    let encoded = PlanFormat.encode(Self.plan)
    for place in encoded.indices {
      for damaged in encoded.damaged(at: place, &generator) {
        #expect(throws: PlanError.self, "at \(place): '\(escaped(damaged))'; \(TestSeed.note)") {
          try PlanFormat.decode(damaged)
        }
      }
    }
    #expect(throws: PlanError.damaged) { try PlanFormat.decode(encoded + bytes("\n")) }
  }

  @Test func `A truncated plan is an error`() {
    let encoded = PlanFormat.encode(Self.plan)
    for count in encoded.indices {
      #expect(throws: PlanError.self, "of \(count) bytes") { try PlanFormat.decode(Array(encoded.prefix(count))) }
    }
  }

  @Test(arguments: [
    ("", PlanError.notAPlan), ("git-munge", .notAPlan), ("[rule \"a\"]\n", .notAPlan),
    ("git-munge plan 3\n", .damaged), ("git-munge plan 1\n", .otherVersion("1")), ("git-munge plan 2\n", .otherVersion("2")),
    ("git-munge plan 10\n", .otherVersion("10")),
    ("git-munge plan \n", .otherVersion("")), ("git-munge plan 3", .damaged),
  ])
  func `Each kind of damage has an error of its own`(text: String, error: PlanError) {
    #expect(throws: error) { try PlanFormat.decode(bytes(text)) }
  }

  /// Plans with a correct checksum and invalid records.
  @Test(arguments: [
    "local x", "idle ", "canonical c", "rule r\nlocal x", "rule r\nidle ", "certainty exact", "path a", "except a",
    "watched a", "retired 0 a\nwas b", "rule r\nretired 0 a", "rule r\nretired 0\nwas b", "rule r\nretired x a\nwas b", "rule r\ncertainty sure",
    "fingerprint 12", "fingerprint zz", "nonsense a", "rule r\nnonsense", "checksum 0", " rule r", "value v", "", "rule r\n",
  ])
  func `Invalid records with a correct checksum are an error`(lines: String) {
    let content = bytes("git-munge plan 3\n\(lines)\n")
    let encoded = content + bytes("checksum \(Digest(content).hex)\n")
    #expect(throws: PlanError.damaged) { try PlanFormat.decode(encoded) }
  }

  @Test func `Every error has a message with the problem`() {
    let errors: [PlanError] = [.missing, .notAPlan, .otherVersion("2\n"), .damaged]
    #expect(
      errors.map { "\($0)" } == [
        "the plan file is missing", "the plan file was not written by git-munge",
        #"the plan has version 2\n; this program supports version 3"#, "the plan is damaged (wrong checksum)",
      ])
  }
}
