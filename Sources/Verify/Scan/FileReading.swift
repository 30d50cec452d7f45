import Platform
import Smudge

// The problems of one version of a file by the rules of one commit.
extension LeakScanner {
  /// The result for one version of a file.
  struct Reading {
    let found: [LocatedFinding]
    /// Lines with a canonical text, and the number of each.
    let canonicalLines: [[UInt8]: Int]
    /// Whether it is text that can be munged.
    let isText: Bool
  }

  /// `compared`: whether it will be compared with other versions.
  func reading(_ content: [UInt8], _ path: Path, _ attribute: FilterAttribute, compared: Bool) -> Reading {
    let bytes = readable(content)
    let isText = compared && Exclusion.kind(of: bytes) == nil
    let matches = isText ? matches(in: bytes) : nil
    let hits = hits(in: bytes, path, attribute, matches).placed(path, content, bytes, .change)
    return Reading(found: hits + attributeFindings(in: bytes, path, attribute).map { LocatedFinding(finding: $0) },
      canonicalLines: matches.map { ReplacedTexts(self, path).lines(in: bytes, $0.texts) } ?? [:], isText: isText)
  }

  /// Texts that replace canonical texts of an old version. `gone`: lines with a canonical text, less those of the new version.
  func replaced(from old: [UInt8], to new: [UInt8], _ path: Path, gone: [[UInt8]: Int]) -> [Finding] {
    let bytes = readable(new)
    let hits = ReplacedTexts(self, path).hits(from: readable(old), to: bytes, gone: gone)
    return hits.placed(path, new, bytes, .change).map(\.finding)
  }
}
