import TestSupport

@testable import Smudge

struct PlanFormatTests {
  private static let plan = Plan(rules: plain + keyed, fingerprint: Digest(bytes("rules")))

  private static let plain = [
    PlanRule(
      name: bytes("bundle id"),
      pairs: [
        TextPair(canonical: bytes("com.acme"), local: bytes("dev.me")),
        TextPair(canonical: bytes("com.acmeTests"), local: nil),
        TextPair(canonical: bytes("c"), local: bytes("c")),
      ],
      retired: [
        RetiredText(text: bytes("old.me"), canonical: bytes("com.acme")),
        RetiredText(text: bytes("older.me"), canonical: bytes("com.acmeTests")),
      ],
      watched: [bytes("w.1"), bytes("w.2")], excepts: [bytes("com.acme.keep")],
      paths: [PathPattern(bytes("*.plist")), PathPattern(bytes("!a b/"))], certainty: .ambiguous),
    PlanRule(name: [], pairs: []),
    PlanRule(name: unescaped(#" \xe9"#), pairs: [], paths: [PathPattern(unescaped(#"caf\xe9 "#))]),
    PlanRule("com.other", "dev.other", retired: ["old.other"], exceptKeys: ["A:b.c", "X"]),
  ]

  private static let keyed = [
    PlanRule(
      name: bytes("style"),
      pairs: [
        TextPair(canonical: bytes("My Team, Inc."), local: bytes("a b")), TextPair(canonical: [], local: bytes("a b")),
      ],
      retired: [
        RetiredText(text: bytes("Old Team"), canonical: []),
        RetiredText(text: bytes("x"), canonical: bytes("My Team, Inc.")),
      ],
      watched: [bytes("w w")], excepts: [bytes("No Team")],
      keyed: KeyScope(keys: [bytes("A:b.c"), bytes("_x")], extent: .whole, onInsert: .drop)),
    PlanRule(name: bytes("gone"), pairs: [], keyed: KeyScope(keys: [bytes("K")], extent: .part)),
  ]

  @Test func `A plan is lines of text, and is read as it was written`() throws {
    let encoded = PlanFormat.encode(Self.plan)
    try expectSnapshot(
      "plan",
      encoded.split(separator: 0x0A, omittingEmptySubsequences: false).map { escaped($0) }.joined(separator: "\n"))
    #expect(try PlanFormat.decode(encoded) == Self.plan)
    #expect(try PlanFormat.decode(PlanFormat.encode(.idle)) == .idle)
  }

  @Test func `Random plans are read as they were written`() throws {
    var generator = SeededGenerator(salt: "plans")
    for _ in 0..<600 {
      var plan = RandomPlan(&generator).plan
      for index in plan.rules.indices where generator.oneIn(3) { Self.key(&plan.rules[index], &generator) }
      #expect(try PlanFormat.decode(PlanFormat.encode(plan)) == plan, "\(plan.words); \(TestSeed.note)")
    }
  }

  /// A rule restricted to keys, with texts that only such a rule can have.
  private static func key(_ rule: inout PlanRule, _ generator: inout SeededGenerator) {
    func text() -> [UInt8] {
      let words = ["", "a", "My Team", "a, b", "*", "was x", "retired 1 a", "- -"]
      return bytes(words.randomElement(using: &generator) ?? "")
    }
    rule.keyed = KeyScope(
      keys: (0..<Int.random(in: 1...3, using: &generator)).map { bytes("KEY_\($0)") },
      extent: KeyScope.Extent.allCases.randomElement(using: &generator) ?? .part,
      onInsert: KeyScope.OnInsert.allCases.randomElement(using: &generator) ?? .keep)
    rule.pairs += [TextPair(canonical: text(), local: text()), TextPair(canonical: text(), local: nil)]
    rule.retired += [RetiredText(text: text(), canonical: text())]
    rule.watched.append(text())
  }

  @Test func `A plan with one byte changed, removed or added, or truncated, is an error`() {
    var generator = SeededGenerator(salt: "damage")
    let encoded = PlanFormat.encode(Self.plan)
    for place in encoded.indices {
      for damaged in encoded.damaged(at: place, &generator) + [Array(encoded[..<place])] {
        #expect(throws: PlanError.self, "at \(place): '\(escaped(damaged))'; \(TestSeed.note)") {
          try PlanFormat.decode(damaged)
        }
      }
    }
    #expect(throws: PlanError.damaged) { try PlanFormat.decode(encoded + bytes("\n")) }
  }

  @Test(arguments: [
    ("", PlanError.notAPlan), ("git-munge", .notAPlan), ("[rule \"a\"]\n", .notAPlan),
    ("git-munge plan 3\n", .damaged), ("git-munge plan 1\n", .otherVersion("1")),
    ("git-munge plan 2\n", .otherVersion("2")),
    ("git-munge plan 10\n", .otherVersion("10")),
    ("git-munge plan \n", .otherVersion("")), ("git-munge plan 3", .damaged),
  ])
  func `Each kind of damage has an error of its own`(text: String, error: PlanError) {
    #expect(throws: error) { try PlanFormat.decode(bytes(text)) }
  }

  /// Plans with a correct checksum and invalid records.
  @Test(arguments: [
    "local x", "idle ", "canonical c", "rule r\nlocal x", "rule r\nidle ", "certainty exact", "path a", "except a",
    "watched a", "retired a\nwas b", "rule r\nretired a",
    "rule r\ncertainty sure",
    "fingerprint 12", "fingerprint zz", "nonsense a", "rule r\nnonsense", "checksum 0", " rule r", "value v", "",
    "rule r\n",
    "extent whole", "key A", "except-key A", "rule r\nkey A", "rule r\non-insert keep", "rule r\nextent whole",
    "rule r\nextent some\nkey A", "rule r\nextent part\nkey A\non-insert no", "rule r\nextent part\nkey A\nextent part",
    "rule r\nwas a", "rule r\nretired a\nretired a\nwas b", "rule r\nretired a\nrule s\nwas b",
    "rule r\nretired a\nwas b\nwas c",
  ])
  func `Invalid records with a correct checksum are an error`(lines: String) {
    let content = bytes("git-munge plan 3\n\(lines)\n")
    #expect(throws: PlanError.damaged) { try PlanFormat.decode(content + bytes("checksum \(Digest(content).hex)\n")) }
  }
}

struct DigestTests {
  @Test func `The digest does not depend on how bytes are split into pieces`() {
    var generator = SeededGenerator(salt: "digest")
    for count in [0, 1, 7, 8, 9, 15, 16, 17, 63, 64, 65, 300] {
      let content = random(count, &generator)
      let whole = Digest(content)
      for most in [1, 2, 7, 8, 9, 100] {
        var hasher = Digest.Hasher()
        for piece in generator.pieces(of: content, most: most) { hasher.add(piece) }
        #expect(hasher.finish() == whole, "\(count) bytes in pieces of up to \(most); \(TestSeed.note)")
      }
      #expect(Digest(AnyCollection(content)) == whole, "bytes that are not contiguous in memory")
    }
  }

