import Platform
import TestSupport
import Testing

@testable import Smudge
@testable import Verify

/// Reports in SARIF 2.1.0 for code scanning services.
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

  @Test func `A result has a place, a fingerprint and the commit that introduced it`() throws {
    let result = try #require(try results(.full).first)
    let region: JSON = .object(["startLine": .number(27), "startColumn": .number(24), "endColumn": .number(34)])
    let file: JSON = .object(["uri": .text("App.xcodeproj/project.pbxproj"), "uriBaseId": .text("%SRCROOT%")])
    #expect(result["locations"] == .list([.object(["physicalLocation": .object(["artifactLocation": file, "region": region])])]))
    #expect(result["partialFingerprints"] == .object(["gitMunge/v1": .text(Finding.fingerprint(0))]))
    #expect(result["properties"] == .object(["commit": .text(Finding.origin.commit), "author": .text(Finding.origin.author)]))
    let words = "DEVELOPMENT_TEAM is Z9********, which is not canonical in rule 'team': ABCDE12345, (empty). `git munge "
    #expect(result["message"]?["text"]?.text?.hasPrefix(words) == true)
    #expect(try run(.full)["originalUriBaseIds"]?["%SRCROOT%"] != nil, "the run defines the base of all paths")
    #expect(try results(.full)[1]["properties"] == nil)
  }

  @Test func `Notes stay notes, and warnings are errors with --strict`() throws {
    let levels = try results(.full).compactMap { $0["level"]?.text }
    #expect(levels.filter { $0 == "error" }.count == 31 && levels.filter { $0 == "warning" }.count == 8)
    #expect(levels.filter { $0 == "note" }.count == 6)
    let strict = try results(.full, strictly: true).compactMap { $0["level"]?.text }
    #expect(strict.filter { $0 == "error" }.count == 39 && strict.filter { $0 == "note" }.count == 6)
  }

  private func place(_ result: JSON?) -> JSON? { result?["locations"]?.list.first?["physicalLocation"] }

  @Test func `A finding without a line is at the first line, and one without a file at the file to change`() throws {
    let finding = Finding(.otherFilter(filter: "lfs"), .warning, at: .init(path: Path("a")), fingerprint: Finding.fingerprint(0))
    let whole = place(try results(.of(finding)).first)
    #expect(whole?["region"] == .object(["startLine": .number(1)]))
    let note = Finding(.unseenLocal(template: "${x}"), .note, fingerprint: Finding.fingerprint(0))
    #expect(place(try results(.of(note)).first)?["artifactLocation"]?["uri"] == .text(".gitmunge"))
    let missing = Finding(.missingRules(files: 1), .error, fingerprint: Finding.fingerprint(0))
    #expect(place(try results(.of(missing)).first)?["artifactLocation"]?["uri"] == .text(".gitattributes"))
  }

  @Test(arguments: [
    ("a b/ü.txt", "a%20b/%C3%BC.txt"), ("100%/a:b,c.txt", "100%25/a%3Ab%2Cc.txt"), ("-._~", "-._~"),
    ("a\nb?#[]", "a%0Ab%3F%23%5B%5D"),
  ])
  func `A path is a relative URI`(path: String, uri: String) throws {
    let found = try results(.of(Awkward.finding(Path(path)))).first
    #expect(place(found)?["artifactLocation"]?["uri"] == .text(uri))
  }

  @Test func `A path that is not UTF-8 is a relative URI as well`() throws {
    let found = try results(.of(Awkward.finding(Path(Awkward.bytes)))).first
    #expect(place(found)?["artifactLocation"]?["uri"] == .text("caf%E9/%01.txt"))
  }

  @Test(arguments: [
    ("a {0} of ${team}", "a {{0}} of ${{team}}"), ("KEY[sdk=*] is \\x", "KEY[sdk=*] is \\x"),
    ("[a](http://b) \\", "\\[a\\](http://b) \\\\"),
  ])
  func `Text of the repository is neither a placeholder nor a link`(words: String, written: String) throws {
    let text = try results(.of(Awkward.finding(Path("a"), words: words))).first?["message"]?["text"]?.text
    #expect(text?.hasPrefix(written + ". Correct .gitmunge; ") == true)
  }

  @Test func `A log has no date, time or path of the machine`() throws {
    let log = VerifyReport.full.written(.sarif)
    #expect(!log.contains("startTimeUtc") && !log.contains("file:"))
    #expect(log == VerifyReport.full.written(.sarif))
  }
}

/// Logs against the schema of OASIS.
@Suite(.enabled(if: OfficialSchema.sarif != nil, OfficialSchema.whyNoSarif))
struct SarifSchemaTests {
  private func schema() throws -> JSONSchema {
    let path = try #require(OfficialSchema.sarif)
    return try JSONSchema(String(decoding: try #require(try FileSystem.contents(path)), as: UTF8.self))
  }

  private func log(_ report: VerifyReport, strictly: Bool = false) throws -> JSON {
    try JSON(report.written(.sarif, strictly: strictly))
  }

  @Test func `Reports are valid`() throws {
    let reports = [VerifyReport.full, .clean] + Awkward.paths.map { .of(Awkward.finding(Path($0))) }
    for report in reports + [.of(Awkward.finding(Path(Awkward.bytes)))] {
      #expect(try schema().flaws(of: try log(report)) == [])
      #expect(try schema().flaws(of: try log(report, strictly: true)) == [])
    }
  }

  /// A change to the first run, and the schema's error for it.
  @Test(arguments: [
    (["tool", "driver", "name"], JSON.number(1), "$.runs[0].tool.driver.name: no string"),
    (["tool", "driver", "rules"], .list([.object(["id": .text("a")]), .object(["id": .text("a")])]), "twice the same"),
    (["tool", "driver", "informationUri"], .text("no uri"), "no uri"),
    (["columnKind"], .text("bytes"), "$.runs[0].columnKind: "), (["colour"], .text("red"), "$.runs[0]: 'colour' is not known"),
    (["results"], .list([.object([:])]), "$.runs[0].results[0]: no member 'message'"),
    (["results"], .list([.object(["message": .object([:])])]), "$.runs[0].results[0].message: as none of them"),
    (["results"], .list([.object(["message": .object(["text": .text("a")]), "level": .text("advice")])]), "level: "),
    (["results"], .list([.object(["message": .object(["text": .text("a")]), "ruleIndex": .number(-2)])]), "ruleIndex: too small"),
    (["automationDetails"], .object(["guid": .text("1-2")]), "guid: not of the pattern"),
  ])
  func `The schema refuses an invalid log`(path: [String], value: JSON, flaw: String) throws {
    let whole = try log(.full)
    let run = try #require(whole["runs"]?.list.first).changed(at: path) { _ in value }
    let flaws = try schema().flaws(of: whole.changed(at: ["runs"]) { _ in .list([run]) })
    #expect(flaws.contains { $0.contains(flaw) }, "\(flaws)")
  }

  @Test func `The schema refuses a log without a version or with another one`() throws {
    #expect(try schema().flaws(of: try log(.full).changed(at: ["version"]) { _ in .text("2.2.0") }) != [])
    #expect(try schema().flaws(of: .object([:])).count == 2)
  }
}
