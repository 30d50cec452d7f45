import Platform
import Smudge

/// Turns what was found in one version of a file into findings.
struct LeakReport {
  let path: Path
  let bytes: [UInt8]
  private let lines: TextLines

  init(_ path: Path, _ bytes: [UInt8]) {
    (self.path, self.bytes, lines) = (path, bytes, TextLines(bytes))
  }

  /// What a place is judged by.
  enum Scope: Sendable {
    /// All that a tree holds: what only looks like a leak may have been there for ever.
    case tree
    /// What somebody has just brought in.
    case change
  }

  func findings(_ hits: [LeakScanner.Hit], _ scope: Scope, origin: Finding.Origin? = nil) -> [Finding] {
    hits.map { hit in
      let line = lines.number(at: hit.range.lowerBound)
      let column = lines.column(at: hit.range.lowerBound)
      return Finding(
        hit.matter, severity(hit.matter.kind, scope),
        at: Finding.Location(
          path: path, line: line, column: column, endColumn: column + bytes[hit.range].count { $0 & 0xC0 != 0x80 }),
        rule: hit.rule, origin: origin,
        fingerprint: Finding.fingerprint(hit.matter.kind, hit.rule, path, text(of: line)))
    }
  }

  /// The line without what is around it.
  private func text(of line: Int) -> [UInt8] {
    let blanks: Set = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")]
    let text = lines.text(of: line).drop { blanks.contains($0) }
    return Array(text.prefix(text.lastIndex { !blanks.contains($0) }.map { $0 - text.startIndex + 1 } ?? 0))
  }

  func line(of hit: LeakScanner.Hit) -> Int { lines.number(at: hit.range.lowerBound) }

  /// What tells a hit from others, wherever its line stands.
  func identity(of hit: LeakScanner.Hit) -> Identity { Identity(matter: hit.matter, line: text(of: line(of: hit))) }

  struct Identity: Hashable {
    let matter: Finding.Matter
    let line: [UInt8]
  }

  private func severity(_ kind: Finding.Kind, _ scope: Scope) -> Finding.Severity {
    switch kind {
    case .looksLocal, .nearLeak:
      switch scope {
      case .tree: .warning
      case .change: .error
      }
    case .foreignValue, .localText, .ownText, .formerText, .badRules, .missingRules, .notRestored, .filterActive,
      .changedFile:
      .error
    case .unusedRule, .missingAttribute, .needlessAttribute, .otherFilter, .neverMunged, .ambiguousTexts: .warning
    case .unseenLocal: .advice
    }
  }
}
