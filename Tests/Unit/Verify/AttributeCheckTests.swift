// Files in which the rules match and the attributes do not apply, or the reverse.

import TestSupport

@testable import Platform
@testable import Rules
@testable import Verify

struct AttributeCheckTests {
  private static let rules = """
    [rule "app"]
    \tcanonical = com.acme.app
    \tlocal = dev.acme.app
    [rule "team"]
    \tkey = team
    \tcanonical = ABCDE12345
    \tlocal = XL4476DR2X
    [rule "shop"]
    \tpath = *.shop
    \tpath = /shop/
    \tpath = !old.shop
    \tcanonical = com.acme.shop
    \tlocal = dev.acme.shop

    """

  private func kinds(_ path: String, _ content: [UInt8], _ attribute: FilterAttribute) throws -> [String] {
    let rules = try RulesFile.parse(bytes(Self.rules))
    let scanner = try LeakScanner(rules, own: nil)
    return scanner.attributeFindings(in: content, Path(path), attribute).map { finding in
      "\(finding.kind.rawValue) \(String(decoding: finding.rule ?? [], as: UTF8.self))"
    }
  }

  @Test(arguments: [
    ("a.plist", "<string>com.acme.app</string>", "app"), ("a.xcconfig", "ID = com.acme.app.$(NAME)", "app"),
    ("ci.yml", "id: com.acme.app", "app"), ("ci.yml", "team: ABCDE12345", "team"),
    ("A.swift", "let group = \"group.com.acme.app\"", "app"), ("a.js", "f('https://com.acme.app/')", "app"),
    ("strings.xml", "<string name=\"id\">com.acme.app</string>", "app"),
    ("AndroidManifest.xml", "<manifest package=\"com.acme.app\">", "app"), ("a.shop", "com.acme.shop", "shop"),
    ("a.txt.shop", "see com.acme.shop", "shop"), ("shop/a.json", "{\"id\": \"com.acme.shop\"}", "shop"),
    ("Makefile", "ID=com.acme.app", "app"), (".github/workflows/a.yml", "id: com.acme.app", "app"),
    ("a.h", "#define ID \"com.acme.app\"", "app"), ("CMakeLists.txt", "set(ID com.acme.app)", "app"),
    ("appcast", "com.acme.app", "app"),
  ])
  func `A file from which a build reads an identifier needs the attribute`(path: String, text: String, rule: String)
    throws
  {
    #expect(try kinds(path, bytes(text), .unspecified) == ["missing-attribute \(rule)"])
    #expect(try kinds(path, bytes(text), .munged) == [])
    #expect(try kinds(path, bytes(text), .declined) == [])
    #expect(try kinds(path, bytes(text), .other("x")) == ["other-filter \(rule)"])
  }

  @Test(arguments: [
    ("README.md", "Our app is com.acme.app"), ("docs/a.txt", "\"com.acme.app\""), ("CHANGELOG", "com.acme.app"),
    ("a.html", "'com.acme.app'"),
    ("A.kt", "package com.acme.app\nimport com.acme.app.Main"), ("A.java", "import com.acme.app.*;"),
    ("A.swift", "// com.acme.app \"x\""),
    ("layout.xml", "<com.acme.app.View android:name=\"com.acme.app.Main\"/>"),
    ("rules.pro", "-keep class com.acme.app.** { *; }"),
    ("a.plist", "com.acme.application com.acme.app-dev"), ("ci.yml", "ABCDE12345"), ("ci.yml", "team: XL4476DR2X"),
    ("a.plist", "com.acme.shop"), ("old.shop", "com.acme.shop"), ("shop/README.md", "com.acme.shop"),
    (".gitmodules", "com.acme.app"), ("a/.gitattributes", "com.acme.app"), ("vendor/a.plist", "com.acme.app"),
    ("docs/a.json", "com.acme.app"), ("Package.resolved", "com.acme.app"), ("a.xcconfig", "// ID = com.acme.app"),
    ("a.plist", "<!-- com.acme.app -->"), ("ios/e2e/a.json", "com.acme.app"),
  ])
  func `A file that mentions an identifier in text needs no attribute`(path: String, text: String) throws {
    let path = Path(path)
    let rules = try RulesFile.parse(bytes(Self.rules))
    for attribute in [FilterAttribute.unspecified, .other("x")] {
      var tally = RulesTally(try LeakScanner(rules, own: nil))
      tally.count(bytes(text), path, attribute, nil)
      #expect(tally.findings == [])
    }
  }

