import TestSupport

@testable import Rules
@testable import Smudge

/// docs/rules.md: every example is run.
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
      if next.language == "diff" || block.heading == "What verify reports" { continue }
      #expect(next.text.hasPrefix(".gitmunge"), "\(block): show what it does")
      let text = bytes(block.text + (try Self.developer().variables))
      let error = #expect(throws: RulesError.self, "\(block)") { try RulesFile.parse(text) }
      #expect(error.map { "\($0)\n" } == next.text, "\(next)")
    }
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
