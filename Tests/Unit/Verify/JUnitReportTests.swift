import Platform
import TestSupport
import Testing

@testable import Verify

/// Reports as JUnit XML for CI servers.
struct JUnitReportTests {
  @Test func `Findings are failing tests, warnings only with --strict, and notes never`() throws {
    try expectSnapshot("few", VerifyReport.few.written(.junit))
    try expectSnapshot("few-strict", VerifyReport.few.written(.junit, strictly: true))
    try expectSnapshot("clean", VerifyReport.clean.written(.junit))
    let suite = try #require(try XML(VerifyReport.full.written(.junit))["testsuite"].first)
    #expect(suite["testcase"].count == 40 && suite["testcase"].count { !$0["failure"].isEmpty } == 31)
    #expect(suite.attributes["tests"] == "40" && suite.attributes["failures"] == "31")
  }

  /// The test of the only finding, read from XML.
  private func test(_ path: String, words: String) throws -> XML {
    let report = VerifyReport.of(Awkward.finding(Path(path), words: words))
    return try #require(try XML(report.written(.junit))["testsuite"].first?["testcase"].first)
  }

  @Test(arguments: Awkward.paths)
  func `Any path round-trips`(path: String) throws {
    let test = try test(path, words: path)
    #expect(test.attributes["name"] == escaped(bytes(path)).replacing("\u{FFFE}", with: "") + ":1")
    #expect(test["failure"].first?.attributes["message"] == path.replacing("\u{FFFE}", with: ""))
  }

  @Test func `Characters that XML cannot contain are left out`() throws {
    let words = "a\0\u{1}\u{B}\u{1F}\u{7F}\u{85}\u{FFFE}\u{FFFF}\u{1F600}\t\r\nz"
    let failure = try test("a", words: words)["failure"].first
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
