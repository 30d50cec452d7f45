import TestSupport

@testable import Libgit2
@testable import Rules
@testable import Smudge

/// docs/rules.md: every example is run, and every key, kind and limit is listed.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct RulesPageTests {
  private static let page = Path("docs/rules.md")

  private static func blocks() throws -> [DocumentBlock] { try DocumentBlock.all(in: page) }

  /// The variables of all examples, and the developer's values in them.
  private static func developer() throws -> (variables: String, values: [String: String]) {
    let blocks = try blocks()
    let variables = try #require(blocks.first { $0.isRules && !$0.text.contains("[rule ") })
    let install = try #require(blocks.first { $0.text.hasPrefix("$ git munge install ") })
    let pairs = install.text.split(whereSeparator: \.isWhitespace).map { $0.split(separator: "=") }.filter {
      $0.count == 2
    }
    return (variables.text, Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), String($0[1])) }))
  }

  private static func plan(_ rules: DocumentBlock) throws -> Plan {
    let developer = try developer()
    return try compiled(rules.text + developer.variables, developer.values)
  }

  /// Each diff in the page, with the plan of the rules above it.
  private static func examples() throws -> [(block: DocumentBlock, plan: Plan, diff: DiffExample)] {
    var (plan, found) = (Plan.idle, [(DocumentBlock, Plan, DiffExample)]())
    for block in try blocks() {
      if block.isRules { plan = (try? Self.plan(block)) ?? .idle }
      if block.language == "diff" { found += DiffExample.all(in: block).map { (block, plan, $0) } }
    }
    return found
  }

  @Test func `Every diff shows what its rules do`() throws {
    let examples = try Self.examples().filter { $0.diff.old != "HEAD" }
    for (block, plan, diff) in examples {
      let (canonical, local) = (bytes(diff.before), bytes(diff.after))
      let transform = CompiledPlan(plan).transform(for: Path(diff.path))
      #expect(try transform.smudge(canonical).bytes == local, "\(block), smudged")
      #expect(RoundTrip(plan).restores(canonical, at: Path(diff.path)), "\(block)")
      #expect(
        difference(try LineLens(transform, source: canonical).put(local).bytes, canonical) == nil, "\(block), cleaned")
    }
    #expect(examples.count > 15, "the samples were found")
  }

  @Test func `Every edit is staged as shown`() throws {
    var (edit, count): (DiffExample?, Int) = (nil, 0)
    for (block, plan, diff) in try Self.examples() where diff.old == "HEAD" {
      if diff.new == "working tree" { edit = diff; continue }
      let edited = try #require(edit, "\(block): show the working tree first")
      #expect(diff.new == "index" && diff.before == edited.before, "\(block)")
      let transform = CompiledPlan(plan).transform(for: Path("file"))
      let staged = try LineLens(transform, source: bytes(diff.before)).put(bytes(edited.after)).bytes
      #expect(difference(staged, bytes(diff.after)) == nil, "\(block)")
      (edit, count) = (nil, count + 1)
    }
    #expect(edit == nil && count > 1)
  }

  @Test func `Every rules file is followed by its result or its error`() throws {
    let blocks = try Self.blocks()
    for (block, next) in zip(blocks, blocks.dropFirst()) where block.text.contains("[rule ") {
      if next.language == "diff" || block.heading == Self.reports { continue }
      #expect(next.text.hasPrefix(".gitmunge"), "\(block): show what it does")
      let text = bytes(block.text + (try Self.developer().variables))
      let error = #expect(throws: RulesError.self, "\(block)") { try RulesFile.parse(text) }
      #expect(error.map { "\($0)\n" } == next.text, "\(next)")
    }
  }

  private static let reports = "What verify reports"

  @Test func `verify reports what the table says`() throws {
    let rules = try #require(Self.blocks().first { $0.heading == Self.reports })
    let rows = try Self.rows("committed")
    #expect(rows.count > 5)
    for row in rows {
      let file = ScannedFile(
        "a.xcconfig", Self.code(row[0]).joined() + "\n", rules.text + (try Self.developer().variables))
      let kinds = try file.found().map { $0.prefix { $0 != " " } }
      #expect(kinds == Self.code(row[1]).map { $0[...] }, "\(row[0])")
    }
  }

  private static func headings() throws -> [String] {
    try Repository.text(page).split(separator: "\n").filter { $0.hasPrefix("##") }.map {
      String($0.drop { "# ".contains($0) }).replacing("\\", with: "")
    }
  }

  /// The cells of a table's rows, by the title of its first column.
  private static func rows(_ title: String) throws -> [[String]] {
    let lines = try Repository.text(page).split(separator: "\n", omittingEmptySubsequences: false)
    let table = lines.drop { !$0.hasPrefix("| \(title) |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
    return table.map { line in line.dropFirst().dropLast().split(separator: "|").map { $0.trimmed } }
  }

  private static func code(_ cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { !$0.offset.isMultiple(of: 2) }
      .map { String($0.element) }
  }

  @Test func `Every section and key has a heading`() throws {
    let headings = try Self.headings()
    let keys = RulesFile.Section.allCases.flatMap { $0.keys(in: .private) }
    for key in keys { #expect(headings.contains(key), "describe '\(key)'") }
    for section in RulesFile.Section.allCases {
      #expect(headings.contains { $0.hasPrefix("[\(section)") }, "\(section)")
    }
    #expect(try Self.rows("key").flatMap { Self.code($0[0]) } == RulesFile.RuleKey.allCases.map(\.rawValue))
  }

  @Test func `The kinds accept and refuse the values in their table`() throws {
    let rows = try Self.rows("kind")
    #expect(rows.map { Self.code($0[0]).joined() } == VariableKind.allCases.map(\.rawValue))
    for (row, kind) in zip(rows, VariableKind.allCases) {
      #expect(row.count == 4 && !Self.code(row[2]).isEmpty && !Self.code(row[3]).isEmpty)
      for value in Self.code(row[2]) { #expect(kind.accepts(bytes(value)), "\(kind.rawValue): \(value)") }
      for value in Self.code(row[3]) { #expect(!kind.accepts(bytes(value)), "\(kind.rawValue): \(value)") }
    }
  }

  @Test func `The limits are those of the programs`() throws {
    let lengths = TextFlaw.lengths
    let limits = [
      "\(RulesFile.maxBytes) bytes", "\(lengths.lowerBound) to \(lengths.upperBound) bytes",
      "0 to \(lengths.upperBound) bytes",
      "\(lengths.upperBound) bytes", "\(RulesFile.maxTexts)", "\(KeyValueParser.maxListLength) bytes",
      "\(ObjectReader.largest >> 20) MiB",
    ]
    #expect(try Self.rows("what").map { $0[1] } == limits)
  }
}

/// A part of a unified diff: one file before and after.
private struct DiffExample {
  /// The names in the header: `canonical/PATH` and `local/PATH`, or `HEAD` and what it is compared with.
  var old = "canonical/file", new = "local/file"
  private(set) var before = "", after = ""

  var path: String { String(old.drop { $0 != "/" }.dropFirst()) }

  static func all(in block: DocumentBlock) -> [DiffExample] {
    var examples = [DiffExample()]
    for line in block.lines {
      if line.hasPrefix("--- ") {
        examples.append(DiffExample(old: String(line.dropFirst(4))))
      } else if line.hasPrefix("+++ ") {
        examples[examples.count - 1].new = String(line.dropFirst(4))
      } else {
        examples[examples.count - 1].add(line)
      }
    }
    return examples.filter { !$0.before.isEmpty || !$0.after.isEmpty }
  }

  private init(old: String = "canonical/file") { self.old = old }

  private mutating func add(_ line: String) {
    let text = line.dropFirst() + "\n"
    if !line.hasPrefix("+") { before += text }
    if !line.hasPrefix("-") { after += text }
  }
}

extension Substring {
  fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
