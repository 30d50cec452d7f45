import Platform
import Smudge

/// Turns what was found in one version of a file into findings.
struct LeakReport {
  /// What a place is judged by.
  enum Scope: Sendable {
    /// All that a tree holds: what only looks like a leak may have been there for ever.
    case tree
    /// What somebody has just brought in.
    case change
  }

  private let path: Path
  private let lines: LineLocator

  /// `bytes`: the content as it is read.
  init(_ path: Path, _ content: [UInt8], _ bytes: [UInt8]) {
    (self.path, lines) = (path, LineLocator(content, bytes))
  }

  /// A finding, and its line.
  struct LocatedFinding {
    var finding: Finding
    /// From 1, as git counts them; 0 where it is a matter of the whole file.
    var gitLine = 0
    /// What is around it, without blanks; in long lines, a digest of that.
    var text: [UInt8] = []
    /// The same of the lines before and after it.
    var neighbours: [[UInt8]] = []
  }

  /// Tells a finding from others, whatever the name of its file.
  struct Identity: Hashable {
    let detail: Finding.Detail
    let rule: [UInt8]?
    var lines: [[UInt8]] = []
  }

  /// In ascending order of their places.
  func placed(_ hits: [LeakScanner.Hit], _ scope: Scope) -> [LocatedFinding] {
    var (cursor, text, neighbours, fingerprints) = (LineLocator.Cursor(), [UInt8](), [[UInt8]](), [[UInt8]: String]())
    return hits.map { hit in
      // A line may be long and hold many.
      if lines.move(&cursor, to: hit.range.lowerBound) {
        (text, neighbours, fingerprints) = (lines.mark(at: cursor), lines.neighbours(of: cursor), [:])
      }
      let sort = Array(hit.detail.kind.id.utf8) + [0] + hit.rule
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
