import TestSupport
import Testing

@testable import Smudge

/// Properties of every alignment.
struct BlockDiffLawTests {
  @Test(arguments: 0..<4)
  func `Lines match one to one, and only equal ones; unedited content matches itself`(batch: Int) {
    var generator = SeededGenerator(salt: "pairs \(batch)")
    for _ in 0..<100 {
      let random = random(&generator)
      let (source, content) = (random.source.flatMap(lines), random.shaken(&generator).flatMap(lines))
      let alignment = BlockDiff(content: content, source: source) { $0 % 3 != 0 }
      #expect(alignment.origins.count == content.count && alignment.targets.count == source.count)
      for (line, origin) in alignment.origins.enumerated() {
        guard let origin else { continue }
        #expect(alignment.targets[origin] == line, "\(TestSeed.note)")
        #expect(content[line] == source[origin], "\(TestSeed.note)")
      }
      #expect(alignment.targets.count { $0 != nil } == alignment.origins.count { $0 != nil }, "\(TestSeed.note)")
      #expect(BlockDiff(content: source, source: source).origins == source.indices.map { $0 }, "\(TestSeed.note)")
    }
  }

  @Test(arguments: 0..<4)
  func `A line keeps its match among deleted and added ones, if it is unique in its block or in the file`(batch: Int) {
    var generator = SeededGenerator(salt: "survivors \(batch)")
    for _ in 0..<100 {
      let random = random(&generator)
      let edited = random.edited(Int.random(in: 0...8, using: &generator), &generator)
      let alignment = BlockDiff(content: edited.flatMap { lines($0.text) }, source: random.source.flatMap(lines))
      let contents = counts(alignment.contentTree, edited.map(\.text))
      let sources = counts(alignment.sourceTree, random.source)
      let texts = Dictionary(random.source.map { ($0, 1) }, uniquingKeysWith: +)
      for (line, (text, origin)) in edited.enumerated() {
        let place = NestedLine(text: text, path: alignment.contentTree.paths[line])
        // An edit above can have changed its parent.
        let isInPlace = origin.map { alignment.sourceTree.paths[$0] == place.path } ?? false
        let isUniqueInBlock = isInPlace && contents[place] == 1 && sources[place] == 1
        guard isUniqueInBlock || texts[text] == 1 && text != "\n" else { continue }
        #expect(alignment.origins[line] == origin, "line \(line) of \(edited.map(\.text)): \(TestSeed.note)")
      }
    }
  }

  @Test func `The lines of a moved block keep their matches`() {
    var generator = SeededGenerator(salt: "moved blocks")
    for _ in 0..<100 {
      let blocks = (0..<Int.random(in: 2...9, using: &generator)).map { block in
        ["block\(block) {\n", "  isa;\n", "  team;\n", "  other;\n", "}\n"]
      }
      let order = blocks.indices.shuffled(using: &generator)
      let (content, source) = (order.flatMap { blocks[$0] }, blocks.joined())
      let alignment = BlockDiff(content: content.flatMap(lines), source: source.flatMap(lines))
      let expected = order.flatMap { block in (0..<5).map { block * 5 + $0 } }
      // All closing lines are equal.
      for (line, origin) in expected.enumerated() where line % 5 != 4 {
        #expect(alignment.origins[line] == origin, "\(order): \(TestSeed.note)")
      }
    }
  }

  @Test func `Thousands of equal lines match in order`() {
    let many = Array(repeating: bytes("x\n")[...], count: 20_000)
    let fewer = Array(many.prefix(15_000))
    #expect(BlockDiff(content: many, source: fewer).targets == fewer.indices.map { $0 })
    #expect(BlockDiff(content: fewer, source: many).origins == fewer.indices.map { $0 })
  }

  @Test func `Thousands of lines with few distinct texts take bounded time`() {
    var generator = SeededGenerator(salt: "few kinds")
    let (content, source) = (
      RandomLines(count: 6000, kinds: 2, maxDepth: 0, &generator).source,
      RandomLines(count: 6000, kinds: 3, maxDepth: 0, &generator).source
    )
    let alignment = BlockDiff(content: content.flatMap(lines), source: source.flatMap(lines))
    #expect(alignment.origins.count == 6000)
  }

  @Test func `In a long file with many edits nearly every line keeps its match`() {
    var generator = SeededGenerator(salt: "long file")
    let random = RandomLines(count: 20_000, kinds: 2000, &generator)
    let edited = random.edited(500, &generator)
    let alignment = BlockDiff(content: edited.flatMap { lines($0.text) }, source: random.source.flatMap(lines))
    let missed = zip(edited, alignment.origins).count { $0.origin != $1 }
    #expect(missed < 100, "\(missed) lines: \(TestSeed.note)")
  }

  private struct NestedLine: Hashable {
    let text: String
    let path: Int
  }

  private func counts(_ outline: IndentTree, _ texts: [String]) -> [NestedLine: Int] {
    Dictionary(zip(texts, outline.paths).map { (NestedLine(text: $0, path: $1), 1) }, uniquingKeysWith: +)
  }

  private func random(_ generator: inout SeededGenerator) -> RandomLines {
    let kinds = [2, 5, 40].randomElement(using: &generator) ?? 2
    let depth = generator.oneIn(3) ? 0 : 4
    return RandomLines(count: Int.random(in: 0...40, using: &generator), kinds: kinds, maxDepth: depth, &generator)
  }
}
