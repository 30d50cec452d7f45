import Platform
import Rules
import Smudge

/// Finds the problems of one version of a file by the rules of one commit.
struct FileInspector {
  let rules: Rules
  var scanner: LeakScanner
  /// The commit of the rules; `nil` for the newest ones, and those of the index.
  var base: String?

  /// The properties of a path that decide about findings.
  func reach(_ path: Path, _ attribute: FilterAttribute) -> SeenBlobs.ScanContext {
    SeenBlobs.ScanContext(
      rules: scanner.reach(path) + scanner.known.map { $0.names(path) }, attribute: attribute, role: scanner.role(of: path))
  }

  /// `bytes`: the content in readable form; `matches`: those in it, if they are known.
  private func found(
    in content: [UInt8], _ bytes: [UInt8], _ path: Path, _ attribute: FilterAttribute, _ matches: LeakScanner.Matches?
  ) -> [LocatedFinding] {
    HitLocator(path, content, bytes).placed(scanner.hits(in: bytes, path, attribute, matches), .change)
      + AttributeCheck(scanner).findings(in: bytes, path, attribute).map { LocatedFinding(finding: $0) }
  }

  // MARK: Changes

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
    let bytes = scanner.readable(content)
    let isText = compared && Exclusion.kind(of: bytes) == nil
    let matches = isText ? scanner.matches(in: bytes) : nil
    return Reading(
      found: found(in: content, bytes, path, attribute, matches),
      canonicalLines: matches.map { ReplacedTexts(scanner, path).lines(in: bytes, $0.texts) } ?? [:], isText: isText)
  }

  /// Texts that replace canonical texts of an old version. `gone`: lines with a canonical text, less those of the new version.
  func replaced(from old: [UInt8], to new: [UInt8], _ path: Path, gone: [[UInt8]: Int]) -> [Finding] {
    let bytes = scanner.readable(new)
    let hits = ReplacedTexts(scanner, path).hits(from: scanner.readable(old), to: bytes, gone: gone)
    return HitLocator(path, new, bytes).placed(hits, .change).map(\.finding)
  }
}
