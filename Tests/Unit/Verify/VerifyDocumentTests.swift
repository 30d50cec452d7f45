import Platform
import TestSupport
import Testing

@testable import Smudge
@testable import Verify

/// `git munge verify --format json` prints one document that conforms to docs/verify.schema.json.
struct VerifyDocumentTests {
  private func document(_ report: VerifyReport, _ showing: Finding.Showing = .masked, strictly: Bool = false) throws -> JSON {
    let document = try JSON(report.written(.json, showing, strictly: strictly))
    #expect(try VerifySchema.read().flaws(of: document) == [])
    return document
  }

  @Test func `Every member is described and occurs, and so does every kind`() throws {
    let schema = try VerifySchema.read()
    let described = schema.described
    #expect(JSONSchema.members(of: try document(.full)).symmetricDifference(described.keys) == [])
    for (name, description) in described {
      #expect(description.hasSuffix("."), "the description of \(name) is no sentence")
    }
    let definitions = try JSON(VerifySchema.text())["$defs"]
    let kinds = definitions?["finding"]?["properties"]?["kind"]?["enum"]?.list.compactMap(\.text)
    #expect(kinds == Finding.Kind.allCases.map(\.rawValue))
    let severities = definitions?["finding"]?["properties"]?["severity"]?["enum"]?.list.compactMap(\.text)
    #expect(severities == Finding.Severity.allCases.map(\.rawValue))
  }

  @Test func `A finding has all its details`() throws {
    let finding = try #require(try document(.full)["findings"]?.list.first)
    #expect(
      finding
        == .object([
          "kind": .text("foreign-value"), "severity": .text("error"), "path": .text("App.xcodeproj/project.pbxproj"),
          "line": .number(27), "column": .number(24), "endColumn": .number(34), "rule": .text("team"),
          "message": .text("DEVELOPMENT_TEAM is Z9********, which is not canonical in rule 'team': ABCDE12345, (empty)"),
          "remedy": .text(Finding.samples[0].remedy), "commit": .text(Finding.origin.commit),
          "author": .text("A U Thor <author@example.com>"), "fingerprint": .text(Finding.fingerprint(0)),
        ]))
  }

  @Test func `Unknown details are left out`() throws {
    let document = try document(.of(Finding(.missingRules(files: 1), .error, fingerprint: Finding.fingerprint(0))))
    let members = try #require(document["findings"]?.list.first?.members.keys)
    #expect(Set(members) == ["kind", "severity", "message", "remedy", "fingerprint"])
    #expect(document["simulation"] == nil)
    #expect(try self.document(.clean)["findings"] == .list([]))
  }

  @Test func `Numbers are those of the report`() throws {
    let document = try document(.full)
    #expect(document["summary"]?["errors"] == .number(31) && document["summary"]?["warnings"] == .number(8))
    #expect(document["summary"]?["notes"] == .number(6) && document["summary"]?["accepted"] == .number(3))
    #expect(document["summary"]?["commits"] == .number(7) && document["summary"]?["bytes"] == .number(123_456))
    #expect(document["simulation"]?["valueSets"] == .number(20))
    #expect(document["program"] == .text(Version.current) && document["version"] == .number(1))
  }

  @Test(arguments: [
    (VerifyTarget.revision("HEAD"), "revision", ["HEAD"]), (.range(["A..B", "^C"]), "range", ["A..B", "^C"]),
    (.history, "history", []), (.staged, "staged", []), (.worktree, "worktree", []),
  ])
  func `A report has the target`(target: VerifyTarget, kind: String, revisions: [String]) throws {
    let found = try document(VerifyReport(target))["target"]
    #expect(found == .object(["kind": .text(kind), "revisions": .list(revisions.map { .text($0) })]))
  }

  @Test func `The result depends on whether warnings count as errors`() throws {
    let warning = VerifyReport.of(Finding(.otherFilter(filter: "lfs"), .warning, fingerprint: Finding.fingerprint(0)))
    #expect(try document(warning)["summary"]?["isFailing"] == .truth(false))
    #expect(try document(warning, strictly: true)["summary"]?["isFailing"] == .truth(true))
    #expect(try document(warning, strictly: true)["summary"]?["warnings"] == .number(1))
    #expect(try document(.clean, strictly: true)["summary"]?["isFailing"] == .truth(false))
  }

  @Test(arguments: Awkward.paths)
  func `A path is unchanged`(path: String) throws {
    let finding = try document(.of(Awkward.finding(Path(path))))["findings"]?.list.first
    #expect(finding?["path"]?.text.map(bytes) == bytes(path))
  }

  @Test func `A path that is not UTF-8 is escaped`() throws {
    let finding = try document(.of(Awkward.finding(Path(Awkward.bytes))))["findings"]?.list.first
    #expect(finding?["path"] == .text(#"caf\xe9/\x01.txt"#))
  }

  // MARK: The schema detects errors

  @Test(arguments: [
    (["version"], JSON.number(2), "$.version: "), (["program"], .number(1), "$.program: "),
    (["target", "kind"], .text("all"), "$.target.kind: "), (["summary", "files"], .number(-1), "$.summary.files: too small"),
    (["summary", "isFailing"], .number(1), "$.summary.isFailing: "),
    (["simulation", "valueSets"], .number(-1), "$.simulation.valueSets: too small"), (["findings"], .object([:]), "$.findings: "),
    (["findings"], .list([.object([:])]), "$.findings[0]: no member 'fingerprint'"),
  ])
  func `The schema refuses an invalid document`(path: [String], value: JSON, flaw: String) throws {
    let changed = try document(.full).changed(at: path) { _ in value }
    let flaws = try VerifySchema.read().flaws(of: changed)
    #expect(flaws.contains { $0.hasPrefix(flaw) }, "\(flaws)")
  }
}
