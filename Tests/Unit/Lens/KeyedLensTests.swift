import TestSupport

@testable import Smudge

struct KeyedLensTests {
  private static let team = PlanRule(keys: ["TEAM"], ["A", "B", "C"], "L")
  private static let dropped = PlanRule(keys: ["TEAM"], ["A", "B"], "L", onInsert: .drop)

  private func check(
    _ rule: PlanRule, _ source: String, _ content: String, _ expected: String, guesses: Int = 0,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let transform = CompiledPlan(Plan(rule)).transform(for: nil)
    let result = try LineLens(transform, source: bytes(source)).put(bytes(content))
    #expect(difference(result.bytes, bytes(expected)) == nil, sourceLocation: location)
    #expect(result.guesses == guesses, sourceLocation: location)
    let again = try LineLens(transform, source: result.bytes).put(bytes(content)).bytes
    #expect(difference(again, result.bytes) == nil, "cleaned once more", sourceLocation: location)
  }

  @Test(arguments: ["TEAM:", "TEAM:\n", "a: 1\nTEAM:", "TEAM:\nb: 1"])
  func `An empty value gets no blank, also at the end of a file without a newline`(source: String) throws {
    let transform = CompiledPlan(Plan(PlanRule(keys: ["TEAM"], [""], "mine"))).transform(for: Path("a.yml"))
    let smudged = try transform.smudge(bytes(source)).bytes
    #expect(smudged == bytes(source.replacing("TEAM:", with: "TEAM: mine")))
    let content = bytes("# new\n") + smudged
    let cleaned = try LineLens(transform, source: bytes(source)).put(content).bytes
    #expect(difference(cleaned, bytes("# new\n\(source)")) == nil)
  }

  private static let parent = "a:\n  X: 1\n  TEAM: B\n"
  private static let (two, one, block) = (
    "a {\n  TEAM = B\n  X\n}\nb {\n  Y\n}\n", "a {\n  TEAM = B\n  X\n}\n", "B0 = {\n  TEAM = C\n}\n"
  )

