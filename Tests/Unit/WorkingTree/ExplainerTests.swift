import Platform
import TestSupport
import Testing

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
    _ content: [UInt8], path: String = "a.txt", values: [String: String] = ["v": "bnr", "w": "MINE123456"]
  ) throws -> [Explanation.ExplainedPlace] {
    let plan = try compiled(Self.text, values)
    return Explainer(plan: plan, rules: try RulesFile.parse(bytes(Self.text)), path: Path(path)).places(in: content)
  }

  private func meaning(_ content: String, path: String = "a.txt") throws -> Explanation.Meaning? {
    try places(bytes(content), path: path).first?.meaning
  }

  @Test func `content without a text of a rule has no places`() throws {
    #expect(try places([]) == [])
    #expect(try places(bytes("\n")) == [])
    #expect(try places([0xFF, 0xFE]) == [])
  }

  @Test func `a place has its line, its column, its text and its rule`() throws {
    #expect(try places(bytes("a\n com.acme.bnr")) == [
      Explanation.ExplainedPlace(
        line: 2, column: 2, text: bytes("com.acme.bnr"), rule: bytes("one"), meaning: .shown(canonical: bytes("com.acme.app")))
    ])
  }

  @Test func `only a newline separates lines`() throws {
    #expect(try places(bytes("\r\r\ncom.acme.app\rcom.acme.app\n")).map { [$0.line, $0.column] } == [[2, 1], [2, 14]])
  }

  @Test func `UTF-16 is counted in units`() throws {
    let wide: [UInt8] = [0xFF, 0xFE] + "é\n com.acme.bnr".utf16.flatMap { [UInt8($0), 0] }
    #expect(try places(wide).map { [$0.line, $0.column] } == [[2, 2]])
  }

  @Test func `a rule whose paths exclude the file is reported with its paths, with and without a value`() throws {
    #expect(try meaning("TEAM123456") == .otherPath(patterns: [bytes("*.x")]))
    #expect(try meaning("TEAM123456", path: "a.x") == .awaiting(local: bytes("MINE123456")))
    #expect(try places(bytes("TEAM123456"), values: [:]).first?.meaning == .otherPath(patterns: [bytes("*.x")]), "with and without a value")
    #expect(try places(bytes("TEAM123456"), path: "a.x", values: [:]).first?.meaning == .idle(missing: ["w"]))
  }

  @Test func `a text in the values of an excluded key is reported with the key`() throws {
    let text = Self.text.replacing("suffix = Tests", with: "except-key = K")
    let reader = Explainer(plan: try compiled(text, ["v": "bnr"]), rules: try RulesFile.parse(bytes(text)), path: Path("a"))
    let places = reader.places(in: bytes("K = com.acme.app\nL = com.acme.app\nK = com.acme.bnr\nK = com.acme.app.Fixed"))
    let app = bytes("com.acme.app")
    #expect(places.map(\.meaning) == [.exceptKey(bytes("K")), .awaiting(local: bytes("com.acme.bnr")), .shown(canonical: app), .excepted])
  }

  @Test func `all missing values are named, and no others`() throws {
    let text = "[rule \"r\"]\ncanonical = com.acme\nlocal = ${a}.${b}.${c}\n"
      + ["a", "b", "c"].map { "[variable \"\($0)\"]\nkind = label\n" }.joined()
    let plan = try compiled(text, ["b": "x"])
    let reader = Explainer(plan: plan, rules: try RulesFile.parse(bytes(text)), path: Path("a"))
    #expect(reader.places(in: bytes("com.acme")).map(\.meaning) == [.idle(missing: ["a", "c"])])
  }

  @Test func `a longer word has the suffix that the rule needs, or none`() throws {
    let app = bytes("com.acme.app")
    #expect(try meaning("com.acme.appUI") == .insideWord(text: app, line: bytes("suffix = UI")))
    #expect(try meaning("com.acme.appTestsUI") == .insideWord(text: app + bytes("Tests"), line: bytes("suffix = TestsUI")))
    #expect(try meaning("xcom.acme.appUI") == .insideWord(text: app, line: nil))
    #expect(try meaning("x-com.acme.app") == .insideWord(text: app, line: bytes("prefix = x-")))
    #expect(try meaning("x-com.acme.appTests") == .insideWord(text: app + bytes("Tests"), line: bytes("prefix = x-")))
    #expect(try meaning("com.acme.bnrUI") == .insideWord(text: bytes("com.acme.bnr"), line: bytes("suffix = UI")))
  }

  @Test func `another case is reported for whole words only, and not where the text itself matches`() throws {
    #expect(try meaning("COM.acme.app") == .otherCase(text: bytes("com.acme.app")))
    #expect(try places(bytes("COM.acme.appx")) == [])
    #expect(try places(bytes("com.acme.app")).count == 1)
    #expect(try places(bytes("Com.Acme.App.fixed")).map(\.meaning) == [.otherCase(text: bytes("com.acme.app.Fixed"))])
  }

  @Test func `an exception covers the matches in it`() throws {
    #expect(try places(bytes("com.acme.app.Fixed com.acme.app.Fixed2")).map(\.meaning)
      == [.excepted, .awaiting(local: bytes("com.acme.bnr"))])
  }

  @Test func `retired texts have the rule that they belonged to`() throws {
    let before = try compiled(Self.text, ["v": "old", "w": "MINE123456"], now: 5)
    let plan = try compiled(Self.text, ["v": "bnr", "w": "MINE123456"], after: before, now: 7)
    let reader = Explainer(plan: plan, rules: nil, path: Path("a"))
    let place = try #require(reader.places(in: bytes("com.acme.old")).first)
    #expect(place.rule == bytes("one"))
    #expect(place.meaning == .retired(canonical: bytes("com.acme.app"), since: 7))
  }
}
