import TestSupport

@testable import Rules

struct VariableKindTests {
  @Test(arguments: VariableKind.allCases)
  func `A kind accepts the values of its row and refuses the others`(kind: VariableKind) {
    let row = Self.row(kind)
    for value in row.accepted { #expect(kind.accepts(unescaped(value)), "\(kind.rawValue) must accept '\(value)'") }
    for value in row.refused + Self.refusedByAll {
      #expect(!kind.accepts(unescaped(value)), "\(kind.rawValue) must refuse '\(value)'")
    }
    #expect(!row.accepted.isEmpty && !row.refused.isEmpty)
  }

  @Test(arguments: VariableKind.allCases)
  func `The example in a kind's expectation is of that kind`(kind: VariableKind) {
    let words = kind.expectation.split(separator: "such as ")
    guard words.count == 2 else { return #expect(kind == .text, "what is printable needs no example") }
    #expect(kind.accepts(bytes(String(words[1]))), "'\(words[1])' is printed as an example")
  }

  private static let refusedByAll = [
    "", "\\0", "a\\n", "\\n", "ABCDE12345\\n", "caf\\xe9", "café", "\\x7f", "com.acm\\xc3\\xa9",
  ]
  private static let label63 = String(repeating: "a", count: 63)

  private static func row(_ kind: VariableKind) -> (accepted: [String], refused: [String]) {
    switch kind {
    case .teamID:
      (
        ["ABCDE12345", "0123456789", "ZZZZZZZZZZ"],
        ["ABCDE1234", "ABCDE123456", "abcde12345", "ABCDE-2345", "ABCDE 2345", "ABCDE1234É", " ABCDE12345"]
      )
    case .label:
      (
        ["a", "bnr", "BNR", "0", "a-b", "a--b", "1-2", label63],
        ["-a", "a-", "-", "a_b", "a.b", "a b", "a/b", label63 + "a"]
      )
    case .word: (["a", "bnr", "BNR2", "a1", label63], ["1a", "a-b", "a_b", "a.b", "-", "a b", label63 + "a"])
    case .bundleID:
      (
        ["com.acme", "a.b", "com.acme.My-App.Ext", "1.2", "\(label63).\(label63)"],
        [
          "com", "com.", ".com", "com..acme", "com.acme.", "com.-acme", "com.acme-", "com.my_app", "com acme.app",
          "com.\(label63)a", "com.*", "com/acme.app",
        ]
      )
    case .applicationID:
      (
        ["com.acme", "a.b", "com.example.my_app", "Com.Acme2", "a.b_", "\(label63)a.b"],
        ["com", "com.", ".com", "com..acme", "com.2acme", "com._acme", "com.my-app", "com.acme app", "1.2"]
      )
    case .host:
      (
        [
          "localhost", "example.com", "build.example.com:8443", "a:1", "a:65535", "10.0.0.1", "10.0.0.1:80",
          label63 + ":443",
        ],
        [
          "a:0", "a:65536", "a:", ":80", "a:80:90", "a:+80", "a:-1", "a:8a", "a:99999999999999999999", "a..b",
          "a.", ".a", "-a.b", "a_b", "http://a", "a/b", "[::1]", label63 + "a",
        ]
      )
    case .uuid:
      (
        [
          "123E4567-E89B-12D3-A456-426614174000", "123e4567-e89b-12d3-a456-426614174000",
          "123E4567-e89b-12D3-a456-426614174000", "00000000-0000-0000-0000-000000000000",
        ],
        [
          "123E4567E89B12D3A456426614174000", "{123E4567-E89B-12D3-A456-426614174000}",
          "123E4567-E89B-12D3-A456-42661417400", "123E4567-E89B-12D3-A456-4266141740000",
          "G23E4567-E89B-12D3-A456-426614174000", "123E456-7E89B-12D3-A456-426614174000",
          "123E4567-E89B-12D3-A456-426614174000-",
        ]
      )
    case .number:
      (
        ["0", "42", "007", String(repeating: "9", count: 200)],
        ["-1", "+1", "1.0", "1e3", "0x10", " 1", "1 ", "1_000"]
      )
    case .text:
      (
        ["a", "My Company, Inc.", " ", "~", #"a"b'c$d"#, String(repeating: "x", count: 300)],
        ["a\\tb", "a\\rb", "\\e[31m", "a\\xc2\\x9bb", "ü"]
      )
    }
  }
}

struct TemplateTests {
  private static let place = RulesPosition(line: 3, column: 10)

  @Test(arguments: [
    ("dev.me", [Template.Part.text(bytes("dev.me"))]), ("${team}", [.variable("team")]),
    ("${a}${b-2}", [.variable("a"), .variable("b-2")]),
    ("com.${handle}.app", [.text(bytes("com.")), .variable("handle"), .text(bytes(".app"))]),
    ("$(TEAM).${x}$", [.text(bytes("$(TEAM).")), .variable("x"), .text(bytes("$"))]),
    ("$$${x}}", [.text(bytes("$$")), .variable("x"), .text(bytes("}"))]), ("a{b}$c", [.text(bytes("a{b}$c"))]),
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
    let found = template.filled { _ in bytes("${a}") }
    #expect(found == bytes("com.${a}.${a}-${a}"), "a value with the form of a reference is not expanded")
  }
}
