import TestSupport
import Testing

@testable import Rules

/// Which values give a text of a template.
struct TemplateSolvingTests {
  /// Variables are labels unless a test names another kind.
  private func solve(_ template: String, _ text: String, of kind: VariableKind = .label) throws -> [String: String]? {
    let template = try Template(bytes(template), at: RulesPosition(line: 1, column: 1))
    let found = template.values(making: bytes(text)) { kind.accepts($1) }
    let filled = template.filled { name in found?[name] }
    if found != nil { #expect(filled == bytes(text)) }
    return found?.mapValues { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("com.${x}", "com.acme", ["x": "acme"]), ("com.${x}.app", "com.acme.app", ["x": "acme"]),
    ("com.${x}.${y}", "com.acme.app", ["x": "acme", "y": "app"]), ("${x}.${x}", "a.a", ["x": "a"]),
    ("${x}-${y}", "a-b-c", ["x": "a-b", "y": "c"]), ("com.acme", "com.acme", [:]),
  ])
  func `Values that give the text are found`(template: String, text: String, values: [String: String]) throws {
    #expect(try solve(template, text) == values)
  }

  @Test(arguments: [
    ("com.${x}", "org.acme"), ("com.${x}", "com."), ("com.${x}", "com.acme.app"), ("${x}.${x}", "a.b"), ("com.acme", "com.acme.app"),
    ("${x}.app", "acme"),
  ])
  func `Without values that give the text none are found`(template: String, text: String) throws {
    #expect(try solve(template, text) == nil)
  }

  @Test func `The search for a template with many variables ends early`() throws {
    let template = (0..<40).map { "${x\($0)}" }.joined() + "."
    let start = ContinuousClock.now
    #expect(try solve(template, String(repeating: "a", count: 255), of: .text) == nil)
    #expect(start.duration(to: .now) < .seconds(5), "the combinations are too many to try")
  }
}
