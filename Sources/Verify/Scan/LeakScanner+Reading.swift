import Platform
import Smudge

// The problems of one version of a file by the rules of one commit.
extension LeakScanner {
  /// The result for one version of a file.
  struct Reading {
    let found: [LocatedFinding]
    /// Lines with a canonical text, and the number of each.
    let canonicalLines: [[UInt8]: Int]
    /// What signs with the certificate or profile of one developer.
    let signing: [Finding]
    /// Whether the version is text that can be munged.
    let isText: Bool
  }

  /// The result for one version of a file. `compared`: whether it will be compared with other versions.
  func reading(_ content: [UInt8], _ path: Path, _ attribute: FilterAttribute, compared: Bool) -> Reading {
    let isText = compared && Exclusion.kind(of: content) == nil
    let matches = isText ? matches(in: content) : nil
    var hits = hits(in: content, path, attribute, matches)
    if attribute != .munged, attribute != .declined { hits = LeakScanner.surest(hits + strayHits(in: content, path)) }
    let found = hits.placed(path, content, .change)
    return Reading(
      found: found + attributeFindings(in: content, path, attribute).map { LocatedFinding(finding: $0) },
      canonicalLines: matches.map { ReplacedTexts(self, path).lines(in: content, $0.texts) } ?? [:],
      signing: isText && base == nil ? SigningValues.findings(in: content, path) : [], isText: isText)
  }

  /// The gap that the blob of a file, which is missing or too large, leaves in the search. Throws if it is missing, and
  /// a rule munges the file, or private rules can.
  func gap(
    _ path: Path, _ attribute: FilterAttribute, commit: String?, isTooLarge: @autoclosure () throws -> Bool
  ) throws -> VerifyReport.Gap? {
    let isRuled = reach(path).contains(true)
    if attribute == .munged, isRuled || known.isEmpty {
      if try isTooLarge() { return .tooLarge }
      throw RepositoryError.missingBlob(path, commit: commit)
    }
    return isRuled || knowsOwn ? .unreadable : nil
  }

  /// Texts that replace canonical texts of an old version. `gone`: lines with a canonical text, less those of the new
  /// version.
  func replaced(from old: [UInt8], to new: [UInt8], _ path: Path, gone: [[UInt8]: Int]) -> [Finding] {
    let hits = ReplacedTexts(self, path).hits(from: old, to: new, gone: gone)
    return hits.placed(path, new, .change).map(\.finding)
  }
}