  @Test(arguments: [
    // An edited parent line does not change its children.
    (parent, "a:\n  X: 1\n# new\n  TEAM: L\n", "a:\n  X: 1\n# new\n  TEAM: B\n", 0),
    (parent, "a:  # new\n  X: 1\n  TEAM: L\n", "a:  # new\n  X: 1\n  TEAM: B\n", 0),
    (parent, "b:\n  X: 1\n  TEAM: L\n", "b:\n  X: 1\n  TEAM: B\n", 0),
    (parent, "  X: 1\n  TEAM: L\n", "  X: 1\n  TEAM: B\n", 0),
    (parent, "z:\n a:\n  X: 1\n  TEAM: L\n", "z:\n a:\n  X: 1\n  TEAM: B\n", 0),
    (parent, "a:\n\tX: 1\n  TEAM: L\n", "a:\n\tX: 1\n  TEAM: B\n", 0),
    // A line deleted in one place and added in another has moved; with other new lines it is a guess.
    ("  TEAM = B\nX\nY\n", "X\n  TEAM = L\nY\n", "X\n  TEAM = B\nY\n", 0),
    ("  TEAM = B\nX\nY\nZ\n", "X\n  TEAM = L\nY\n  TEAM = L\nZ\n", "X\n  TEAM = B\nY\n  TEAM = B\nZ\n", 2),
    (two, "a {\n  X\n}\nb {\n  Y\n  TEAM = L\n}\n", "a {\n  X\n}\nb {\n  Y\n  TEAM = B\n}\n", 0),
    (one, "a {\n  X\n}\nnew {\n  TEAM = L\n}\n", "a {\n  X\n}\nnew {\n  TEAM = B\n}\n", 1),
    // So is an equal line beside one that is gone, if there are other new lines.
    ("a:\n  TEAM: B\nb:\n  TEAM: C\nZ\n", "a:\n  X: 1\n  TEAM: L\nZ\n", "a:\n  X: 1\n  TEAM: C\nZ\n", 1),
    ("a:\n  TEAM: B\nb:\n  TEAM: C\nZ\n", "a:\n  TEAM: L\n  X: 1\nZ\n", "a:\n  TEAM: B\n  X: 1\nZ\n", 1),
    // So is one beside a line that has moved away from another one.
    (
      "a:\n  TEAM: A\nX\nY\nZ\n  TEAM: B\nb:\n  TEAM: B\n", "b:\n  TEAM: L\nX\nY\nZ\n  TEAM: L\na:\n  TEAM: L\n",
      "b:\n  TEAM: A\nX\nY\nZ\n  TEAM: B\na:\n  TEAM: B\n", 2
    ),
    // So is a line of a block that can be an old one.
    (
      "a {\n  TEAM = B\n}\nb {\n  TEAM = C\n}\nEND\n", "END\nc {\n  y9\n  TEAM = L\n}\n",
      "END\nc {\n  y9\n  TEAM = A\n}\n", 1
    ),
    // A value is determined by its block: by a line of its own, in either order, by its name, and where it is the only
    // one.
    (
      "B0 = {\n  TEAM = C\n  INFO = one\n}\n",
      """
      N = {
        TEAM = L
        INFO = two
      }
      B1 = {
        TEAM = L
        INFO = one
      }

      """,
      """
      N = {
        TEAM = C
        INFO = two
      }
      B1 = {
        TEAM = C
        INFO = one
      }

      """, 2
    ),
    (
      "B0 = {\n  INFO = one\n  TEAM = C\n}\n",
      """
      B1 = {
        INFO = one
        TEAM = L
      }
      N = {
        INFO = two
        TEAM = L
      }

      """,
      """
      B1 = {
        INFO = one
        TEAM = C
      }
      N = {
        INFO = two
        TEAM = C
      }

      """, 2
    ),
    (block, "N = {\n  TEAM = L\n}\nB0 = {\n  TEAM = L\n}\n", "N = {\n  TEAM = C\n}\nB0 = {\n  TEAM = C\n}\n", 1),
    (
      "B0 = {\n  TEAM = A\n}\n", "N = {\n  TEAM = L\n}\nB1 = {\n  TEAM = L\n}\n",
      "N = {\n  TEAM = A\n}\nB1 = {\n  TEAM = A\n}\n", 2
    ),
    (block, "B1 = {\n  TEAM = L\n}\n", "B1 = {\n  TEAM = C\n}\n", 0),
    (
      "a = 10\nTEAM = C\nb = 10\n", "a = 10\nTEAM = L\nb = 10\nc {\n  TEAM = L\n}\n",
      "a = 10\nTEAM = C\nb = 10\nc {\n  TEAM = C\n}\n", 1
    ),
  ])
  func `A value keeps its canonical text where that is certain, else it is a guess`(
    source: String, content: String, expected: String, guesses: Int
  ) throws { try check(Self.team, source, content, expected, guesses: guesses) }

  private static let mark = "// !$*UTF8*$!\n"

  @Test(arguments: [
    ("inserted", "a {\n  X;\n}\n", "a {\n  TEAM = L;\n  X;\n}\n", "a {\n  X;\n}\n"),
    ("with a blank line", "a {\n  X;\n}\n", "a {\n  TEAM = L;\n\n  X;\n}\n", "a {\n\n  X;\n}\n"),
    (
      "beside an edited value", "a {\n  Y = 1;\n  X;\n}\n", "a {\n  TEAM = L;\n  Y = 2;\n  X;\n}\n",
      "a {\n  Y = 2;\n  X;\n}\n"
    ),
    (
      "beside a new line", "a {\n  X;\n}\n", "a {\n  TEAM = L;\n  Y = 2;\n  X;\n}\n",
      "a {\n  TEAM = A;\n  Y = 2;\n  X;\n}\n"
    ),
    ("in a comment", "a {\n  X;\n}\n", "a {\n  // TEAM = L;\n  X;\n}\n", "a {\n  // TEAM = A;\n  X;\n}\n"),
  ])
  func `A line is dropped in an Xcode project only if it is new, and alone`(
    what: String, source: String, content: String, expected: String
  ) throws {
    let transform = CompiledPlan(Plan(Self.dropped)).transform(for: nil)
    let lens = try LineLens(transform, source: bytes(Self.mark + source))
    let result = try lens.put(bytes(Self.mark + content))
    #expect(difference(result.bytes, bytes(Self.mark + expected)) == nil, "\(what)")
    #expect(result.dropped.isEmpty == expected.contains("TEAM"), "\(what)")
    let other = try LineLens(transform, source: bytes(source)).put(bytes(content))
    #expect(String(decoding: other.bytes, as: UTF8.self).contains("TEAM = A"), "\(what): in other files it stays")
  }

