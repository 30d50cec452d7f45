import TestSupport

@testable import Smudge

struct KeyValueScannerTests {
  private static let keys = ["KEY", "OTHER", "host", "android:host", "KEY.long", "a.key"]

  private func check(_ marked: String, _ location: SourceLocation = #_sourceLocation) {
    let content = bytes(String(String.UnicodeScalarView(marked.unicodeScalars.filter { $0 != "«" && $0 != "»" })))
    var (found, place) = ([UInt8](), 0)
    for keyValue in KeyValueScanner(keys: Self.keys.map { bytes($0) }).keyValues(in: content) {
      found += content[place..<keyValue.value.lowerBound] + bytes("«") + content[keyValue.value] + bytes("»")
      place = keyValue.value.upperBound
    }
    #expect(String(decoding: found + content[place...], as: UTF8.self) == marked, sourceLocation: location)
  }

  @Test(arguments: [
    "KEY = «value»;", "\t\tKEY = «com.acme.app»;\n", "KEY=«value»", "KEY\t=\t«value»\t\n",
    "KEY = \"«value»\";", "KEY = '«value»'", "KEY='«»'", "KEY = \"«a \\\" b»\"", "KEY = \"«it's # a // b ; <c>»\"",
    "KEY = \"«a\\\\»\" \"", "  KEY = \"«x»\" // why", "let KEY = \"«x»\"", "defaultConfig.KEY = \"«x»\"", "$KEY=«x»",
    "<a KEY=\"«x»\" OTHER='«y»'/>", "<a android:host = \"«x»\"/>", "{ KEY = «x»; OTHER = «y z»; }",
    "KEY = «$(inherited) x»", "KEY = «a, b}]»;", "KEY = «http://host»", "KEY = «a#b»", "KEY = «x = y»",
    "KEY = «OTHER = y»", "KEY = \"«OTHER = 'y'»\"", "\"KEY\" = «x»;", "'KEY' = \"«x»\";", "(KEY = «x)»",
    // Other syntax.
    "KEY == x", "KEY => x", "KEY =~ x", "KEY != x", "KEY <= x", "KEY >= x", "KEY += x", "KEY ::= x", "KEY ?== x",
    "KEY :=> x",
    "KEY = \"x", "KEY = 'x\n'", "KEY = \"x\\\n\"", "KEY = \"x\r\"", "KEY = \"\"\"\nx\n\"\"\"", "KEY = '''x'''",
    "KEY = x\"y\"", "KEY = it's", "KEY = a<b", "KEY = a > b", "KEY = {", "KEY = { x = y; }", "KEY\n= x", "KEY",
    "KEY \"= x", "\"KEY' = x", "KEY = \"x\\\"",
    // Comments.
    "KEY = «x» // why", "KEY = «x» # why", "KEY = «x»\t/* why */", "KEY = «x//y» //z", "KEY = «x» # it's \"why\"",
    "KEY =«» // why", "KEY =«»\t# why", "KEY = «» # why", "KEY = \t«» /* why */",
    // A value before these would be read as a part of them.
    "KEY=#FF0000", "KEY=//why", "KEY=/* why */",
    // Empty values.
    "KEY =«»", "KEY=«»\nOTHER=«x»", "KEY = «»\n", "KEY =\t «»\r\n", "KEY = «»;", "KEY =«»;", "KEY = \"«»\"",
    "KEY='«»';",
    // Strings of Objective-C.
    "NSString *const KEY = @\"«x»\";", "KEY=@\"«»\"", "KEY = @'x'", "@{@\"KEY\": @\"«x»\", @\"OTHER\": @\"«y»\"}",
    "KEY = @\"x", "KEY = «@x»",
    "KEY = @[@\"x\"]",
    // Strings after their type.
    "val KEY: String = \"«x»\"", "let KEY : String? = \"«x»\" // why", "const val KEY: String= \"«x»\"",
    "const KEY: string = '«x»';",
    "const KEY: &str = \"«x»\";", "KEY: «String = x»", "KEY: String == \"x\"", "KEY: String = \"\"\"x\"\"\"",
    "KEY: Strings = \"x\"",
    "KEY: Text = \"x\"", "KEY: «String»", "KEY: «String? = nil»", "\"KEY\": String = \"x\"", "f(KEY: String = \"«x»\")",
    "KEY:String = \"«x»\"",
  ])
  func `An assignment has a value without its comment, and other syntax with an equals sign has none`(marked: String) {
    check(marked)
  }

