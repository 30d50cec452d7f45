import TestSupport
import Testing

@testable import Smudge

/// Values with several canonical texts in files without blocks: a wrong canonical text is never committed without a warning.
struct GuessedValuesTests {
  private static let lens = CompiledPlan(Plan(PlanRule(keys: ["TEAM"], ["A", "B", "C"], "L"))).transform(for: nil)
  private static let rounds = 2000

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

  private static func text(_ lines: [String]) -> [UInt8] { bytes(lines.map { $0 + "\n" }.joined()) }

  @Test func `A line that is moved, removed or renamed commits no other canonical text without a warning`() throws {
    var generator = SeededGenerator(salt: "guessed values")
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
        if silent <= 3 { Issue.record("\(shown(Self.text(source)))\nto\n\(shown(wanted))\ngave\n\(shown(result.bytes))\n\(TestSeed.note)") }
      }
    }
    #expect(silent == 0, "\(silent) silent, \(wrong) wrong, \(warned) warned")
    #expect(warned < Self.rounds / 2, "most edits are certain")
  }

  private func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
