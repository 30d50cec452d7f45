import Platform

// The form of a finding for other programs.
extension Finding {
  /// Its form in the JSON of `git munge verify` and `git munge status` (docs/verify.schema.json).
  package func json(_ showing: Showing) -> JSONObject {
    [
      "kind": kind.rawValue, "severity": severity.rawValue, "path": location.map { JSONText.string($0.path.bytes) },
      "line": location?.line, "column": location?.column, "endColumn": location?.endColumn,
      "rule": rule.map { JSONText.string($0) }, "message": message(showing), "remedy": remedy,
      "commit": origin?.commit, "author": origin?.author, "fingerprint": fingerprint,
    ]
  }
}
