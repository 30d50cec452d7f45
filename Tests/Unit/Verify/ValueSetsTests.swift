import TestSupport

@testable import Rules
@testable import Smudge
@testable import Verify

struct ValueSetsTests {
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

  private static func sets(_ text: String, _ count: Int) throws -> [ValueSet] {
    let sets = ValueSets(rules: try RulesFile.parse(bytes(text)))
    return try (1...count).map { try sets.set($0) }
  }

  private static let other = "[rule \"other\"]\ncanonical = org.other.app\nlocal = dev.me.other\n"

  @Test(arguments: VariableKind.allCases)
  func `Every value is of its kind and gives a local text that an installation accepts`(kind: VariableKind) throws {
    let sets = try Self.sets(Self.text(kind, "com.acme.app", "${v}") + Self.other, 40)
    for set in sets {
      let value = try #require(set.values.first)
      #expect(kind.accepts(value.text), "\(set.assignments)")
      #expect(set.plan.values.first?.text == value.text, "the plan is made of the values")
    }
    #expect(Set(sets.map(\.assignments)).count > 20, "the value sets differ")
  }

  @Test func `The profiles take turns and give what they describe`() throws {
    for (index, set) in try Self.sets(Self.text(.bundleID, "com.acme.app") + Self.other, 50).enumerated() {
      let (local, note) = (set.plan.rules[0].pairs[0].local ?? [], Comment(rawValue: "\(set.assignments)"))
      switch ValueProfile.allCases[index % ValueProfile.allCases.count] {
      case .short: #expect(local.count <= 5, note)
      case .long: #expect(local.count > 12, note)
      case .hyphenated: #expect(local.contains(UInt8(ascii: "-")), note)
      }
    }
  }

  @Test func `A number stands for one value set`() throws {
    let text = Self.text(.bundleID, "com.acme.app") + Self.other
    let found = try Self.sets(text, 24)
    #expect(try Self.sets(text, 24) == found && Self.sets(text, 8) == Array(found.prefix(8)))
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
    for set in try Self.sets(text, 40) { #expect(set.values.count == 1) }
    #expect(try ValueSets(rules: RulesFile.parse(bytes(text))).symbols(0).values.count == 1)
  }

  @Test func `Without any valid value the error gives the reason`() throws {
    let text = Self.text(.teamID, String(repeating: "c", count: 255), String(repeating: "l", count: 250) + "${v}")
    let error = #expect(throws: ValueError.self) { try Self.sets(text, 1) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("(generated): gives"), "\(String(describing: error))")
  }

  @Test func `Rules that conflict whatever the values are give the error of an installation`() throws {
    let text =
      Self.text(.label, "com.acme.app", "dev.${v}") + "[rule \"s\"]\ncanonical = com.acme.app\nlocal = other.${v}\n"
    let error = #expect(throws: RulesError.self) { try Self.sets(text, 1) }
    #expect(
      error?.problem.hasPrefix("expected one local text for 'com.acme.app'") == true, "\(String(describing: error))")
  }

  @Test func `Without variables there are no values`() throws {
    for set in try Self.sets(Self.other, 9) { #expect(set.values.isEmpty) }
  }
}