  @Test(arguments: [
    ("com.acme.appUI", FilterAttribute.munged, 1), ("com.acme.appUI", .unspecified, 0),
    ("\0com.acme.appUI", .munged, 0),
  ])
  func `An identifier inside a longer word is listed in munged text only`(
    content: String, attribute: FilterAttribute, count: Int
  ) throws {
    var scan = try TreeScan(LeakScanner(RulesFile.parse(bytes(Self.rules)), own: nil), isPrivate: false)
    try scan.look(at: bytes(content), Path("a.plist"), attribute, nil, isTooLarge: false)
    #expect(scan.misses.count == count)
  }

  @Test func `A binary file needs no attribute, and one with the attribute and an identifier is reported`() throws {
    let content = bytes("\u{0}\u{1}com.acme.app\u{0}")
    #expect(try kinds("a.bin", content, .unspecified) == [])
    #expect(try kinds("a.bin", content, .munged) == ["never-munged app"])
    #expect(try kinds("a.bin", bytes("\u{0}\u{1}\u{0}"), .munged) == [])
    #expect(try kinds("a.plist", bytes("bplist00\u{8}com.acme.app"), .munged) == ["never-munged app"])
  }

  @Test(arguments: [("a.shop", true), ("x/b.shop", true), ("shop/a.png", false), ("old.shop", false), ("a.png", false)])
  func `A file of another filter is reported where a path line names it`(path: String, isFound: Bool) throws {
    #expect(
      try kinds(path, bytes("version https://git-lfs.github.com/spec/v1\n"), .other("lfs"))
        == (isFound ? ["other-filter shop"] : []))
  }
}

struct FindingStepTests {
  @Test func `A command for private rules changes no file of the project`() {
    let details: [Finding.Detail] = [
      .neverMunged([1], in: "mine"), .misspelledFilter([1], "x", in: "mine"), .missingAttribute([1], in: "mine"),
      .otherFilter(filter: "lfs", Path("a"), in: "mine"), .looksLocal([1], template: "x", canonical: [2], in: "mine"),
      .replacedCanonical([1], canonical: [2], in: "mine"), .nearMiss([1], word: [1, 2], line: nil, in: "mine"),
    ]
    let words = details.flatMap(\.steps).map { $0.words(for: [Path("a")], rule: bytes("x")) }
    #expect(words.contains { $0.contains("git config -f mine --add rule.x.path '!/a'") })
    #expect(!words.contains { $0.contains(".git") }, "\(words)")
  }

  @Test(arguments: [("-debug", "-debug"), ("a b", "'a b'"), ("", "''"), ("it's", "'it'\\''s'"), ("-a $b", "'-a $b'")])
  func `A text is one word of a shell, and a path no option`(text: String, word: String) {
    #expect(bytes(text).shellWord == word)
    #expect(Path("-x").shellWord == "./-x" && Path("-x y").shellQuoted == "'./-x y'")
  }
}

struct AttributePatternsTests {
  @Test(arguments: [
    (["a.plist"], ["/a.plist filter=munge"]),
    (["App/Info.plist", "App/b.json"], ["/App/Info.plist filter=munge", "/App/b.json filter=munge"]),
    (["App/a.plist", "App/b.plist", "Ext/c.plist"], ["/App/*.plist filter=munge", "/Ext/c.plist filter=munge"]),
    (["a/x.plist", "b/x.plist", "c/x.plist", "c/x.json"], ["*.plist filter=munge", "/c/x.json filter=munge"]),
    (["My App/a.plist", "My App/b.plist"], ["\"/My App/*.plist\" filter=munge"]),
    (["a[1]/a.plist", "a[1]/b.plist"], [#""/a\\[1]/*.plist" filter=munge"#]),
    (
      ["Makefile", "x/Makefile", "y/Makefile", "z/Makefile"],
      ["/Makefile filter=munge", "/x/Makefile filter=munge", "/y/Makefile filter=munge", "/z/Makefile filter=munge"]
    ),
    ([".env", ".envrc"], ["/.env filter=munge", "/.envrc filter=munge"]), ([], []),
  ])
  func `Similar files share a pattern`(paths: [String], lines: [String]) {
    #expect(AttributePatterns.lines(for: paths.map { Path($0) }, "filter=munge") == lines)
  }

  @Test(arguments: [
    ("App/Info.plist", true), ("AppTests/Info.plist", false), ("Tests/T.swift", false), ("latest/x.plist", true),
    ("App/AppTests.swift", false), ("src/api.test.ts", false), ("pkg/id_test.go", false), ("en.lproj/a.strings", false),
    ("res/values-de/strings.xml", false), ("res/values/strings.xml", true), ("contest.plist", true),
  ])
  func `Tests and translations do not count as built files`(path: String, isBuilt: Bool) {
    #expect(LeaveReason.isBuilt(Path(path)) == isBuilt)
  }
}