  @Test(arguments: [
    // Subscripts.
    "a['KEY'] = '«x»'", "a[\"KEY\"]=\"«x»\"", "  a[\"KEY\"] = \"«x»\" # why", "a[\"KEY\"] = x;", "a[:KEY] = \"x\"",
    "a[\"KEY\"] = [\"«x»\", '«y»']", "{[\"KEY\"]: \"«x»\"}",
    "a['KEY[sdk=*]'] = '«x»'", "a[KEY] = \"x\"", "a['KEY'] == 'x'", "a[\"KEY\"]", "[\"KEY\"] \"x\"",
    "a['KEY' ] = 'x'",
    // Make.
    "KEY ?= «x»", "KEY:=«x y»", "KEY := «x» # why", "KEY ?= \"«x»\"", "KEY :=«»\n", "KEY ? = x",
    // Other syntax.
    "\"KEY\" => \"x\"", ":KEY => 'x'", "$a:KEY = \"x\"", "${env:KEY}",
    // CMake, and resources of Android.
    "set(KEY «x»)",
    "SET(KEY «x» CACHE STRING \"\")", "set(KEY \"«x y»\")",
    "set(KEY ${x})", "set(KEY)", "set( KEY x)", "<string name=\"KEY\">«x y»</string>",
    "<string name=\"KEY\" translatable=\"false\">«x»</string>", "<string name=\"KEY\"/>",
    "<string name=\"KEY\">x<b/></string>",
    "<string name='KEY'>«»</string>", "<item name=\"KEY\">x</item>", "<string name=\"KEY\">x</str",
    // Arguments of commands.
    "xcodebuild KEY=«x» OTHER=«y» build", "  KEY=«x» \\\n  build", "a KEY=«x»\n", "a KEY=«x»; b",
    "export KEY=«x» # why", "a -p KEY=«x» \\\n",
    "- KEY=«x y»", "  - KEY=«x y»\n", "KEY=«x y»", "  KEY=«x y»", "a KEY = «x y»", "a KEY= «x y»", "a KEY=\"«x y»\" b",
    "a KEY=x\"y\"",
  ])
  func `An assignment by subscript or argument has a value`(marked: String) { check(marked) }

  @Test(arguments: [
    "KEY \"«x»\"", "KEY '«x»'", "  KEY\t\"«»\"", "KEY(\"«x»\")", "KEY( '«x»' )", "a.KEY \"«x»\"", "KEY(\"«x»\", y)",
    "KEY([\"«x»\", '«y»'])", "KEY( [ \"«x»\",\n  \"«y»\" ] )", "KEY([x, \"y\"])", "KEY([])", "KEY([[\"x\"]])",
    "KEY[\"x\"]", "KEY [\"x\"]",
    "KEY([\"x\"", "#define KEY @\"«x»\"", "KEY(@\"«x»\")", "KEY@\"x\"",
    "KEY\"x\"", "KEY x", "KEY(x)", "KEY()", "KEY(\"x", "\"KEY\" \"x\"", "\"KEY\"(\"x\")", "KEY \"\"\"x\"\"\"",
    "KEY\n\"x\"",
    "KEY(\n\"x\")",
  ])
  func `A quoted argument is a value`(marked: String) { check(marked) }

