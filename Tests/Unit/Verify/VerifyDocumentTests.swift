import TestSupport

@testable import Smudge
@testable import Verify

/// `git munge verify --report json` prints one document, which docs/verify.schema.json describes.
struct VerifyDocumentTests {
  private func document(_ report: VerifyReport, strictly: Bool = false) throws -> JSON {
    try JSON(report.written(.json, strictly: strictly))
  }

  @Test func `The schema has every kind and severity`() throws {
    let finding = try JSON(Repository.text("docs/verify.schema.json"))["$defs"]?["finding"]?["properties"]
    #expect(finding?["kind"]?["enum"]?.list.compactMap(\.text) == Finding.Kind.allCases.map(\.rawValue))
    #expect(finding?["severity"]?["enum"]?.list.compactMap(\.text) == Finding.Severity.allCases.map(\.rawValue))
  }

  @Test func `A report has its numbers, and a finding the details that are known`() throws {
    func written(_ report: VerifyReport, strictly: Bool = false) -> String {
      report.written(.json, strictly: strictly).replacing("\"\(Version.current)\"", with: "\"VERSION\"")
    }
    try expectSnapshot("few", written(.few))
    try expectSnapshot("clean", written(.clean, strictly: true))
    let warning = VerifyReport.of(Finding.samples.first { $0.severity == .warning } ?? Finding.samples[0])
    #expect(try document(warning)["summary"]?["isFailing"] == .truth(false))
    #expect(try document(warning, strictly: true)["summary"]?["isFailing"] == .truth(true), "warnings count as errors")
  }

  @Test(arguments: Awkward.paths.map { ($0, bytes($0)) } + [(#"caf\xe9/\x01.txt"#, Awkward.bytes)])
  func `A path is unchanged, and escaped if it is not UTF-8`(written: String, path: [UInt8]) throws {
    let finding = try document(.of(Awkward.finding(Path(path))))["findings"]?.list.first
    #expect(finding?["path"]?.text.map(bytes) == bytes(written))
  }
}
