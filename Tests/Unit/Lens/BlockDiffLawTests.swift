import TestSupport

@testable import Smudge

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
        // A blank line is in the block of the next line.
        guard text != "\n", isUniqueInBlock || texts[text] == 1 else { continue }
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

func lines(_ text: String) -> [ArraySlice<UInt8>] { FileText.lines(of: bytes(text)) }

/// Random indented lines with few distinct texts, and edits that record the origin of each line.
struct RandomLines {
  /// A line, and its line in the source.
  typealias Edited = (text: String, origin: Int?)

  let source: [String]

  /// `count` lines of `kinds` different texts, each indented at most one level more than the one before it.
  init(count: Int, kinds: Int, maxDepth: Int = 4, _ generator: inout SeededGenerator) {
    var (source, depth) = ([String](), 0)
    for _ in 0..<count {
      depth = Int.random(in: max(0, depth - 2)...min(maxDepth, depth + 1), using: &generator)
      let isBlank = generator.oneIn(12)
      let text = String(repeating: "  ", count: depth) + "text\(Int.random(in: 0..<kinds, using: &generator))"
      source.append(isBlank ? "\n" : text + "\n")
    }
    self.source = source
  }

  /// The source with `edits` lines deleted, or inserted with texts that the source does not have.
  func edited(_ edits: Int, _ generator: inout SeededGenerator) -> [Edited] {
    var deleted: Set<Int> = []
    var added: [Int: String] = [:]
    for edit in 0..<edits {
      let place = Int.random(in: 0...source.count, using: &generator)
      let indentation = String(repeating: "  ", count: Int.random(in: 0...4, using: &generator))
      if generator.oneIn(2) { deleted.insert(place) } else { added[place] = "\(indentation)new\(edit)\n" }
    }
    return (0...source.count).flatMap { place in
      let new = added[place].map { [($0, nil)] as [Edited] } ?? []
      let old = place < source.count && !deleted.contains(place) ? [(source[place], place)] as [Edited] : []
      return new + old
    }
  }

  /// The source with random lines deleted, copied, replaced and exchanged.
  func shaken(_ generator: inout SeededGenerator) -> [String] {
    var content = source
    for _ in 0..<Int.random(in: 0...8, using: &generator) where !content.isEmpty {
      let from = Int.random(in: content.indices, using: &generator)
      let to = Int.random(in: content.indices, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: content.remove(at: from)
      case 1: content.insert(contentsOf: content[from..<min(from + 5, content.count)], at: to)
      case 2: content[from] = "    other\n"
      default: content.swapAt(from, to)
      }
    }
    return content
  }
}