  @Test(arguments: [
    (
      "of Xcode", "a {\n  TEAM = \"$(inherited)\";\n}\n", "a {\n  TEAM = L;\n}\n",
      "a {\n  TEAM = \"$(inherited)\";\n}\n"
    ),
    ("beside an edit", "a {\n  TEAM = ${T}\n  X\n}\n", "a {\n  TEAM = L\n  Y\n}\n", "a {\n  TEAM = ${T}\n  Y\n}\n"),
    (
      "in markup", "<key>TEAM</key>\n<string>$(T)</string>\n", "<key>TEAM</key>\n<string>L</string>\n",
      "<key>TEAM</key>\n<string>$(T)</string>\n"
    ),
    ("of a template", "TEAM: @TEAM@ # x\n", "TEAM: L # x\n", "TEAM: @TEAM@ # x\n"),
    ("for another value", "TEAM = $(T)\n", "TEAM = D\n", "TEAM = D\n"),
    ("for the canonical text", "TEAM = $(T)\n", "TEAM = B\n", "TEAM = B\n"),
  ])
  func `A local text that replaces a reference becomes the reference again`(
    what: String, source: String, content: String, expected: String
  ) throws {
    let transform = CompiledPlan(Plan(Self.team)).transform(for: nil)
    let result = try LineLens(transform, source: bytes(source)).put(bytes(content))
    #expect(difference(result.bytes, bytes(expected)) == nil, "\(what)")
  }

  @Test func `In the working tree a local text that replaces a reference stays`() throws {
    let transform = CompiledPlan(Plan(Self.team)).transform(for: nil)
    let sources = [try SourceVersion(bytes("TEAM = $(T)\n"), by: transform)]
    #expect(
      try LineLens(transform, sources, for: .workingTree(keys: ["TEAM".bytes])).put(bytes("TEAM = L\n")).bytes
        == bytes("TEAM = A\n"))
  }

  @Test(arguments: [
    ("on a line", "B0 = { TEAM = C; }\n", "N = { TEAM = L; }\nB1 = { TEAM = L; }\n"),
    ("in lines", "B0 = {\n  TEAM = C\n}\n", "N = {\n  TEAM = L\n}\nB1 = {\n  TEAM = L\n}\n"),
    (
      "among others", "x = 10\nB0 = {\n  TEAM = C\n}\ny = 10\n",
      "x = 10\nN = {\n  TEAM = L\n}\nB1 = {\n  TEAM = L\n}\ny = 10\n"
    ),
    (
      "with lines of every block", "B0 = {\n  X = 1\n  TEAM = C\n}\n",
      "N = {\n  X = 1\n  TEAM = L\n}\nB1 = {\n  X = 1\n  TEAM = L\n}\n"
    ),
    ("with other quotes", "B0 = {\n  TEAM = \"C\"\n}\n", "N = {\n  TEAM = L\n}\nB1 = {\n  TEAM = L\n}\n"),
    ("in markup", "<c>\n  <TEAM>C</TEAM>\n</c>\n", "<c>\n  <TEAM>L</TEAM>\n</c>\n<c>\n  <TEAM>L</TEAM>\n</c>\n"),
    ("in the same block", "b {\n  x(TEAM: \"C\")\n}\n", "b {\n  y(TEAM: \"L\")\n  z(TEAM: \"L\")\n}\n"),
  ])
  func `A value with two possible matches is a guess`(what: String, source: String, content: String) throws {
    let transform = CompiledPlan(Plan(Self.team)).transform(for: nil)
    let result = try LineLens(transform, source: bytes(source)).put(bytes(content))
    #expect(result.guesses > 0, "\(what): \(escaped(result.bytes))")
  }

  @Test func `A line that is inserted between conflict markers is not dropped`() throws {
    let transform = CompiledPlan(Plan(Self.dropped)).transform(for: nil)
    let sources = try [(Stage.ours, "X"), (.theirs, "Y"), (.base, "W")].map {
      try SourceVersion(bytes(Self.mark + "a {\n  \($1);\n}\n"), side: $0, by: transform)
    }
    func text(_ inside: String, _ outside: String) -> [UInt8] {
      bytes(
        """
        \(Self.mark)a {
        <<<<<<< ours
        \(inside)  X;
        =======
          Y;
        >>>>>>> theirs
        \(outside)}

        """)
    }
    #expect(
      try LineLens(transform, sources).put(text("  TEAM = L;\n", "  TEAM = L;\n")).bytes == text("  TEAM = A;\n", ""))
  }

  @Test(arguments: [("x = 1", "B"), ("x = 2", "C")])
  func `The line beside a line of one side alone is of that side`(beside: String, team: String) throws {
    let transform = CompiledPlan(Plan(Self.team)).transform(for: nil)
    let sources = try [(Stage.ours, "TEAM = B\nx = 1\n"), (.theirs, "TEAM = C\nx = 2\n"), (.base, "")].map {
      try SourceVersion(bytes($1), side: $0, by: transform)
    }
    let result = try LineLens(transform, sources).put(bytes("TEAM = L\n\(beside)\n"))
    #expect(String(decoding: result.bytes, as: UTF8.self) == "TEAM = \(team)\n\(beside)\n")
    #expect(result.guesses == 0)
  }

  @Test func `With both sides of a conflict kept, the side of a line is a guess`() throws {
    let transform = CompiledPlan(Plan(Self.team)).transform(for: nil)
    func block(_ team: String, _ name: String = "B0") -> String { "\(name) = {\n  TEAM = \(team)\n}\n" }
    let sources = try [(Stage.ours, block("B")), (.theirs, block("C")), (.base, block("B"))].map {
      try SourceVersion(bytes($1), side: $0, by: transform)
    }
    for content in [
      block("L") + block("L"), block("L") + block("L", "B1"), block("L", "B1") + block("L"),
      block("L", "B1") + block("L", "B2"),
    ] {
      let result = try LineLens(transform, sources).put(bytes(content))
      #expect(result.guesses > 0, "\(content): \(escaped(result.bytes))")
    }
  }
}

