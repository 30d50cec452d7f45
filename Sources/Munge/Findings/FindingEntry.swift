import Platform

/// A finding in the JSON of `git munge verify` and `git munge status` (docs/verify.schema.json).
struct FindingEntry: Encodable {
  let kind: String
  let severity: String
  let path: String?
  let line: Int?
  let column: Int?
  let endColumn: Int?
  let rule: String?
  let message: String
  let remedy: String
  let commit: String?
  let author: String?
  let fingerprint: String
}

extension FindingEntry {
  init(_ finding: Finding, _ showing: Finding.Showing) {
    self.init(
      kind: finding.kind.id, severity: finding.severity.rawValue,
      path: finding.location.map { JSONText.string($0.path.bytes) }, line: finding.location?.line,
      column: finding.location?.column, endColumn: finding.location?.endColumn,
      rule: finding.rule.map { JSONText.string($0) }, message: finding.message(showing), remedy: finding.remedy,
      commit: finding.origin?.commit, author: finding.origin?.author, fingerprint: finding.fingerprint)
  }
}
