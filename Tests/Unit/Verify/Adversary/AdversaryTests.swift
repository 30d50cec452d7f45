import Platform
import TestSupport
import Testing

@testable import Rules
@testable import Smudge
@testable import Verify

/// The values of the adversary: a property that it proves is only as good as these.
struct AdversaryTests {
  private static func text(_ kind: VariableKind, _ canonical: String, _ more: String = "") -> String {
    "[variable \"v\"]\nkind = \(kind.rawValue)\n[rule \"r\"]\ncanonical = \(canonical)\nlocal = ${v}\n\(more)\n"
  }

  private static func rule(_ name: String, _ canonical: String, _ local: String) -> String {
    "[rule \"\(name)\"]\ncanonical = \(canonical)\nlocal = \(local)\n"
  }

  private static func developers(_ text: String, _ count: Int, seed: UInt64 = TestSeed.value) throws -> [Developer] {
    let adversary = Adversary(try RulesFile.parse(bytes(text)), seed: seed)
    return try (1...count).map { try adversary.developer($0) }
  }

  /// A canonical text of each kind, and that of another rule, which a value can equal.
  private static func canonicals(_ kind: VariableKind) -> (String, other: String) {
    switch kind {
    case .teamID: ("ABCDE12345", "ZZZZZZZZZZ")
    case .label: ("the-thing", "thing2")
    case .word: ("thing", "thing2")
    case .bundleID: ("com.acme.thing", "org.other.app")
    case .applicationID: ("com.acme.my_thing", "org.other.app")
    case .host: ("build.acme.com", "org.other.app")
    case .uuid: ("123E4567-E89B-12D3-A456-426614174000", "00000000-0000-0000-0000-000000000000")
    case .number: ("8080808", "4433")
    case .text: ("Some/Thing", "org.other.app")
    }
  }

  @Test(arguments: VariableKind.allCases)
  func `The profiles take turns where the kind allows them, and give what they describe`(kind: VariableKind) throws {
    let (canonical, other) = Self.canonicals(kind)
    let found = try Self.developers(Self.text(kind, canonical) + Self.rule("other", other, "dev.me.other"), 80)
    // Values of one fixed length are neither shorter nor longer, and contain only themselves.
    let expected: Set<Developer.Profile> =
      switch kind {
      case .teamID: [.plain, .neighbour, .idle]
      case .uuid: [.plain, .hyphenated, .neighbour, .idle]
      case .number, .word: Set(Developer.Profile.allCases).subtracting([.hyphenated])
      case .label, .bundleID, .applicationID, .host, .text: Set(Developer.Profile.allCases)
      }
    #expect(Set(found.map(\.profile)) == expected, "\(TestSeed.note)")
    for developer in found {
      #expect(developer.set.values.allSatisfy { kind.accepts($0.text) }, "\(developer.set.assignments); \(TestSeed.note)")
      check(developer, canonical: bytes(canonical))
    }
  }

  private func check(_ developer: Developer, canonical: [UInt8]) {
    let pair = developer.set.plan.rules[0].pairs[0]
    let local = pair.local ?? []
    let note: Comment = "\(developer.profile): \(developer.set.assignments); \(TestSeed.note)"
    switch developer.profile {
    case .plain: break
    case .shorter: #expect(local.count < canonical.count, note)
    case .longer: #expect(local.count > canonical.count, note)
    case .hyphenated: #expect(local.contains { "-_".utf8.contains($0) }, note)
    case .containing: #expect(local.count > canonical.count && local.firstRange(of: canonical) != nil, note)
    case .prefix: #expect(local.count < canonical.count && canonical.starts(with: local), note)
    case .neighbour: #expect(local != canonical, note)
    case .idle: #expect(local == canonical && pair.replacement == nil, note)
    }
  }

  @Test func `A neighbour is a text of another rule, a part of one or another value`() throws {
    let text = Self.text(.bundleID, "com.acme.app", "suffix = Tests\nexcept = com.acme.app.keep")
      + Self.rule("other", "org.other.app", "dev.me.other") + Self.rule("tests", "org.some.appTests", "dev.me.tests")
    let neighbours = try Self.developers(text, 240, seed: 1).filter { $0.profile == .neighbour }
    let found = Set(neighbours.compactMap { $0.set.values.first.map { escaped($0.text) } })
    #expect(found.isSuperset(of: ["org.other.app", "dev.me.other", "org.some.appTests"]), "\(found)")
    #expect(found.contains("org.some.app"), "with its suffix the text equals the neighbour: \(found)")
    #expect(!found.contains("com.acme.app.keep"), "an installation refuses the text")
    let two = Self.text(.teamID, "ABCDE12345") + "[variable \"w\"]\nkind = team-id\n" + Self.rule("w", "WWWWWWWWWW", "${w}")
    #expect(try Self.developers(two, 80).contains { Set($0.set.values.map(\.text)).count == 1 }, "\(TestSeed.note)")
  }
}
