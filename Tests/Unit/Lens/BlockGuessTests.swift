import TestSupport
import Testing

@testable import Smudge

/// Values with several canonical texts in blocks: a wrong canonical text is never committed without a warning.
struct BlockGuessTests {
  private static let lens = CompiledPlan(Plan(PlanRule(keys: ["TEAM"], ["A", "B", "C"], "L"))).transform(for: nil)
  private static let rounds = 10_000

  /// Blocks of lines, some of which are equal; a name can occur more than once.
  private static func file(_ generator: inout SeededGenerator) -> [[String]] {
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

  private static func text(_ blocks: [[String]]) -> [UInt8] { bytes(blocks.flatMap(\.self).map { $0 + "\n" }.joined()) }

  @Test func `A line or block that is moved, removed or renamed commits no other canonical text without a warning`() throws {
    var generator = SeededGenerator(salt: "guesses in blocks")
    var (silent, warned, wrong) = (0, 0, 0)
    for _ in 0..<Self.rounds {
      let source = Self.file(&generator)
      let wanted = Self.text(Self.edited(source, &generator))
      let (before, after) = (try Self.lens.smudge(Self.text(source)).bytes, try Self.lens.smudge(wanted).bytes)
      // The working tree shows no edit, so nothing is cleaned.
      if before == after { continue }
      let result = try LineLens(Self.lens, source: Self.text(source)).put(after)
      if result.guesses > 0 { warned += 1 }
      guard result.bytes != wanted else { continue }
      wrong += 1
      if result.guesses == 0 {
        silent += 1
        if silent <= 12 { Issue.record("\(shown(Self.text(source)))\nto\n\(shown(wanted))\ngave\n\(shown(result.bytes))\n\(TestSeed.note)") }
      }
    }
    #expect(silent == 0, "\(silent) silent, \(wrong) wrong, \(warned) warned")
    #expect(warned < Self.rounds / 2, "most edits are certain")
  }

  private func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
