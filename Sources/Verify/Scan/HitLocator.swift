package import Platform

/// Converts the hits in one version of a file to findings.
package struct HitLocator {
  /// The scope, which decides the severity.
  package enum Scope: Sendable {
    /// A whole tree: what only looks like a leak can be older than the rule.
    case tree
    /// New content.
    case change
  }

  private let path: Path
  private let content: [UInt8]
  private let bytes: [UInt8]

  /// `bytes`: the readable content.
  package init(_ path: Path, _ content: [UInt8], _ bytes: [UInt8]) {
    (self.path, self.content, self.bytes) = (path, content, bytes)
  }

  /// The findings in ascending order of their places.
  package func placed(_ hits: [LeakScanner.Hit], _ scope: Scope) -> [LocatedFinding] {
    if hits.isEmpty { return [] }
    let lines = LineLocator(content, bytes)
    var (cursor, text, neighbours, fingerprints) = (LineLocator.Cursor(), [UInt8](), [[UInt8]](), [[UInt8]: String]())
    return hits.map { hit in
      // A line can be long and hold many hits.
      if lines.move(&cursor, to: hit.range.lowerBound) {
        (text, neighbours, fingerprints) = (LineLocator.mark(lines.text(at: cursor)), lines.neighbours(of: cursor), [:])
      }
      let kind = hit.detail.kind
      let sort = Array(kind.rawValue.utf8) + [0] + hit.rule
      let fingerprint = fingerprints[sort] ?? Finding.fingerprint(kind, hit.rule, path, lines.text(at: cursor))
      fingerprints[sort] = fingerprint
      let location = Finding.Location(
        path: path, line: cursor.line, column: cursor.column, endColumn: cursor.column + hit.range.count, gitLine: cursor.gitLine)
      let finding = Finding(
        hit.detail, scope == .tree ? kind.severityInTree : kind.severity, at: location, rule: hit.rule.isEmpty ? nil : hit.rule,
        fingerprint: fingerprint)
      return LocatedFinding(finding: finding, text: text, neighbours: neighbours)
    }
  }
}
