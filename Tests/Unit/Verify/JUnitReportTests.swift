import Platform
import TestSupport
import Testing

@testable import Verify

/// Reports as JUnit XML for CI servers.
struct JUnitReportTests {
  private func suite(_ report: VerifyReport, strictly: Bool = false) throws -> XML {
    let text = report.written(.junit, strictly: strictly)
    #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"git-munge\" "))
    let root = try XML(text)
    #expect(root.name == "testsuites" && root.children.count == 1)
    let suite = try #require(root["testsuite"].first)
    let cases = suite["testcase"]
    for element in [root, suite] {
      #expect(element.attributes["tests"] == "\(cases.count)" && element.attributes["errors"] == "0")
      #expect(element.attributes["failures"] == "\(cases.count { !$0["failure"].isEmpty })")
    }
    return suite
  }

  @Test func `A run without findings has one passing test`() throws {
    let cases = try suite(.clean)["testcase"]
    #expect(cases.map(\.attributes) == [["classname": "git-munge.verify", "name": "nothing was found"]])
    #expect(cases.first?.children == [])
  }

  @Test func `An error is a failing test, named by its place`() throws {
    let test = try #require(try suite(.full)["testcase"].first)
    #expect(test.attributes["classname"] == "git-munge.foreign-value")
    #expect(test.attributes["name"] == "App.xcodeproj/project.pbxproj:27:24 (team, 012345678901)")
    let failure = try #require(test["failure"].first)
    #expect(failure.attributes["type"] == "foreign-value")
    #expect(failure.attributes["message"]?.hasPrefix("DEVELOPMENT_TEAM is Z9********, which") == true)
    #expect(
      failure.text == """
        error [foreign-value]: \(Finding.samples[0].message(.masked))
        at: App.xcodeproj/project.pbxproj:27:24
        next: \(Finding.samples[0].remedy)
        added by commit 012345678901 of A U Thor <author@example.com>

        """)
  }

  @Test func `A warning is a passing test with output, and fails with --strict`() throws {
    let finding = Finding(.otherFilter(filter: "lfs"), .warning, at: .init(path: Path("a.txt")), fingerprint: "")
    let passing = try #require(try suite(.of(finding))["testcase"].first)
    #expect(passing.children.map(\.name) == ["system-out"])
    #expect(passing.children.first?.text.hasPrefix("warning [other-filter]: a rule applies") == true)
    let failing = try #require(try suite(.of(finding), strictly: true)["testcase"].first)
    #expect(failing.children.map(\.name) == ["failure"])
    #expect(failing.attributes == passing.attributes, "name and class are the same in both")
  }

  @Test func `Notes are printed after the tests and do not fail`() throws {
    for strictly in [false, true] {
      let suite = try suite(.full, strictly: strictly)
      #expect(suite["testcase"].count == 39)
      let words = try #require(suite["system-out"].first?.text)
      #expect(words.hasPrefix("\(VerifyReport.full.summary)\nnote [near-miss]: "))
      #expect(words.contains("\nnote [unseen-local]: "))
      #expect(words.contains("can be any text (${team})"))
    }
  }

  @Test(arguments: Awkward.paths)
  func `Any path round-trips`(path: String) throws {
    let test = try #require(try suite(.of(Awkward.finding(Path(path), words: path)))["testcase"].first)
    #expect(test.attributes["name"] == escaped(bytes(path)).replacing("\u{FFFE}", with: "") + ":1")
    #expect(test["failure"].first?.attributes["message"] == path.replacing("\u{FFFE}", with: ""))
  }

  @Test func `Characters that XML cannot contain are left out`() throws {
    let words = "a\0\u{1}\u{B}\u{1F}\u{7F}\u{85}\u{FFFE}\u{FFFF}\u{1F600}\t\r\nz"
    let failure = try suite(.of(Awkward.finding(Path("a"), words: words)))["testcase"].first?["failure"].first
    let kept = "a\u{7F}\u{85}\u{1F600}\t\r\nz"
    #expect(failure?.attributes["message"].map { Array($0.unicodeScalars) } == Array(kept.unicodeScalars))
  }
}

/// Reports against the schema of Jenkins' plugin.
@Suite(.enabled(if: OfficialSchema.junit != nil, OfficialSchema.whyNoJUnit))
struct JUnitSchemaTests {
  private func flaws(_ report: String) throws -> String? {
    let directory = try TemporaryDirectory()
    let (file, schema) = (try directory.write("report.xml", bytes(report)), try #require(OfficialSchema.junit))
    let words = ["xmllint", "--nonet", "--noout", "--schema", "\(schema)", "\(file)"]
    let done = try Subprocess.run(words.map(bytes), environment: Environment.entries(changing: []))
    return done.isSuccess ? nil : escaped(done.errors)
  }

  @Test func `Reports are valid`() throws {
    for report in [VerifyReport.full, .clean] + Awkward.paths.map({ .of(Awkward.finding(Path($0), words: $0)) }) {
      #expect(try flaws(report.written(.junit)) == nil)
      #expect(try flaws(report.written(.junit, strictly: true)) == nil)
    }
  }

  @Test(arguments: [
    ("<failure ", "<defeat "), ("<testcase classname", "<testcase colour"), (" name=\"git munge verify\"", ""), ("</testsuites>", ""),
    ("<testcase ", "text<testcase "), ("&lt;", "<"),
  ])
  func `The schema refuses an invalid report`(good: String, bad: String) throws {
    let report = VerifyReport.full.written(.junit)
    #expect(report.contains(good))
    #expect(try flaws(report.replacing(good, with: bad)) != nil)
  }
}