  @Test(arguments: [
    "{\"KEY\": \"«x»\", \"OTHER\":\"«y»\"}", "{\"KEY\" : «12», \"OTHER\": «true»}", "{\"KEY\":«null»}",
    "\"KEY\": «12»\n}",
    "KEY: «x»", "  - KEY: «x y» # why", "KEY: '«x»'", "KEY:\"«x»\"", "'KEY': «x»", "KEY:\t«x, y]»",
    "KEY: «http://host:80»",
    "KEY : «x»", "- { KEY: «x», OTHER: «y» }", "[{\"KEY\": [\"«a»\", «1»]}]", "KEY: «OTHER: y»", "KEY: «x{»",
    // Other syntax.
    "KEY:\n  OTHER: «x»", "KEY:\n\n  # c\n  OTHER: «x»", "KEY:\n-\n  x", "  - KEY:\n     x", "case KEY:", "a KEY: ",
    "{KEY:", "{KEY: \n}", "KEY:x", "KEY::x", "KEY: |", "KEY: |-\n  x", "KEY: >", "KEY: >+2\n  x", "KEY: &a",
    "KEY: &a x", "KEY: *a", "KEY: {", "KEY: {}", "KEY: (x)", "KEY: # x", "KEY: // x", "\"KEY\":\n\"x\"", "\"KEY\": }",
    "\"KEY\":,", "{KEY: , x}", "KEY: ;", "KEY: \"x", "KEY: it's", "KEY: \"\"\"x\"\"\"", "\"KEY\": {\"x\": 1}",
    "a ? KEY:OTHER",
    // Empty values.
    "KEY:«»", "KEY: «»", "KEY:  «»\r\n", "KEY:«»\nOTHER: «x»\n", "  KEY: «»\n  OTHER:«»\nx: y", "a:\n  KEY:«»\n\nb: c",
    "- KEY:«»\n  OTHER: «x»\n- x", "- KEY:«»\n- KEY: «x»", "KEY:«»\n---\n- x", "KEY:«»\n# why\n\n# more",
  ])
  func `A mapping has a value, which can be empty, and other syntax with a colon has none`(marked: String) {
    check(marked)
  }

  @Test(arguments: [
    "KEY = («a», «b»);", "KEY = (\n\t\t«a»,\n\t\t\"«b c»\",\n\t);", "KEY = ( '«a»' /* one, */ , /* two) */ «b.c/d» )",
    "KEY = (\"«»\", \"«a, b)»\")", "KEY = [\"«a»\", '«b»', «3»,]", "KEY = [\n  \"«a»\", # it's one\n  «b» // two]\n]",
    "KEY: [«a», \"«b»\"]", "\"KEY\": [\r\n\"«a»\"\r\n]", "KEY=(«a»)", "KEY[sdk=*] = («a»,)", "KEY = («//a»,)",
    "KEY = ()", "KEY = []", "KEY: []", "KEY = ( /* none */ )", "KEY = («OTHER», «b»)", "KEY = (\"«OTHER = x»\")",
    // With other elements.
    "KEY = (a, {b = c;})", "KEY = (a, (b))", "KEY = [a, [b]]", "\"KEY\": [\"a\", {\"b\": 1}]", "KEY = (a, b",
    "KEY = [\"a\", \"b]",
    "KEY = (a + b) * 2", "KEY = (a b)", "KEY = (\"a\" \"b\")", "KEY = (a,, b)", "KEY = (,)", "KEY = (f(\"x\"), b)",
    "KEY = [\"a\": \"b\"]", "KEY = (\"\"\"a\"\"\")", "KEY = (a /* b)", "KEY = (", "KEY = [", "KEY: [a b]", "KEY = [a)",
    "KEY = (\"a\nb\")",
    // Block lists.
    "KEY:\n- «x»", "KEY:\n  - «x»\n  - \"«y z»\"\n  - '«»'\nOTHER: «z»",
    "a:\n  KEY:\n  - «x» # why\n\n  # c\n  - «y»\n  b: c",
    "  - KEY:\n      - «x»\n    OTHER: «y»\n", "KEY: \n-   «x, y]»\n---\n- z", "KEY:\n  - «x»\n - y",
    "KEY:\n  - «OTHER:y»",
    "KEY:\n  - «http://host:80»\n", "KEY:\n- «x»\n-y", "KEY:\r\n  - «x»\r\n  - «y»\r\n", "KEY:\n  - «OTHER=x»\n",
    "KEY:\n  - «x y»",
    // With other elements.
    "KEY:\n  - a: b", "KEY:\n  - x\n  - a: b", "KEY:\n  - a:\n      b", "KEY:\n  - x\n    y", "KEY:\n  - - x",
    "KEY:\n  - [x]", "KEY:\n  - {x: y}",
    "KEY:\n  - &a x", "KEY:\n  - *a", "KEY:\n  - |\n    x", "KEY:\n  -\n  - x", "KEY:\n  - \"x\" y",
    "KEY:\n  - \"x\n    y\"", "KEY:\n  x\n  - y",
    "KEY:\n  -x", "\"KEY\":\n  - x", "KEY: # why\n  - x", "{KEY:\n  - x}", "KEY:\n  - x\n      - y",
    "KEY:\n  - x;\n  - y", "KEY:\n  - \"x\": y",
  ])
  func `The elements of a list are values, unless others are among them`(marked: String) { check(marked) }

