package import Platform

/// A finding with its line.
package struct LocatedFinding {
  package let finding: Finding
  /// The line without blanks at the ends, or the digest of a long one; then the lines before and after it. None for a
  /// file.
  var lines: [[UInt8]] = []
}

extension Finding {
  /// The hit that the finding was made of, without its place.
  package var hit: LeakScanner.Hit { LeakScanner.Hit(detail: detail, rule: rule ?? [], range: 0..<0) }
}

extension [LeakScanner.Hit] {
  /// The scope, which decides the severity.
  package enum Scope: Sendable {
    /// What can be older than the rule.
    case tree
    /// New content, and a tree that is verified.
    case change
  }

  /// The findings, in ascending order of their places.
  package func placed(_ path: Path, _ content: [UInt8], _ scope: Scope) -> [LocatedFinding] {
    if isEmpty { return [] }
    var cursor = LineLocator(content)
    var lines = [[UInt8]]()
    var fingerprints = [[UInt8]: String]()
    return map { hit in
      // A line can be long and hold many hits.
      if cursor.move(to: hit.range.lowerBound) {
        lines = cursor.marks
        fingerprints = [:]
      }

      let kind = hit.detail.kind
      let sort = [UInt8](kind.rawValue.utf8) + [0] + hit.rule
      let fingerprint = fingerprints[sort] ?? Finding.fingerprint(kind, hit.rule, path, cursor.text)
      fingerprints[sort] = fingerprint

      let severity = hit.severity ?? (scope == .tree ? kind.severityInTree : kind.severity)
      let location = Finding.Location(
        path: path, line: cursor.line, column: cursor.column, endColumn: cursor.column + hit.range.count)
      let finding = Finding(
        hit.detail, severity, at: location, rule: hit.rule.isEmpty ? nil : hit.rule, fingerprint: fingerprint)
      return LocatedFinding(finding: finding, lines: lines)
    }
  }
}
