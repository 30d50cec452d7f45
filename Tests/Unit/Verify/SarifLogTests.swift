import TestSupport

@testable import Smudge
@testable import Verify

struct SarifLogTests {
  private func run(_ report: VerifyReport, strictly: Bool = false) throws -> JSON {
    let log = try JSON(report.written(.sarif, strictly: strictly))
    #expect(log["version"] == .text("2.1.0") && log["$schema"]?.text?.hasSuffix("/sarif-schema-2.1.0.json") == true)
    #expect(log["runs"]?.list.count == 1)
    return try #require(log["runs"]?.list.first)
  }

  private func results(_ report: VerifyReport, strictly: Bool = false) throws -> [JSON] {
    try #require(try run(report, strictly: strictly)["results"]?.list)
  }

  @Test func `The tool has its name and version, and every kind is one of its rules`() throws {
    let run = try run(.clean)
    let driver = run["tool"]?["driver"]
    #expect(driver?["name"] == .text("git-munge") && driver?["semanticVersion"] == .text(Version.current))
    let rules = driver?["rules"]?.list ?? []
    #expect(rules.compactMap { $0["id"]?.text } == Finding.Kind.allCases.map(\.rawValue))
    #expect(rules.first?["name"] == .text("ForeignValue"))
    for rule in rules {
      for member in ["shortDescription", "fullDescription", "help"] {
        #expect(rule[member]?["text"]?.text?.hasSuffix(".") == true, "\(rule["id"]?.text ?? "") has no \(member)")
      }
      #expect(["error", "warning", "note"].contains(rule["defaultConfiguration"]?["level"]?.text))
    }
    #expect(run["columnKind"] == .text("unicodeCodePoints"))
    #expect(run["results"] == .list([]), "an empty list closes earlier results in a service")
  }

  @Test func `A result refers to its rule by id and by index`() throws {
    let rules = try #require(try run(.full)["tool"]?["driver"]?["rules"]?.list)
    let results = try results(.full)
    #expect(results.compactMap { $0["ruleId"]?.text }.sorted() == Finding.Kind.allCases.map(\.rawValue).sorted())
    for result in results {
      let index = try #require(result["ruleIndex"]?.number)
      #expect(rules[Int(index)]["id"] == result["ruleId"])
    }
  }

  @Test func `A result has its place, fingerprint and commit; without a line or a file it is where it can be changed`()
    throws
  {
    func written(strictly: Bool) throws -> String {
      let text = VerifyReport.few.written(.sarif, strictly: strictly)
      return String(text[..<(try #require(text.firstRange(of: "\"tool\"")).lowerBound)])
    }
    try expectSnapshot("few", written(strictly: false))
    try expectSnapshot("few-strict", written(strictly: true))
  }

  private func place(_ result: JSON?) -> JSON? { result?["locations"]?.list.first?["physicalLocation"] }

  @Test(arguments: [
    (bytes("a b/ü.txt"), "a%20b/%C3%BC.txt"), (bytes("100%/a:b,c.txt"), "100%25/a%3Ab%2Cc.txt"),
    (bytes("-._~"), "-._~"),
    (bytes("a\nb?#[]"), "a%0Ab%3F%23%5B%5D"), (Awkward.bytes, "caf%E9/%01.txt"),
  ])
  func `A path is a relative URI`(path: [UInt8], uri: String) throws {
    let found = try results(.of(Awkward.finding(Path(path)))).first
    #expect(place(found)?["artifactLocation"]?["uri"] == .text(uri))
  }

  @Test(arguments: [
    ("a {0} of ${team}", "a {{0}} of ${{team}}"), ("KEY[sdk=*] is \\x", "KEY[sdk=*] is \\x"),
    ("[a](http://b) \\", "\\[a\\](http://b) \\\\"),
  ])
  func `Text of the repository is neither a placeholder nor a link`(words: String, written: String) throws {
    let text = try results(.of(Awkward.finding(Path("a"), words: words))).first?["message"]?["text"]?.text
    #expect(text?.hasPrefix(written + ". Correct .gitmunge; ") == true)
  }
}