  @Test(arguments: [("KEY:\n- a\n", "\n", "- b"), ("KEY = (a,", " ", "b)")])
  func `A list that is too long has no values`(start: String, blank: String, end: String) {
    for (blanks, count) in [(KeyValueParser.maxListLength, 0), (KeyValueParser.maxListLength - 10, 2)] {
      let content = bytes(start + String(repeating: blank, count: blanks) + end)
      #expect(KeyValueScanner(keys: [bytes("KEY")]).keyValues(in: content).count == count)
    }
  }

  @Test(arguments: [
    "MYKEY = x", "KEY_ = x", "KEY2 = x", "-KEY = x", "KEY- = x", "x:KEY = x", "KEY.x = x", "KEY.é = x", "éKEY = «x»",
    "android:host=\"«x»\"", "tools:host=\"x\"", ":host=\"«x»\"", "\":host=«x»", "KEY.long = «x»", "KEY.longer = x",
    "a.KEY = «x»", "a.key.KEY=«x»", "a.key.x = x", "KEY.long.KEY = «x»", "KEY KEY = «x»", "KEY.KEY.long = «x»",
    // Conditions.
    "KEY[sdk=iphoneos*] = «x»", "\"KEY[sdk=iphoneos*]\" = \"«x»\";", "KEY[sdk=a][arch=b]=«x»", "KEY[OTHER=y] = «x»",
    "'KEY[a]': «x»", "KEY[a\n] = x", "KEY[a = x", "KEY[a] b", "KEY [a] = x", "KEY[] = «x»",
  ])
  func `A key has word boundaries and can have conditions, and the longest one matches`(marked: String) {
    check(marked)
  }

  @Test(arguments: [
    "<key>KEY</key>\n\t<string>«a b»</string>", "<key>KEY</key><string>«»</string>",
    "<key>KEY</key>\r\n<string>«a»</string>",
    "<key>KEY</key>\n<!-- why -->\n <!---->\n<string>« a&amp;b »</string>",
    "<key>KEY</key>\n<string>«$(OTHER)»</string>",
    "<key>KEY</key><array><string>«a»</string>\n<!-- <string>x</string> -->\n<string>«b»</string></array><string>c</string>",
    """
    <key>KEY</key>
    <array>
    <string/>
    <string>«a»</string>
    <string>b
    c</string>
    <string>«d»</string>
    </array>
    """,
    "<key>KEY</key><array><string>«a»</string><dict><string>b</string></dict><string>c</string></array>",
    "<key>KEY</key><string>«a»</string><key>OTHER</key><string>«b»</string>",
    "<key>KEY</key><array><string>«a»</string>",
    "<key>KEY</key><array><string>«a»</string><string>b",
    // Other elements.
    "<key>KEY</key>", "<key>KEY</key>\n", "<key>KEY</key><string/>", "<key>KEY</key><true/><string>x</string>",
    "<key>KEY</key><string>x", "<key>KEY</key><string>x\ny</string>", "<key>KEY</key><string>x<b/></string>",
    "<key>KEY</key><dict><key>a</key><string>x</string></dict>", "<key>KEY</key><array/><string>x</string>",
    "<key>KEY</key><array></array><string>x</string>", "<key>KEY</key><array><array><string>x</string></array></array>",
    "<key>KEY</key>x<string>y</string>", "<key>KEY</key><!-- <string>x</string>", "<key> KEY </key><string>x</string>",
    "<key>KEY</key><data>x</data>", "<string>KEY</string><string>x</string>",
    // A key in a comment is not a key.
    "<key>KEY</key><!-- <key>OTHER</key><string>x</string>",
  ])
  func `The values of a property list key are the strings after it, and no other elements`(marked: String) {
    check(marked)
  }

