import Platform
import TestSupport
import Testing

@testable import Rules
@testable import Smudge
@testable import Verify

/// The values of generated developers.
struct DeveloperTests {
  private typealias Profile = Developer.Profile

  private static func text(_ kind: VariableKind, _ canonical: String, _ local: String = "${v}", _ more: String = "") -> String {
    "[variable \"v\"]\nkind = \(kind.rawValue)\n[rule \"r\"]\ncanonical = \(canonical)\nlocal = \(local)\n\(more)\n"
  }

  /// A canonical text of each kind.
  private static func canonical(_ kind: VariableKind) -> String {
    switch kind {
    case .teamID: "ABCDE12345"
    case .label: "the-thing"
    case .word: "thing"
    case .bundleID: "com.acme.thing"
    case .applicationID: "com.acme.my_thing"
    case .host: "build.acme.com"
    case .uuid: "123E4567-E89B-12D3-A456-426614174000"
    case .number: "8080808"
    case .text: "Some/Thing"
    }
  }

  private static let other = "[rule \"other\"]\ncanonical = org.other.app\nlocal = dev.me.other\n"

  private static func developers(_ text: String, _ count: Int, seed: UInt64 = TestSeed.value) throws -> [Developer] {
    let source = DeveloperSource(try RulesFile.parse(bytes(text)), seed: seed)
    return try (1...count).map { try source.developer($0) }
  }

  @Test(arguments: VariableKind.allCases)
  func `Every value is of its kind and gives a local text that an installation accepts`(kind: VariableKind) throws {
    for canonical in [Self.canonical(kind), "com.acme.app"] {
      for (number, developer) in try Self.developers(Self.text(kind, canonical, more(kind)), 40).enumerated() {
        let value = try #require(developer.values.first)
        #expect(kind.accepts(value.text), "\(number): \(developer.assignments); \(TestSeed.note)")
        #expect(developer.plan.values.first?.text == value.text, "the plan is made of the values")
        let local = try #require(developer.plan.rules[0].pairs[0].local)
        #expect(TextFlaw.flaw(of: local) == nil, "\(developer.assignments)")
      }
    }
  }

  private func more(_ kind: VariableKind) -> String {
    switch kind {
    case .teamID, .uuid, .host, .bundleID, .applicationID: "${v}"
    case .label, .word, .number, .text: "x-${v}"
    }
  }

  @Test(arguments: VariableKind.allCases)
  func `The profiles take turns where the kind allows them`(kind: VariableKind) throws {
    let text = Self.text(kind, Self.canonical(kind)) + Self.text2(kind)
    let found = try Self.developers(text, 80)
    // Values of one fixed length are neither shorter nor longer, and contain only themselves.
    let expected: Set<Profile> =
      switch kind {
      case .teamID: [.plain, .neighbour, .idle]
      case .uuid: [.plain, .hyphenated, .neighbour, .idle]
      case .number, .word: Set(Profile.allCases).subtracting([.hyphenated])
      case .label, .bundleID, .applicationID, .host, .text: Set(Profile.allCases)
      }
    #expect(Set(found.map(\.profile)) == expected, "\(TestSeed.note)")
    for developer in found { check(developer, canonical: bytes(Self.canonical(kind))) }
  }

  /// A second rule, whose canonical text the local text of the first can equal.
  private static func text2(_ kind: VariableKind) -> String {
    let canonical =
      switch kind {
      case .teamID: "ZZZZZZZZZZ"
      case .uuid: "00000000-0000-0000-0000-000000000000"
      case .number: "4433"
      case .label, .word: "thing2"
      case .bundleID, .applicationID, .host, .text: "org.other.app"
      }
    return "[rule \"other\"]\ncanonical = \(canonical)\nlocal = dev.me.other\n"
  }