  @Test func `Different contents have different digests`() {
    var generator = SeededGenerator(salt: "digests")
    var contents: Set<[UInt8]> = [[]]
    // Similar contents: zeros of any length, and a difference of one bit or byte.
    for count in 1...600 { contents.insert([UInt8](repeating: 0, count: count)) }
    let base = random(200, &generator)
    for place in base.indices {
      for bit in 0..<8 {
        var content = base
        content[place] ^= 1 << UInt8(bit)
        contents.insert(content)
      }
    }
    for _ in 0..<3000 { contents.insert(random(Int.random(in: 1...64, using: &generator), &generator)) }
    let digests = contents.map { Digest($0) }
    #expect(Set(digests).count == contents.count, "\(TestSeed.note)")
    #expect(Set(digests.map(\.high)).count == contents.count, "each half alone distinguishes them")
    #expect(Set(digests.map(\.low)).count == contents.count, "each half alone distinguishes them")
  }

  @Test func `Digests are the same in all versions`() {
    // They are stored in files: as checksums of plans, in smudge records, and as fingerprints of rules.
    #expect(Digest([]).hex == "b21244db1c7eb82b3536dc53e236af89")
    #expect(Digest(bytes("git-munge")).hex == "5696a4dc20ae9d5baa814393605ce6cc")
    #expect(Digest(high: 0, low: 255).hex == "000000000000000000000000000000ff")
  }

  private func random(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}
