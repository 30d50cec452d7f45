import TestSupport

@testable import WorkingTree

struct WordEditTests {
  @Test(arguments: [
    ("a.txt", "id = com.acme.app;", "id = com.me.app;", ["com.acme.app>com.me.app"]),
    ("a.txt", "id = com.acme.app;\r\n", "id = \"com.me.app-2\";\n", ["com.acme.app>com.me.app-2"]),
    ("a.txt", "id = com.acme.app;", "key = com.me.app;", []),
    ("a.txt", "id = com.acme.app;", "x\n\tid = com.me.app;", []),
    ("a.txt", "id = com.acme.app;", "x\nid = com.me.app;", ["com.acme.app>com.me.app"]),
    ("a.txt", "a = a.b\nid = com.acme.app\nb = a.b", "id = com.me.app\na = a.b\nb = a.b", []),
    ("a.txt", "see https://acme.com/com.acme.app", "see https://acme.com/com.me.app", []),
    (
      "a.swift", "let id = \"com.acme.app\" // com.acme.app", "let id = \"com.me.app\" // com.acme.app",
      ["com.acme.app>com.me.app"]
    ),
    ("a.swift", "import com.acme.app", "import com.me.app", []),
    ("a.txt", "DEVELOPMENT_TEAM = ABCDE12345;", "DEVELOPMENT_TEAM = ME12345678;", ["ABCDE12345>ME12345678"]),
    ("a.txt", "DEVELOPMENT_TEAM = \"\";", "DEVELOPMENT_TEAM = ME12345678;", [">ME12345678"]),
    ("a.txt", "a\nb", "a\nDEVELOPMENT_TEAM = ME12345678;\nb", [">ME12345678"]),
    ("a.txt", "a\nb", "a\nid = com.me.app\nb", []),
  ])
  func `Lines of which only words differ give pairs`(path: String, old: String, new: String, pairs: [String]) {
    #expect(WordEdit.edits(from: bytes(old), to: bytes(new), Path(path)).map { "\($0.canonical)>\($0.own)" } == pairs)
  }
}