/// Values with several canonical texts, flat and in blocks: hardly any wrong canonical text is committed without a
/// warning.
struct GuessedValuesTests {
  private static let lens = CompiledPlan(Plan(PlanRule(keys: ["TEAM"], ["A", "B", "C"], "L"))).transform(for: nil)

  /// Lines, some of which are equal, in blocks or in one without a name; a name can occur more than once.
  private static func blocks(isFlat: Bool, _ generator: inout SeededGenerator) -> [[String]] {
    (0..<Int.random(in: 1...(isFlat ? 1 : 5), using: &generator)).map { block in
      let lines = (0..<Int.random(in: isFlat ? 3...12 : 1...5, using: &generator)).map { line in
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: "name\(block)\(line) = 1;"
        case 1: "flag = on;"
        default: "TEAM = \(["A", "B", "C"].randomElement(using: &generator) ?? "A");"
        }
      }
      return isFlat ? lines : [generator.oneIn(3) ? "same = {" : "block\(block) = {"] + lines.map { "\t\($0)" } + ["};"]
    }
  }

  /// One line or block moved, copied, removed or renamed.
  private static func edited(_ blocks: [[String]], isFlat: Bool, _ generator: inout SeededGenerator) -> [[String]] {
    var blocks = blocks
    let (place, border) = (Int.random(in: blocks.indices, using: &generator), isFlat ? 0 : 1)
    let line = Int.random(in: border..<blocks[place].count - border, using: &generator)
    let edit = Int.random(in: (isFlat ? 4 : 0)..<8, using: &generator)
    switch edit {
    case 0, 1:
      var block = blocks[place]
      if edit == 0 { blocks.remove(at: place) } else if generator.oneIn(2) { block[0] = "copied = {" }
      blocks.insert(block, at: Int.random(in: 0...blocks.count, using: &generator))
    case 2: blocks.remove(at: place)
    case 3: blocks[place][0] = "renamed = {"
    case 4: blocks[place].remove(at: line)
    case 5, 6:
      let text = blocks[place][line]
      if edit == 5 { blocks[place].remove(at: line) }
      let target = Int.random(in: blocks.indices, using: &generator)
      blocks[target].insert(text, at: Int.random(in: border...blocks[target].count - border, using: &generator))
    default: if !blocks[place][line].contains("TEAM") { blocks[place][line] = "\(isFlat ? "" : "\t")renamed = 1;" }
    }
    return blocks
  }

  private static func text(_ blocks: [[String]]) -> [UInt8] { bytes(blocks.joined().map { $0 + "\n" }.joined()) }

  @Test(arguments: [true, false])
  func
    `A line or block that is moved, copied, removed or renamed commits no other canonical text without a warning, but for few`(
      isFlat: Bool
    ) throws
  {
    var generator = SeededGenerator(salt: "guessed values \(isFlat)")
    var (silent, warned, wrong) = (0, 0, 0)
    for _ in 0..<10_000 {
      let blocks = Self.blocks(isFlat: isFlat, &generator)
      let (source, wanted) = (Self.text(blocks), Self.text(Self.edited(blocks, isFlat: isFlat, &generator)))
      let (before, after) = (try Self.lens.smudge(source).bytes, try Self.lens.smudge(wanted).bytes)
      // The working tree shows no edit, so nothing is cleaned.
      if before == after { continue }
      let result = try LineLens(Self.lens, source: source).put(after)
      if result.guesses > 0 { warned += 1 }
      guard result.bytes != wanted else { continue }
      wrong += 1
      if result.guesses > 0 { continue }
      silent += 1
    }
    #expect(silent <= 20, "\(silent) silent, \(wrong) wrong, \(warned) warned")
    #expect(warned < 5000, "most edits are certain")
  }
}

