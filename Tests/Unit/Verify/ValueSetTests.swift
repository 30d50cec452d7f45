import TestSupport

@testable import Rules
@testable import Smudge
@testable import Verify

struct ValueSetTests {
  private static func text(_ kind: VariableKind, _ canonical: String, _ local: String = "${v}", _ more: String = "")
    -> String
  {
    """
    [variable "v"]
    kind = \(kind.rawValue)
    [rule "r"]
    canonical = \(canonical)
    local = \(local)
    \(more)

    """
  }

  private static func sets(_ text: String) throws -> [ValueSet] {
    let rules = try RulesFile.parse(bytes(text))
    return [try ValueSet(rules, .ordinary), try ValueSet(rules, .extreme)]
  }

  @Test(arguments: VariableKind.allCases)
  func `Every value is of its kind, and another one in each set and variable`(kind: VariableKind) throws {
    let second = "[variable \"w\"]\nkind = \(kind.rawValue)\n[rule \"s\"]\ncanonical = com.acme.more\nlocal = ${w}\n"
    let text = Self.text(kind, "com.acme.app") + second
    let sets = try Self.sets(text)
    let values = sets.flatMap { $0.plan.values.compactMap(\.text) }
    #expect(values.allSatisfy(kind.accepts), "\(sets.map(\.assignments))")
    #expect(Set(values).count == 4, "\(sets.map(\.assignments))")
    #expect(try Self.sets(text).map(\.plan) == sets.map(\.plan))
  }

  @Test(arguments: [
    (VariableKind.label, 63, "-"), (.word, 63, "0"), (.bundleID, 255, "-"), (.host, 255, "-"),
    (.applicationID, 255, "_"), (.text, 255, "/"), (.number, 255, "0"),
  ])
  func `Extreme values are as long as their kind and the rules allow`(
    kind: VariableKind, length: Int, odd: String
  ) throws {
    let sets = try Self.sets(Self.text(kind, "com.acme.app"))
    let values = try sets.map { try #require($0.plan.values.first?.text) }
    #expect(values.map(\.count) == [8, length])
    let hasOddity = odd == "0" ? values[1].contains(where: isDigit) : values[1].contains(bytes(odd)[0])
    #expect(hasOddity, "\(sets[1].assignments)")
  }

  @Test(arguments: [
    // Few texts are between the shortest and the longest one.
    text(.label, String(repeating: "c", count: 255), String(repeating: "l", count: 250) + "${v}"),
    text(.number, "1234"), text(.label, "user"), text(.text, "user.name", "${v}.${v}"),
    """
    [variable "v"]
    kind = text
    [rule "r"]
    key = K
    canonical =
    canonical = a b
    local = ${v}

    """,
    """
    [variable "v"]
    kind = text
    [rule "r"]
    key = K
    canonical =
    local = x ${v}

    """,
  ])
  func `Values are found where few are valid`(text: String) throws {
    for set in try Self.sets(text) { #expect(set.assignments.count == 1) }
  }

  @Test func `Without any valid value the error gives the reason`() throws {
    let text = Self.text(.teamID, String(repeating: "c", count: 255), String(repeating: "l", count: 250) + "${v}")
    let error = #expect(throws: ValueError.self) { try Self.sets(text) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("(generated): gives"), "\(String(describing: error))")
  }
}
