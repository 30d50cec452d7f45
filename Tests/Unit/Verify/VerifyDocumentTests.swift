import TestSupport

@testable import Smudge
@testable import Verify

/// `git munge verify --report json` prints one document that conforms to docs/verify.schema.json.
struct VerifyDocumentTests {
  private static func schema() throws -> JSONSchema { try JSONSchema(Repository.text("docs/verify.schema.json")) }

  private func document(_ report: VerifyReport, strictly: Bool = false) throws -> JSON {
    let document = try JSON(report.written(.json, strictly: strictly))
    #expect(try Self.schema().flaws(of: document) == [])
    return document
  }

  @Test func `Every member is described and occurs, and so does every kind`() throws {
    let schema = try Self.schema()
    let described = schema.described
    #expect(JSONSchema.members(of: try document(.full)).symmetricDifference(described.keys) == [])
    for (name, description) in described {
      #expect(description.hasSuffix("."), "the description of \(name) is no sentence")
    }
    let definitions = try JSON(Repository.text("docs/verify.schema.json"))["$defs"]
    let kinds = definitions?["finding"]?["properties"]?["kind"]?["enum"]?.list.compactMap(\.text)
    #expect(kinds == Finding.Kind.allCases.map(\.rawValue))
    let severities = definitions?["finding"]?["properties"]?["severity"]?["enum"]?.list.compactMap(\.text)
    #expect(severities == Finding.Severity.allCases.map(\.rawValue))
  }

  @Test func `A report has its numbers, and a finding the details that are known`() throws {
    func written(_ report: VerifyReport, strictly: Bool = false) throws -> String {
      _ = try document(report, strictly: strictly)
      return report.written(.json, strictly: strictly).replacing("\"\(Version.current)\"", with: "\"VERSION\"")
    }
    try expectSnapshot("few", written(.few))
    try expectSnapshot("clean", written(.clean, strictly: true))
    let warning = VerifyReport.of(Finding.samples.first { $0.severity == .warning } ?? Finding.samples[0])
    #expect(try document(warning)["summary"]?["isFailing"] == .truth(false))
    #expect(try document(warning, strictly: true)["summary"]?["isFailing"] == .truth(true), "warnings count as errors")
  }

  @Test(arguments: [
    (VerifyTarget.revision("HEAD"), "revision", ["HEAD"]), (.range(["A..B", "^C"]), "range", ["A..B", "^C"]),
    (.history, "history", []), (.staged, "staged", []), (.worktree, "worktree", []),
  ])
  func `A report has the target`(target: VerifyTarget, kind: String, revisions: [String]) throws {
    let found = try document(VerifyReport(target))["target"]
    #expect(found == .object(["kind": .text(kind), "revisions": .list(revisions.map { .text($0) })]))
  }

  @Test(arguments: Awkward.paths.map { ($0, bytes($0)) } + [(#"caf\xe9/\x01.txt"#, Awkward.bytes)])
  func `A path is unchanged, and escaped if it is not UTF-8`(written: String, path: [UInt8]) throws {
    let finding = try document(.of(Awkward.finding(Path(path))))["findings"]?.list.first
    #expect(finding?["path"]?.text.map(bytes) == bytes(written))
  }
}
