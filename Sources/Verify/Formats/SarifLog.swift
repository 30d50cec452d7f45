import Platform
import Smudge

/// A report as a log file of SARIF 2.1.0 with one run, for code scanning services.
///
/// Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0, errata 01.
struct SarifLog {
  let report: VerifyReport
  let isStrict: Bool

  var text: String {
    let log: JSONObject = [
      "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
      "version": "2.1.0", "runs": [run],
    ]
    return JSONText.encoded(log) + "\n"
  }

  private static let base = "%SRCROOT%"

  private var run: JSONObject {
    let driver: JSONObject = [
      "name": "git-munge", "semanticVersion": Version.current,
      // All kinds, found or not, so that `ruleIndex` is the same in every report.
      "rules": Finding.Kind.allCases.map(rule),
    ]
    // Paths are relative to the top of the working tree, wherever that is.
    let bases: JSONObject = [Self.base: ["description": text("The top of the working tree.")] as JSONObject]
    return [
      "tool": ["driver": driver] as JSONObject, "originalUriBaseIds": bases, "columnKind": "unicodeCodePoints",
      "results": report.listed.map(result), "properties": ["summary": report.summary],
    ]
  }

  private func text(_ words: String) -> JSONObject { ["text": words] }

  /// A message with text of the repository: with placeholders (3.11.5) and links (3.11.6) escaped.
  private func escapedText(_ words: String) -> JSONObject {
    let marks: [Unicode.Scalar: String] = ["{": "{{", "}": "}}"]
    let links: [Unicode.Scalar: String] = words.contains("](") ? ["[": "\\[", "]": "\\]", "\\": "\\\\"] : [:]
    return text(words.unicodeScalars.map { marks[$0] ?? links[$0] ?? String($0) }.joined())
  }

  /// The description of a kind. The levels of SARIF are the severities.
  private func rule(_ kind: Finding.Kind) -> JSONObject {
    [
      "id": kind.rawValue,
      "name": kind.rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(),
      "shortDescription": text(kind.summary), "fullDescription": text(kind.meaning), "help": text(kind.remedy),
      "defaultConfiguration": ["level": kind.severity.rawValue],
    ]
  }

  private func result(_ finding: Finding) -> JSONObject {
    let remedy = finding.remedy.prefix(1).uppercased() + finding.remedy.dropFirst()
    return [
      "ruleId": finding.kind.rawValue, "ruleIndex": Finding.Kind.allCases.firstIndex(of: finding.kind) ?? -1,
      "level": finding.severity(strictly: isStrict).rawValue,
      "message": escapedText("\(finding.message). \(remedy)."),
      "locations": [["physicalLocation": place(of: finding)]],
      "partialFingerprints": ["gitMunge/v1": finding.fingerprint], "properties": finding.commit.map { ["commit": $0] },
    ]
  }

  /// The place of a finding. Services reject results without a file and a line: a finding about the whole repository is
  /// reported for the file to change, and one about a whole file at its first line.
  private func place(of finding: Finding) -> JSONObject {
    let place = finding.location
    let region: JSONObject = [
      "startLine": place?.line ?? 1, "startColumn": place?.column, "endColumn": place?.endColumn,
    ]
    let uri = (place?.path ?? Path(finding.kind.file)).percentEncoded
    return ["artifactLocation": ["uri": uri, "uriBaseId": Self.base], "region": region]
  }
}

extension Path {
  private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)

  /// A relative reference (RFC 3986, 4.2). A colon is encoded as well, because `a:b` would have a scheme.
  fileprivate var percentEncoded: String {
    bytes.map { byte in
      if Self.unreserved.contains(byte) { return String(UnicodeScalar(byte)) }
      return "%\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
    }.joined()
  }
}
