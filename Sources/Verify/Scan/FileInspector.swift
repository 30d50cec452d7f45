import Platform
import Smudge

/// Says what is the matter with one version of a file.
struct FileInspector {
  typealias Found = LeakReport.LocatedFinding

  let rules: Rules
  let scanner: LeakScanner
  private let check: AttributeCheck
  /// Counted from that of the newest commit.
  private let ruleSet: Int

  init(rules: Rules, scanner: LeakScanner, ruleSet: Int = 0) {
    (self.rules, self.scanner, check, self.ruleSet) = (rules, scanner, AttributeCheck(scanner), ruleSet)
  }

  /// What a path has to do with what is found.
  func reach(_ path: Path, _ attribute: WorktreeFile.Attribute) -> SeenBlobs.ScanContext {
    SeenBlobs.ScanContext(
      rules: scanner.reach(path) + scanner.known.map { $0.names(path) }, attribute: attribute, manner: FileRole(path),
      ruleSet: ruleSet)
  }

  func found(in content: [UInt8], _ path: Path, _ attribute: WorktreeFile.Attribute) -> [Found] {
    let bytes = scanner.readable(content)
    return placed(scanner.hits(in: bytes, path, attribute), path, content, bytes)
      + check.findings(in: bytes, path, attribute).map { Found(finding: $0) }
  }

  private func placed(_ hits: [LeakScanner.Hit], _ path: Path, _ content: [UInt8], _ bytes: [UInt8]) -> [Found] {
    hits.isEmpty ? [] : LeakReport(path, content, bytes).placed(hits, .change)
  }

  // MARK: Changes

  /// What one version of a file has.
  struct Reading {
    let found: [Found]
    /// Lines with a canonical text, each as often as it stands there.
    let canonicalLines: [[UInt8]: Int]
    /// Whether it is of a kind that can be munged.
    let isText: Bool
  }

  /// `compared`: whether it is to be compared with other versions.
  func reading(_ content: [UInt8], _ path: Path, _ attribute: WorktreeFile.Attribute, compared: Bool) -> Reading {
    let bytes = compared ? scanner.readable(content) : []
    let isText = compared && Exclusion.kind(of: bytes) == nil
    return Reading(
      found: found(in: content, path, attribute),
      canonicalLines: isText ? ReplacedTexts(scanner, path).lines(in: bytes) : [:], isText: isText)
  }

  /// What stands in place of canonical texts of an old version. `gone`: lines with one that the new version has less often.
  func replaced(from old: [UInt8], to new: [UInt8], _ path: Path, gone: [[UInt8]: Int]) -> [Found] {
    let bytes = scanner.readable(new)
    return placed(ReplacedTexts(scanner, path).hits(from: scanner.readable(old), to: bytes, gone: gone), path, new, bytes)
  }
}
