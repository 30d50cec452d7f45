import TestSupport

@testable import Rules
@testable import Smudge
@testable import WorkingTree

@Suite struct ExplainerTests {
  private static let text = """
    [rule "one"]
    canonical = com.acme.app
    local = com.acme.${v}
    suffix = Tests
    except = com.acme.app.Fixed
    [rule "two"]
    canonical = TEAM123456
    local = ${w}
    path = *.x
    [variable "v"]
    kind = text
    [variable "w"]
    kind = text

    """

  private func places(
    _ content: [UInt8], path: String = "a.txt", values: [String: String] = ["v": "bnr", "w": "MINE123456"],
    by text: String = text
  ) throws -> [Explanation.ExplainedPlace] {
    Explainer(plan: try compiled(text, values), rules: try RulesFile.parse(bytes(text)), path: Path(path)).places(
      in: content)
  }

  @Test func `a place has its line, its column, its text and its rule`() throws {
    #expect(
      try places(bytes("a\n com.acme.bnr")) == [
        Explanation.ExplainedPlace(
          line: 2, column: 2, text: bytes("com.acme.bnr"), rule: bytes("one"),
          meaning: .shown(canonicals: [bytes("com.acme.app")]))
      ])
  }

  private static let app = bytes("com.acme.app")

  /// Content, the path of its file, and the meanings of its places.
  @Test(
    arguments: [
      ("TEAM123456", "a.txt", [.otherPath(patterns: [bytes("*.x")])]),
      ("TEAM123456", "a.x", [.awaiting(local: bytes("MINE123456"))]),
      ("com.acme.appUI", "a", [.insideWord(text: app)]),
      ("com.acme.appTestsUI", "a", [.insideWord(text: app + bytes("Tests"))]),
      ("xcom.acme.appUI", "a", [.insideWord(text: app)]),
      ("x-com.acme.app", "a", [.insideWord(text: app)]),
      ("x-com.acme.appTests", "a", [.insideWord(text: app + bytes("Tests"))]),
      ("com.acme.bnrUI", "a", [.insideWord(text: bytes("com.acme.bnr"))]),
      ("COM.acme.app", "a", []),
      ("com.acme.app", "a", [.awaiting(local: bytes("com.acme.bnr"))]),
      ("com.acme.app.Fixed com.acme.app.Fixed2", "a", [.excepted, .awaiting(local: bytes("com.acme.bnr"))]),
    ] as [(String, String, [Explanation.Meaning])])
  func `a place has the meaning of its text in this file`(
    content: String, path: String, meanings: [Explanation.Meaning]
  ) throws {
    #expect(try places(bytes(content), path: path).map(\.meaning) == meanings)
  }

  @Test func `a rule without a value is reported with its paths, or with what is missing`() throws {
    #expect(try places(bytes("TEAM123456"), values: [:]).map(\.meaning) == [.otherPath(patterns: [bytes("*.x")])])
    #expect(try places(bytes("TEAM123456"), path: "a.x", values: [:]).map(\.meaning) == [.idle(missing: ["w"])])
  }

  @Test func `a text in the values of an excluded key is reported with the key`() throws {
    let text = Self.text.replacing("suffix = Tests", with: "except-key = K")
    let content = bytes("K = com.acme.app\nL = com.acme.app\nK = com.acme.bnr\nK = com.acme.app.Fixed")
    let expected: [Explanation.Meaning] = [
      .exceptKey(bytes("K")), .awaiting(local: bytes("com.acme.bnr")), .shown(canonicals: [Self.app]), .excepted,
    ]
    #expect(try places(content, values: ["v": "bnr"], by: text).map(\.meaning) == expected)
  }
}
