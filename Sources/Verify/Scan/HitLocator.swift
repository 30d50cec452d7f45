package import Platform

/// Converts the hits in one version of a file to findings.
package struct HitLocator {
  /// The scope, which decides the severity.
  package enum Scope: Sendable {
    /// A whole tree: what only looks like a leak can be old.
    case tree
    /// New content.
    case change
  }

  private let path: Path
  private let lines: LineLocator

  /// `bytes`: the readable content.
  package init(_ path: Path, _ content: [UInt8], _ bytes: [UInt8]) {
    (self.path, lines) = (path, LineLocator(content, bytes))
  }

  /// The identity of a finding, independent of the name of its file.
  struct Identity: Hashable {
    let detail: Finding.Detail
    let rule: [UInt8]?
    var lines: [[UInt8]] = []
  }

  /// The findings in ascending order of their places.
  package func placed(_ hits: [LeakScanner.Hit], _ scope: Scope) -> [LocatedFinding] {
    var (cursor, text, neighbours, fingerprints) = (LineLocator.Cursor(), [UInt8](), [[UInt8]](), [[UInt8]: String]())
    return hits.map { hit in
      // A line can be long and hold many hits.
      if lines.move(&cursor, to: hit.range.lowerBound) {
        (text, neighbours, fingerprints) = (lines.mark(at: cursor), lines.neighbours(of: cursor), [:])
      }
      let sort = Array(hit.detail.kind.rawValue.utf8) + [0] + hit.rule
      let fingerprint = fingerprints[sort] ?? Finding.fingerprint(hit.detail.kind, hit.rule, path, lines.text(at: cursor))
      fingerprints[sort] = fingerprint
      let location = Finding.Location(
        path: path, line: cursor.line, column: cursor.column, endColumn: cursor.column + hit.range.count)
      let finding = Finding(
        hit.detail, severity(hit.detail.kind, scope), at: location, rule: hit.rule.isEmpty ? nil : hit.rule,
        fingerprint: fingerprint)
      return LocatedFinding(finding: finding, gitLine: cursor.gitLine, text: text, neighbours: neighbours)
    }
  }

  private func severity(_ kind: Finding.Kind, _ scope: Scope) -> Finding.Severity {
    switch scope {
    case .tree: kind.severityInTree
    case .change: kind.severity
    }
  }
}