  private func check(_ developer: Developer, canonical: [UInt8]) {
    let local = developer.plan.rules[0].pairs[0].local ?? []
    let note: Comment = "\(developer.profile): \(developer.assignments); \(TestSeed.note)"
    switch developer.profile {
    case .plain: break
    case .shorter: #expect(local.count < canonical.count, note)
    case .longer: #expect(local.count > canonical.count, note)
    case .hyphenated: #expect(local.contains { "-_".utf8.contains($0) }, note)
    case .containing: #expect(local.count > canonical.count && escaped(local).contains(escaped(canonical)), note)
    case .prefix: #expect(local.count < canonical.count && canonical.starts(with: local), note)
    case .neighbour: #expect(local != canonical, note)
    case .idle: #expect(local == canonical && developer.plan.rules[0].pairs[0].replacement == nil, note)
    }
  }

  @Test func `A neighbour is a text of another rule, an except line or a part of a text`() throws {
    let text = Self.text(.bundleID, "com.acme.app", "${v}", "suffix = Tests\nexcept = com.acme.app.keep") + Self.other
      + "[rule \"tests\"]\ncanonical = org.some.appTests\nlocal = dev.me.tests\n"
    let found = Set(try Self.developers(text, 240, seed: 1).filter { $0.profile == .neighbour }.compactMap { $0.values.first.map { escaped($0.text) } })
    #expect(found.isSuperset(of: ["org.other.app", "dev.me.other", "org.some.appTests"]), "\(found)")
    #expect(found.contains("org.some.app"), "with its suffix the text equals the neighbour: \(found)")
    #expect(!found.contains("com.acme.app.keep"), "an installation refuses the text")
  }

  @Test func `Values of two variables can be equal`() throws {
    let text = Self.text(.teamID, "ABCDE12345") + "[variable \"w\"]\nkind = team-id\n[rule \"w\"]\ncanonical = WWWWWWWWWW\nlocal = ${w}\n"
    let developers = try Self.developers(text, 80)
    #expect(developers.contains { Set($0.values.map(\.text)).count == 1 }, "\(TestSeed.note)")
  }

  @Test func `The same seed gives the same developers, and another seed gives others`() throws {
    let text = Self.text(.bundleID, "com.acme.app") + Self.other
    let found = try Self.developers(text, 24, seed: 1)
    #expect(try Self.developers(text, 24, seed: 1) == found)
    #expect(try Self.developers(text, 8, seed: 1) == Array(found.prefix(8)), "the number of developers does not matter")
    #expect(try zip(Self.developers(text, 24, seed: 2), found).filter { $0 == $1 }.count < 6)
  }

  @Test(arguments: [
    // Few texts are between the shortest and the longest one.
    Self.text(.label, String(repeating: "c", count: 255), String(repeating: "l", count: 250) + "${v}"),
    Self.text(.number, "1234"), Self.text(.label, "user"), Self.text(.text, "user.name", "${v}.${v}"),
    "[variable \"v\"]\nkind = text\n[rule \"r\"]\nkey = K\ncanonical =\ncanonical = a b\nlocal = ${v}\n",
    "[variable \"v\"]\nkind = text\n[rule \"r\"]\nkey = K\ncanonical =\nlocal = x ${v}\n",
  ])
  func `Values are found where few are valid`(text: String) throws {
    for developer in try Self.developers(text, 40) { #expect(developer.values.count == 1) }
  }

  @Test func `Without any valid value the error gives the reason`() throws {
    let text = Self.text(.teamID, String(repeating: "c", count: 255), String(repeating: "l", count: 250) + "${v}")
    let error = #expect(throws: ValueError.self) { try Self.developers(text, 1, seed: 3) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("(generated): gives"), "\(String(describing: error))")
  }

  @Test func `Rules that conflict whatever the values are give the error of an installation`() throws {
    let text = Self.text(.label, "com.acme.app", "dev.${v}") + "[rule \"s\"]\ncanonical = com.acme.app\nlocal = other.${v}\n"
    let error = #expect(throws: RulesError.self) { try Self.developers(text, 1) }
    #expect(error?.problem.hasPrefix("expected one local text for 'com.acme.app'") == true, "\(String(describing: error))")
  }

  @Test func `Without variables there are no values`() throws {
    for developer in try Self.developers(Self.other, 9) { #expect(developer.values.isEmpty && developer.profile == .plain) }
  }
}
