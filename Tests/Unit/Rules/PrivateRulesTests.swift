import TestSupport

@testable import Rules

struct PrivateRulesTests {
  private static let attributes = "[munge]\n\tattributes = *.x filter=munge\n"

  private static func rule(_ name: String, _ lines: String...) -> String {
    "[rule \"\(name)\"]\n" + lines.map { "\t\($0)\n" }.joined()
  }

  private static func read(_ text: String, _ kind: RulesFile.Place = .private) throws(RulesError) -> Rules {
    try RulesFile.parse(bytes(text), kind, name: kind == .private ? ".git/munge/rules" : RulesFile.name)
  }

  /// `attributes` lines that set more than the filter.
  private static let invalid = [
    "*.x filter=lfs", "*.x filter", "*.x", "*.x filter=munge text", "[attr]m filter=munge", "!*.x filter=munge", "",
  ]

  /// An error of each problem that only private rules have.
  static func errors() throws -> [RulesError] {
    let committed = try read(rule("all", "canonical = com.acme.app", "local = dev.me"), .committed)
    let own = try read(attributes + rule("app", "canonical = com.acme.app", "local = my.app", "suffix = Tests"))
    let attempts: [() throws -> Rules] =
      [
        { try RulesFile.readPrivate(Path("/nowhere/rules"), name: "~/rules") }, { try read(attributes, .committed) },
        { try read(rule("app", "canonical = com.acme.app", "local = dev.me")) }, { try committed.with(private: own) },
      ] + invalid.map { line in { try read("[munge]\n\tattributes = \"\(line)\"\n") } }
    return try attempts.map { attempt in try #require(throws: RulesError.self) { try attempt() } }
  }

  @Test func `The attributes lines are read in their order`() throws {
    let text =
      Self.attributes
      + "\tattributes = \"\\\"a b\\\" filter=munge\"\n\tattributes = /vendor/** -filter\n\tattributes = *.y !filter\n"
    let rules = try Self.read(text)
    #expect(rules.attributes == ["*.x filter=munge", "\"a b\" filter=munge", "/vendor/** -filter", "*.y !filter"])
    #expect(rules.origin == .private)
  }

  @Test func `Each error names its file, and the fix`() throws {
    try expectSnapshot("refusals", Self.errors().map { "\($0)\n" }.joined())
  }

  /// The names of the rules that stay, and of those that are replaced; `nil` for a conflict.
  private static func joined(_ committed: [String], _ own: [String]) throws -> (rules: [String], replaced: [String])? {
    let committed = try read(committed.joined(), .committed), own = try read(attributes + own.joined())
    func names(_ names: [[UInt8]]) -> [String] { names.map { String(decoding: $0, as: UTF8.self) } }
    guard let rules = try? committed.with(private: own) else { return nil }
    #expect(rules.source == committed.source && rules.origin == .both && rules.attributes == own.attributes)
    return (names(rules.rules.map(\.name)), names(rules.replaced))
  }

  private static let app = rule("app", "canonical = com.acme.app", "local = dev.me")
  private static func team(_ name: String, _ lines: String...) -> String {
    rule(name, "canonical = ABCDE12345", "local = MYTEAM1234") + lines.map { "\t\($0)\n" }.joined()
  }

  @Test func `A private rule whose texts are committed is replaced, and the others stay`() throws {
    let found = try Self.joined([Self.app], [Self.app.replacing("\"app\"", with: "\"mine\""), Self.team("team")])
    #expect(found?.rules == ["app", "team"] && found?.replaced == ["mine"])
  }

  @Test func `A private rule with the name of a committed one has another name`() throws {
    let found = try Self.joined([Self.app], [Self.team("app")])
    #expect(found?.rules == ["app", "app (private)"] && found?.replaced == [])
  }

  @Test func `Keys decide which texts are the same`() throws {
    let (one, two) = ("key = ONE", "key = TWO")
    #expect(try Self.joined([Self.team("c", one, two)], [Self.team("p", one)])?.replaced == ["p"])
    #expect(try Self.joined([Self.team("c")], [Self.team("p", one)])?.replaced == ["p"])
    #expect(try Self.joined([Self.team("c", one)], [Self.team("p", two)])?.rules == ["c", "p"])
    #expect(try Self.joined([Self.team("c", one)], [Self.team("p", one, two)]) == nil)
    #expect(try Self.joined([Self.team("c", one)], [Self.team("p")]) == nil)
  }

  @Test func `Committed variables win over private ones of the same name`() throws {
    let variable = "[variable \"v\"]\n\tkind = "
    let committed = try Self.read(variable + "label\n", .committed)
    let own = try Self.read(
      Self.attributes + variable + "team-id\n" + variable.replacing("\"v\"", with: "\"w\"") + "host\n")
    #expect(try committed.with(private: own).variables.map(\.kind) == [.label, .host])
  }
}
