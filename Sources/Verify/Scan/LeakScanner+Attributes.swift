// Files whose attribute does not fit the rules.

package import Platform
import Rules
import Smudge

extension LeakScanner {
  /// The finding about the attribute of a file; `bytes`: its content.
  package func attributeFindings(in bytes: [UInt8], _ path: Path, _ attribute: FilterAttribute) -> [Finding] {
    if Exclusion.isExcluded(path) { return [] }
    let result: Finding? =
      switch attribute {
      case .munged where Exclusion.kind(of: bytes) != nil:
        (text(in: bytes, path) ?? text(in: bytes.filter { $0 != 0 }, path)).map {
          finding(.neverMunged($0.text, in: $0.known.rule.file), path, $0.known)
        }
      case .unspecified:
        carried(in: bytes, path).map { finding(.missingAttribute($0.text, in: $0.known.rule.file), path, $0.known) }
      case .other(let filter) where attribute.isMisspelled:
        text(in: bytes, path).map {
          finding(.misspelledFilter($0.text, filter, in: $0.known.rule.file), path, $0.known)
        }
      case .other(let filter):
        (known.first { $0.names(path) } ?? carried(in: bytes, path)?.known).map {
          finding(.otherFilter(filter: filter, path, in: $0.rule.file), path, $0)
        }
      case .munged, .marked, .declined: nil
      }
    return [result].compactMap(\.self)
  }

  /// The finding for content that is never munged, where this content with a canonical text was.
  func hidden(since old: [UInt8], _ path: Path) -> [LocatedFinding] {
    text(in: old, path).map {
      [LocatedFinding(finding: finding(.neverMunged($0.text, "held", in: $0.known.rule.file), path, $0.known))]
    } ?? []
  }

  /// A canonical text that a rule would munge.
  private func text(
    in bytes: [UInt8], _ path: Path, where isWanted: (Range<Int>, LeakRule) -> Bool = { _, _ in true }
  ) -> (text: [UInt8], known: LeakRule)? {
    for match in idle.matchesInAnyContent(in: bytes) where match.isToken(.canonical) && !match.text.isEmpty {
      if let known = owner(of: match, path, where: { isWanted(match.range, $0) }) { return (match.text, known) }
    }
    return nil
  }

  /// A canonical text that a build uses: not where it is known to stay, and in source code only as a string.
  private func carried(in bytes: [UInt8], _ path: Path) -> (text: [UInt8], known: LeakRule)? {
    if Exclusion.kind(of: bytes) != nil { return nil }
    let role = FileRole(path)
    // Most files hold no text, and need no answer.
    lazy var isLeft = LeaveReason(path)?.words != nil
    var check = NonIdentifierCheck(bytes, role)
    return text(in: bytes, path) { range, known in
      if known.names(path) { return true }
      if isLeft || check.isInComment(range.lowerBound) { return false }
      return switch role {
      case .prose, .text: false
      case .code: Self.isQuoted(range, bytes)
      case .data: true
      case .markup: Self.isWhole(range, bytes)
      }
    }
  }

  private func finding(_ detail: Finding.Detail, _ path: Path, _ known: LeakRule) -> Finding {
    Finding(detail, at: Finding.Location(path: path), rule: known.rule.name)
  }

  private static let quotes = Set("\"'`".utf8)

  /// Whether the text is in a string literal without blanks.
  static func isQuoted(_ range: Range<Int>, _ bytes: [UInt8]) -> Bool {
    func isEnd(_ byte: UInt8) -> Bool { byte <= 0x20 || quotes.contains(byte) }
    guard let start = bytes[..<range.lowerBound].lastIndex(where: isEnd),
      let end = bytes[range.upperBound...].firstIndex(where: isEnd)
    else { return false }
    return bytes[start] == bytes[end] && quotes.contains(bytes[start])
  }

  /// Whether the text is the whole content between quotes or tags.
  private static func isWhole(_ range: Range<Int>, _ bytes: [UInt8]) -> Bool {
    guard range.lowerBound > 0, range.upperBound < bytes.count else { return false }
    let before = bytes[range.lowerBound - 1]
    let after = bytes[range.upperBound]
    return before == after && quotes.contains(before) || before == UInt8(ascii: ">") && after == .lessThan
  }
}

extension FilterAttribute {
  /// Whether the attribute was probably meant to be `filter=munge`.
  package var isMisspelled: Bool {
    guard case .other(let filter) = self else { return false }
    return nearestWord(to: filter, among: [FilterAttribute.mark]) != nil
  }
}
