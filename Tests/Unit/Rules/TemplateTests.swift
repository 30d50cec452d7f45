import Platform
import TestSupport
import Testing

@testable import Rules

/// `local` lines with references to variables.
struct TemplateTests {
  private static let place = RulesPosition(line: 3, column: 10)

  @Test(arguments: [
    ("dev.me", [Template.Part.text(bytes("dev.me"))]),
    ("${team}", [.variable("team")]),
    ("${a}${b-2}", [.variable("a"), .variable("b-2")]),
    ("com.${handle}.app", [.text(bytes("com.")), .variable("handle"), .text(bytes(".app"))]),
    ("$(TEAM).${x}$", [.text(bytes("$(TEAM).")), .variable("x"), .text(bytes("$"))]),
    ("$$${x}}", [.text(bytes("$$")), .variable("x"), .text(bytes("}"))]),
    ("a{b}$c", [.text(bytes("a{b}$c"))]),
    ("", []),
  ])
  func `A template is parsed into texts and variables`(text: String, parts: [Template.Part]) throws {
    let template = try Template(bytes(text), at: Self.place)
    #expect(template.parts == parts)
    #expect(template.description == text, "a template is written as it was read")
  }

  @Test func `A template is filled with the values of its variables, each as often as it occurs`() throws {
    let template = try Template(bytes("com.${a}.${b}-${a}"), at: Self.place)
    #expect(template.variables == ["a", "b", "a"])
    #expect(template.filled { bytes($0 == "a" ? "one" : "two") } == bytes("com.one.two-one"))
    #expect(template.filled { $0 == "a" ? bytes("one") : nil } == nil, "without one value there is no text")
    #expect(
      template.filled { _ in bytes("${a}") } == bytes("com.${a}.${a}-${a}"),
      "a value with the form of a reference is not expanded")
  }
}
