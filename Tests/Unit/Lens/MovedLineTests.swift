import TestSupport

@testable import Smudge

/// Values with several canonical texts, on lines that are moved to another object or block.
///
/// The working tree does not always show which canonical text a moved line had. Clean may take another one then, with a
/// warning.
struct MovedLineTests {
  private static let lens = CompiledPlan(
    Plan(PlanRule(keys: ["TEAM"], ["AAAAAAAAAA", "BBBBBBBBBB", "CCCCCCCCCC", ""], "LLLLLLLLLL"))
  ).transform(for: nil)

  @Test(arguments: MovedLines.Layout.allCases)
  func `A line that is moved to another block seldom commits another canonical text without a warning`(
    layout: MovedLines.Layout
  ) throws {
    let count = try MovedLines.Count(of: 4000, layout, by: Self.lens)
    #expect(count.silent < count.edited / 30, "\(count)")
    #expect(count.edited > 3000 && count.wrong > 300, "the edits have to move values: \(count)")
    #expect(count.warnedRight < count.edited / 2, "most right results need no warning: \(count)")
  }
}

/// A random file in canonical form, and edits of it.
struct MovedLines {
  /// What encloses the lines of a file.
  enum Layout: CaseIterable { case project, flat, blocks, indented }

  private struct Block {
    var name: String
    var lines: [String] = []
  }

  private let layout: Layout
  private var blocks: [Block] = []
  private var names = 0
  private var generator: SeededGenerator

  private init(_ layout: Layout, _ generator: SeededGenerator) {
    (self.layout, self.generator) = (layout, generator)
    for block in 0..<(layout == .flat ? 1 : Int.random(in: 2...5, using: &self.generator)) {
      blocks.append(Block(name: blockName()))
      let count = Int.random(in: layout == .flat ? 3...12 : 1...5, using: &self.generator)
      for _ in 0..<count { blocks[block].lines.append(line()) }
    }
  }

  private mutating func blockName() -> String {
    names += 1
    let name = generator.oneIn(4) ? "same" : "block\(names)"
    return layout == .project ? String(repeating: "0", count: 21) + "\(100 + names) /* \(name) */" : name
  }

  /// A value with several canonical texts, a line that other blocks have too, or one of its own.
  private mutating func line() -> String {
    names += 1
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: return assignment("NAME_\(names)", "1")
    case 1: return assignment("CODE_SIGN_STYLE", "Automatic")
    case 2: return assignment("SKIP_INSTALL", generator.oneIn(2) ? "YES" : "NO")
    default:
      let teams = ["AAAAAAAAAA", "BBBBBBBBBB", layout == .project ? "\"\"" : "CCCCCCCCCC"]
      return assignment("TEAM", teams.randomElement(using: &generator) ?? "")
    }
  }

  private func assignment(_ key: String, _ value: String) -> String {
    layout == .indented ? "\(key): \(value)" : "\(key) = \(value);"
  }

  private func isValue(_ line: String) -> Bool { line.hasPrefix("TEAM") }

  private func text(of blocks: [Block]) -> [UInt8] {
    let lines = blocks.flatMap { block in
      switch layout {
      case .flat: block.lines
      case .blocks: ["\(block.name) = {"] + block.lines.map { "\t\($0)" } + ["};"]
      case .indented: ["\(block.name):"] + block.lines.map { "  \($0)" }
      case .project:
        ["\t\t\(block.name) = {", "\t\t\tisa = XCBuildConfiguration;", "\t\t\tbuildSettings = {"]
          + block.lines.map { "\t\t\t\t\($0)" }
          + ["\t\t\t};", "\t\t\tname = Debug;", "\t\t};"]
      }
    }
    let all = layout == .project ? ["// !$*UTF8*$!", "{", "\tobjects = {"] + lines + ["\t};", "}"] : lines
    return bytes(all.map { $0 + "\n" }.joined())
  }

  /// Moves a line, mostly one with a value, and sometimes edits another block: in the same one, an edit can hide the
  /// move.
  private mutating func edit(_ lens: Transform) throws {
    let before = blocks
    guard let place = place() else { return }
    let target = move(place)
    // A move that the working tree does not show is none.
    if try lens.smudge(text(of: blocks)).bytes == lens.smudge(text(of: before)).bytes { blocks = before }
    let others = before.indices.filter { $0 != place.block && $0 != target }
    if let other = others.randomElement(using: &generator), generator.oneIn(3) { edit(other) }
  }

  private mutating func place() -> (block: Int, line: Int)? {
    let all = blocks.indices.flatMap { block in blocks[block].lines.indices.map { (block: block, line: $0) } }
    let values = all.filter { isValue(blocks[$0.block].lines[$0.line]) }
    return (generator.oneIn(4) || values.isEmpty ? all : values).randomElement(using: &generator)
  }

  /// Moves one line or two to another block or within their own, and can edit a single one; returns the block.
  private mutating func move(_ place: (block: Int, line: Int)) -> Int {
    let count = generator.oneIn(4) ? 2 : 1
    var lines = Array(blocks[place.block].lines[place.line...].prefix(count))
    blocks[place.block].lines.removeSubrange(place.line..<place.line + lines.count)
    if count == 1, generator.oneIn(4) {
      let comment = layout == .indented ? " # moved" : " // moved"
      lines = lines.map { generator.oneIn(2) ? $0 + comment : $0.replacing("TEAM", with: "TEAM[sdk=x]") }
    }
    let others = blocks.indices.filter { $0 != place.block || generator.oneIn(4) }
    var target = others.randomElement(using: &generator) ?? place.block
    // Without object names, a new block can look as if a block was divided.
    if layout == .project, generator.oneIn(8) {
      target = blocks.count
      blocks.append(Block(name: blockName()))
    }
    blocks[target].lines.insert(
      contentsOf: lines, at: Int.random(in: 0...blocks[target].lines.count, using: &generator))
    return target
  }

  private mutating func edit(_ block: Int) {
    let others = blocks[block].lines.indices.filter { !isValue(blocks[block].lines[$0]) }
    if layout == .project && generator.oneIn(3) {
      blocks[block].name = blocks[block].name.replacing("*/", with: "renamed */")
    } else if let line = others.randomElement(using: &generator), generator.oneIn(2) {
      blocks[block].lines.remove(at: line)
    } else {
      blocks[block].lines.insert(assignment("NEW", "1"), at: 0)
    }
  }

  /// The number of edits, of wrong results, of those without a warning, and of right ones with a warning.
  struct Count {
    private(set) var edited = 0
    private(set) var wrong = 0
    private(set) var silent = 0
    private(set) var warnedRight = 0

    init(of total: Int, _ layout: Layout, by lens: Transform) throws {
      var generator = SeededGenerator(salt: "moved lines \(layout)")
      for _ in 0..<total {
        var lines = MovedLines(layout, generator)
        let source = lines.text(of: lines.blocks)
        try lines.edit(lens)
        generator = lines.generator
        try add(source, lines.text(of: lines.blocks), lens)
      }
    }

    private mutating func add(_ source: [UInt8], _ wanted: [UInt8], _ lens: Transform) throws {
      let after = try lens.smudge(wanted).bytes
      if after == (try lens.smudge(source).bytes) { return }
      edited += 1
      let result = try LineLens(lens, source: source).put(after)
      if result.bytes == wanted { return warnedRight += result.guesses > 0 ? 1 : 0 }
      wrong += 1
      if result.guesses > 0 { return }
      silent += 1
    }
  }
}