  @Test(arguments: [
    "<KEY>«a»</KEY>", "<KEY>« »</KEY>", "<KEY>«»</KEY>", "<KEY Condition=\"a == 'b'\">«c»</KEY>",
    "<KEY Condition='a > b'>«c»</KEY>", "<KEY\n  a=\"b\">«c»</KEY>", "<KEY OTHER=\"«a»\">«b»</KEY>",
    "<KEY a=\"OTHER='«a»'\">«b»</KEY><OTHER>«c > d»</OTHER>", "<KEY>«OTHER = x»</KEY>", "<KEY>«a KEY='b'»</KEY>",
    // Several lines, or no text.
    "<KEY/>", "<KEY a='b'/>x</KEY>", "<KEY>a\nb</KEY>", "<KEY>a</OTHER>", "<KEY>a</KEYS>", "<KEY>a<b/></KEY>", "<KEY>a",
    "<KEY",
    "<KEY>", "<KEY a=\"b>c</KEY>", "<KEY a <b>c</KEY>", "</KEY>a</KEY>", "<x:KEY>a</x:KEY>", "<KEY>a</", "<KEY>a</KE",
    "<KEY\"a\">b</KEY>", "<KEY = x",
    // A bare value does not end at a tag.
    "<p>KEY = a</p>", "<p>KEY: a</p>", "<p KEY=a>", "<p KEY=\"«a»\">KEY=\"«b»\"</p>",
  ])
  func `The value of an element named like the key is its text on one line`(marked: String) { check(marked) }

  @Test func `A key value has the key, its range, and the quotes of the value`() {
    let content = bytes("\"B[x]\" = 'c'; A: \"d\"\nB=e")
    #expect(
      KeyValueScanner(keys: [bytes("B"), bytes("A")]).keyValues(in: content) == [
        KeyValue(key: 1, name: 1..<5, value: 10..<11, quotes: .single),
        KeyValue(key: 0, name: 14..<15, value: 18..<19, quotes: .double),
        KeyValue(key: 1, name: 21..<22, value: 23..<24, quotes: .none),
      ])
  }

  @Test(arguments: [
    ("KEY = a;\nKEY = b;\n", 18), ("KEY = a;\nKEY = b", 9), ("x\nKEY:\n", 2), ("x\nKEY:\n  - a\n", 2),
    ("x\nKEY:\n  - a\ny\n", 15), ("x\nKEY = (\n  a,\n", 2), ("x\nKEY = (\n  KEY = b;\n  KEY = c;\n", 32),
    ("<key>KEY</key>\n<string>a</string>\n", 34), ("<key>KEY</key>\n<array>\n<string>a</string>\n", 0), ("KEY", 0),
    ("", 0),
  ])
  func `The beginning of content ends before the first value that later bytes can change`(content: String, end: Int) {
    let scanner = KeyValueScanner(keys: [bytes("KEY")])
    let found = scanner.keyValues(inBeginning: bytes(content))
    #expect(found.end == end)
    #expect(found.keyValues == scanner.keyValues(in: Array(bytes(content)[..<end])), "the values of these lines alone")
  }
}
