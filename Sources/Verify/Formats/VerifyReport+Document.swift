import Platform
import Rules
import Smudge

// The report for other programs.
extension VerifyReport {
  /// The report of `git munge verify` as JSON (docs/verify.schema.json).
  ///
  /// Within a version, names and meanings do not change; names can be added. Bytes of paths that are not UTF-8 are
  /// written as `\xNN`.
  func document(strictly: Bool) -> JSONObject {
    let summary: JSONObject = [
      "text": summary, "rules": rules?.rules.count, "isFailing": isFailing(strictly: strictly),
      "errors": findings.count { $0.severity == .error }, "warnings": findings.count { $0.severity == .warning },
      "notes": notes.count, "accepted": accepted, "commits": commits, "files": files,
    ]
    return [
      "version": 1, "program": Version.current, "target": target.json, "summary": summary,
      "findings": listed.map(\.json),
    ]
  }
}

extension VerifyTarget {
  fileprivate var json: JSONObject {
    let (kind, revisions): (String, [String]) =
      switch self {
      case .revision(let name): ("revision", [name])
      case .range(let words): ("range", words)
      case .pushed(let tips, let heads): ("range", tips.map(\.new) + ["--not"] + heads)
      case .history: ("history", [])
      case .staged: ("staged", [])
      case .worktree: ("worktree", [])
      }
    return ["kind": kind, "revisions": revisions]
  }
}

extension Finding {
  /// The finding in the JSON of `git munge verify` and `git munge status` (docs/verify.schema.json).
  package var json: JSONObject {
    [
      "kind": kind.rawValue, "severity": severity.rawValue, "path": location.map { JSONText.string($0.path.bytes) },
      "line": location?.line, "column": location?.column, "endColumn": location?.endColumn,
      "rule": rule.map { JSONText.string($0) }, "message": message, "remedy": remedy,
      "commit": commit, "fingerprint": fingerprint,
    ]
  }
}
