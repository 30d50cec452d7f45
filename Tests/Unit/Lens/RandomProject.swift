import TestSupport

@testable import Smudge

/// A random Xcode project file in canonical and local form, with edits that change both.
struct RandomProject {
  /// A line in canonical and local form; `nil` on a side that does not have it.
  private struct Line {
    var committed: String?
    var local: String?
    /// Whether no source has the line.
    var isNew = false

    init(_ text: String) { (committed, local) = (text, text) }
    init(_ committed: String?, local: String?) { (self.committed, self.local) = (committed, local) }
  }

  private struct Block {
    let name: String
    var lines: [Line]
    var origin: Origin
  }

  /// The reason why a line with a team appears in a block.
  private enum Origin {
    /// The block is new, and so is the line.
    case new
    /// The source has the block without such a line: Xcode inserted it.
    case without
    /// The source has the line, elsewhere in the block.
    case with(String)
  }

  static let teams = ["AAAAAAAAAA", "BBBBBBBBBB", ""]
  static let team = "MYTEAM7890"
  private static let reference = "\t\t\t\tDEVELOPMENT_TEAM = \"$(inherited)\";"
  static let bundle = ("com.acme.app", "dev.my-self.app")

  static let plan = Plan(
    PlanRule(keys: ["DEVELOPMENT_TEAM"], teams, team, onInsert: .drop), PlanRule(bundle.0, bundle.1))

  private var blocks: [Block]
  private var generator: SeededGenerator
  private var names = 0

  init(_ generator: inout SeededGenerator) {
    self.generator = generator
    blocks = []
    for _ in 0..<Int.random(in: 1...6, using: &self.generator) { blocks.append(block()) }
    generator = self.generator
  }

  private mutating func name() -> String {
    names += 1
    let digits = String(names, radix: 16, uppercase: true)
    return String(repeating: "0", count: 24 - digits.count) + digits
  }

