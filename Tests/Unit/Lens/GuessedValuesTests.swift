import TestSupport
import Testing

@testable import Smudge

/// Values with several canonical texts, flat and in blocks: a wrong canonical text is never committed without a warning.
struct GuessedValuesTests {
  private static let lens = CompiledPlan(Plan(PlanRule(keys: ["TEAM"], ["A", "B", "C"], "L"))).transform(for: nil)

  /// A file with some unique lines, some equal ones, and values.
  private static func file(_ generator: inout SeededGenerator) -> [String] {
    (0..<Int.random(in: 3...12, using: &generator)).map { line in
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: "name\(line) = \(line)"
      case 1: "flag = on"
      default: "TEAM = \(["A", "B", "C"].randomElement(using: &generator) ?? "A")"
      }
    }
  }

  /// One line moved, removed or renamed.
  private static func edited(_ lines: [String], _ generator: inout SeededGenerator) -> [String] {
    var lines = lines
    let place = Int.random(in: lines.indices, using: &generator)
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: lines.insert(lines.remove(at: place), at: Int.random(in: 0..<lines.count, using: &generator))
    case 1: lines.remove(at: place)
    default: if !lines[place].hasPrefix("TEAM") { lines[place] = "renamed = \(place)" }
    }
    return lines
  }

  /// Blocks of lines, some of which are equal; a name can occur more than once.
  private static func blocks(_ generator: inout SeededGenerator) -> [[String]] {
    (0..<Int.random(in: 1...5, using: &generator)).map { block in
      let name = generator.oneIn(3) ? "same" : "block\(block)"
      let lines = (0..<Int.random(in: 1...5, using: &generator)).map { line in
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: "\tname\(block)\(line) = 1;"
        case 1: "\tflag = on;"
        default: "\tTEAM = \(["A", "B", "C"].randomElement(using: &generator) ?? "A");"
        }
      }
      return ["\(name) = {"] + lines + ["};"]
    }
  }

  /// One line or block moved, removed or renamed.
  private static func edited(_ blocks: [[String]], _ generator: inout SeededGenerator) -> [[String]] {
    var blocks = blocks
    let place = Int.random(in: blocks.indices, using: &generator)
    let line = Int.random(in: 1..<blocks[place].count - 1, using: &generator)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0:
      let moved = blocks.remove(at: place)
      blocks.insert(moved, at: Int.random(in: 0...blocks.count, using: &generator))
    case 1: blocks.remove(at: place)
    case 2: blocks[place][0] = "renamed = {"
    case 3: blocks[place].remove(at: line)
    case 4:
      let moved = blocks[place].remove(at: line)
      let target = Int.random(in: blocks.indices, using: &generator)
      blocks[target].insert(moved, at: Int.random(in: 1..<blocks[target].count, using: &generator))
    default: if !blocks[place][line].contains("TEAM") { blocks[place][line] = "\trenamed = 1;" }
    }
    return blocks
  }

  private static func text(_ lines: [String]) -> [UInt8] { bytes(lines.map { $0 + "\n" }.joined()) }

  /// Checks random edits. `change`: the lines of a file, and those after an edit.
  private func check(rounds: Int, _ salt: String, _ change: (inout SeededGenerator) -> (source: [String], wanted: [String])) throws {
    var generator = SeededGenerator(salt: salt)
    var (silent, warned, wrong) = (0, 0, 0)
    for _ in 0..<rounds {
      let edit = change(&generator)
      let (source, wanted) = (Self.text(edit.source), Self.text(edit.wanted))
      let (before, after) = (try Self.lens.smudge(source).bytes, try Self.lens.smudge(wanted).bytes)
      // The working tree shows no edit, so nothing is cleaned.
      if before == after { continue }
      let result = try LineLens(Self.lens, source: source).put(after)
      if result.guesses > 0 { warned += 1 }
      guard result.bytes != wanted else { continue }
      wrong += 1
      if result.guesses == 0 {
        silent += 1
        if silent <= 3 { Issue.record("\(shown(source))\nto\n\(shown(wanted))\ngave\n\(shown(result.bytes))\n\(TestSeed.note)") }
      }
    }
    #expect(silent == 0, "\(silent) silent, \(wrong) wrong, \(warned) warned")
    #expect(warned < rounds / 2, "most edits are certain")
  }

  private func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `A line that is moved, removed or renamed commits no other canonical text without a warning`() throws {
    try check(rounds: 10_000, "guessed values") { generator in
      let source = Self.file(&generator)
      return (source, Self.edited(source, &generator))
    }
  }

  @Test func `A line or block that is moved, removed or renamed commits no other canonical text without a warning`() throws {
    try check(rounds: 10_000, "guesses in blocks") { generator in
      let source = Self.blocks(&generator)
      return (source.flatMap(\.self), Self.edited(source, &generator).flatMap(\.self))
    }
  }
}