/// Bytes around a local text, in the formats of several programs.
struct TypedBytesTests {
  private static let mark = "// !$*UTF8*$!\n"

  @Test(arguments: [
    ("Kotlin", "id 'x'\nID = 'com.a-b'\n", "id(\"x\")\nID = \"cd\"\n", "id(\"x\")\nID = \"com.a-b\"\n"),
    ("JSON", "ID: com.a-b\n", "{\"ID\": \"cd\"}\n", "{\"ID\": \"com.a-b\"}\n"),
    ("a quoted value of YAML", "x: 1\nID: com.a-b\n", "x: 1\nID: \"cd\"\n", "x: 1\nID: \"com.a-b\"\n"),
    ("a formatter", "a {\n ID = 'com.a-b'\n}\n", "a {\n    ID = \"cd\"\n}\n", "a {\n    ID = \"com.a-b\"\n}\n"),
    ("Xcode takes quotes", mark + "ID = \"com.a-b\";\nx;\n", mark + "ID = cd;\ny;\n", mark + "ID = \"com.a-b\";\ny;\n"),
    ("Xcode adds quotes", mark + "ID = com.a-b;\nx;\n", mark + "ID = \"cd\";\ny;\n", mark + "ID = com.a-b;\ny;\n"),
  ])
  func `An edit keeps the quotes that were typed, and Xcode's only where nothing else differs`(
    what: String, source: String, content: String, expected: String
  ) throws {
    let transform = CompiledPlan(Plan(PlanRule(keys: ["ID"], ["com.a-b"], "cd"))).transform(for: nil)
    let result = try LineLens(transform, source: bytes(source)).put(bytes(content))
    #expect(difference(result.bytes, bytes(expected)) == nil, "\(what)")
  }

  @Test func `An empty text has quotes in an Xcode project, and a reference stays also then`() throws {
    let transform = CompiledPlan(Plan(PlanRule(keys: ["TEAM"], [""], "L"))).transform(for: nil)
    let source = bytes(Self.mark + "a {\n  TEAM = \"\";\n  X;\n}\nb {\n  TEAM = \"${T}\";\n}\n")
    let content = bytes(Self.mark + "a {\n  TEAM = L; // x\n  X;\n}\nc {\n  Y;\n  TEAM = L;\n}\nb {\n  TEAM = L;\n}\n")
    let expected =
      Self.mark + "a {\n  TEAM = \"\"; // x\n  X;\n}\nc {\n  Y;\n  TEAM = \"\";\n}\nb {\n  TEAM = \"${T}\";\n}\n"
    let result = try LineLens(transform, source: source).put(content)
    #expect(difference(result.bytes, bytes(expected)) == nil)
    #expect(result.references == [bytes("${T}")])
  }

  @Test(arguments: [
    ("com.me\ncom.a\n", "com.me\n", "com.a\n"),
    ("a:\ncom.me\nX\nb:\ncom.a\n", "b:\ncom.me\nX\na:\ncom.me\n", "b:\ncom.a\nX\na:\ncom.a\n"),
  ])
  func `A local text of the source goes to no other line`(source: String, content: String, expected: String) throws {
    let transform = CompiledPlan(Plan(PlanRule("com.a", "com.me"))).transform(for: nil)
    let result = try LineLens(transform, source: bytes(source)).put(bytes(content))
    #expect(result.bytes == bytes(expected) && result.guesses > 0, "\(result)")
  }
}