  private mutating func block() -> Block {
    let name = name()
    var origin = Origin.without
    var lines = [Line("\t\t\tisa = XCBuildConfiguration;"), Line("\t\t\tbuildSettings = {")]
    if generator.oneIn(2) { lines.append(Line("\t\t\t\tCODE_SIGN_STYLE = Automatic;")) }
    if generator.oneIn(5) {
      lines.append(Line(Self.reference))
      origin = .with(Self.reference)
    } else if !generator.oneIn(4) {
      let team = Self.teams.randomElement(using: &generator) ?? ""
      let line = "\t\t\t\tDEVELOPMENT_TEAM = \(team.isEmpty ? "\"\"" : team);"
      lines.append(Line(line, local: "\t\t\t\tDEVELOPMENT_TEAM = \(Self.team);"))
      origin = .with(line)
    }
    if generator.oneIn(2) { lines.append(Line("\t\t\t\tINFOPLIST_FILE = App/Info.plist;")) }
    let suffix = generator.oneIn(2) ? "" : ".Extension"
    lines.append(
      Line(
        "\t\t\t\tPRODUCT_BUNDLE_IDENTIFIER = \(Self.bundle.0)\(suffix);",
        local: "\t\t\t\tPRODUCT_BUNDLE_IDENTIFIER = \(Self.bundle.1)\(suffix);"))
    lines += [Line("\t\t\t};"), Line("\t\t\tname = Debug;")]
    return Block(name: name, lines: lines, origin: origin)
  }

  private func text(_ side: (Line) -> String?) -> [UInt8] {
    let lines = blocks.flatMap { block in
      ["\t\t\(block.name) /* Debug */ = {"] + block.lines.compactMap(side) + ["\t\t};"]
    }
    let head = ["// !$*UTF8*$!", "{", "\tobjects = {", "\t\tFFFFFFFFFFFFFFFFFFFFFFFF = {isa = PBXProject; };"]
    return bytes((head + lines + ["\t};", "}", ""]).joined(separator: "\n"))
  }

  var committed: [UInt8] { text { $0.committed } }
  var local: [UInt8] { text { $0.local } }

  /// The file with some lines in local and all others in canonical form, and its repair, in which new lines with one of
  /// several teams stay. Lines of one side alone stay.
  mutating func leak(onLines isLeaked: (inout SeededGenerator) -> Bool) -> (leaked: [UInt8], repaired: [UInt8]) {
    for block in blocks.indices {
      for line in blocks[block].lines.indices {
        guard let local = blocks[block].lines[line].local else { continue }
        if !isLeaked(&generator) { blocks[block].lines[line].local = blocks[block].lines[line].committed ?? local }
      }
    }
    return (local, text { $0.isNew ? $0.local : $0.committed })
  }

  enum Edit: CaseIterable {
    case insert, delete, change, deleteBlock, newBlock, copyBlock, moveBlock, insertTeam, requote, deleteTeam, typeTeam,
      resolveTeam
  }

  /// An edit by a person or by Xcode; the expected change of the canonical form is made too.
  mutating func make(_ edit: Edit) {
    if edit == .newBlock {
      return blocks.insert(fresh(self.block()), at: Int.random(in: 0...blocks.count, using: &generator))
    }
    guard let block = blocks.indices.randomElement(using: &generator) else { return }
    switch edit {
    case .insert:
      let place = Int.random(in: 2..<blocks[block].lines.count - 1, using: &generator)
      blocks[block].lines.insert(Line("\t\t\t\tSETTING_\(name()) = YES;"), at: place)
    case .delete: blocks[block].lines.removeAll { $0.local?.contains("CODE_SIGN_STYLE") == true }
    case .change:
      let new = "\(name()).plist;"
      blocks[block].lines = blocks[block].lines.map { line in
        line.local?.hasSuffix("Info.plist;") == true
          ? Line(line.local?.replacing("Info.plist;", with: new) ?? "") : line
      }
    case .deleteBlock: blocks.remove(at: block)
    case .copyBlock:
      let copy = Block(name: name(), lines: blocks[block].lines, origin: .new)
      blocks.insert(fresh(copy), at: block + (generator.oneIn(2) ? 0 : 1))
    case .moveBlock:
      let moved = blocks.remove(at: block)
      blocks.insert(moved, at: Int.random(in: 0...blocks.count, using: &generator))
    case .insertTeam: insertTeam(block)
    case .deleteTeam: blocks[block].lines.removeAll { $0.local?.contains("DEVELOPMENT_TEAM") == true }
    case .typeTeam:
      guard let line = teamLine(block) else { return }
      blocks[block].lines[line] = Line("\t\t\t\tDEVELOPMENT_TEAM = CCCCCCCCCC;")
    case .resolveTeam: resolveTeam(block)
    case .requote: for block in blocks.indices { requote(block) }
    case .newBlock: break
    }
  }

  private func teamLine(_ block: Int) -> Int? {
    blocks[block].lines.firstIndex { $0.local?.contains("DEVELOPMENT_TEAM") == true }
  }

  /// Lines of a new block get the first canonical text, with Xcode's quotes.
  private func fresh(_ block: Block) -> Block {
    var block = block
    block.origin = .new
    for (index, line) in block.lines.enumerated() where line.local?.contains("DEVELOPMENT_TEAM = \(Self.team)") == true
    {
      block.lines[index].committed = "\t\t\t\tDEVELOPMENT_TEAM = \(Self.teams[0]);"
      block.lines[index].isNew = true
    }
    return block
  }

  /// Inserts a team, as Xcode does in the Signing tab of a target.
  private mutating func insertTeam(_ block: Int, at line: Int = 2) {
    guard teamLine(block) == nil else { return }
    let committed: String? =
      switch blocks[block].origin {
      case .new: "\t\t\t\tDEVELOPMENT_TEAM = \(Self.teams[0]);"
      case .without: nil
      case .with(let line): line
      }
    blocks[block].lines.insert(Line(committed, local: "\t\t\t\tDEVELOPMENT_TEAM = \(Self.team);"), at: line)
    if case .new = blocks[block].origin { blocks[block].lines[line].isNew = true }
  }

  /// Writes the team over a reference, as Xcode does in the Signing tab of a target.
  private mutating func resolveTeam(_ block: Int) {
    guard let line = teamLine(block), blocks[block].lines[line].local == Self.reference else { return }
    blocks[block].lines.remove(at: line)
    insertTeam(block, at: line)
  }

  /// Rewrites the quotes, as Xcode does when it saves.
  private mutating func requote(_ block: Int) {
    for index in blocks[block].lines.indices {
      guard let local = blocks[block].lines[index].local, let start = local.firstRange(of: "= dev.my-self") else {
        continue
      }
      let value = local[local.index(start.lowerBound, offsetBy: 2)...].dropLast()
      blocks[block].lines[index].local = local[..<start.lowerBound] + "= \"\(value)\";"
    }
  }
}
