import Platform
import Rules
import Smudge

/// Finds the problems of one version of a file.
struct FileInspector {
  typealias Found = LocatedFinding

  let rules: Rules
  let scanner: LeakScanner
  private let check: AttributeCheck
  /// The index of its rule set; 0 is that of the newest commit.
  private let ruleSet: Int

  init(rules: Rules, scanner: LeakScanner, ruleSet: Int = 0) {
    (self.rules, self.scanner, check, self.ruleSet) = (rules, scanner, AttributeCheck(scanner), ruleSet)
  }

  /// The properties of a path that decide about findings.
  func reach(_ path: Path, _ attribute: FilterAttribute) -> SeenBlobs.ScanContext {
    SeenBlobs.ScanContext(
      rules: scanner.reach(path) + scanner.known.map { $0.names(path) }, attribute: attribute, role: FileRole(path),
      ruleSet: ruleSet)
  }

  func found(in content: [UInt8], _ path: Path, _ attribute: FilterAttribute) -> [Found] {
    let bytes = scanner.readable(content)
    return placed(scanner.hits(in: bytes, path, attribute), path, content, bytes)
      + check.findings(in: bytes, path, attribute).map { Found(finding: $0) }
  }

  private func placed(_ hits: [LeakScanner.Hit], _ path: Path, _ content: [UInt8], _ bytes: [UInt8]) -> [Found] {
    hits.isEmpty ? [] : HitLocator(path, content, bytes).placed(hits, .change)
  }

  // MARK: Changes

  /// The result for one version of a file.
  struct Reading {
    let found: [Found]
    /// Lines with a canonical text, and the number of each.
    let canonicalLines: [[UInt8]: Int]
    /// Whether it is text that can be munged.
    let isText: Bool
  }

  /// `compared`: whether it will be compared with other versions.
  func reading(_ content: [UInt8], _ path: Path, _ attribute: FilterAttribute, compared: Bool) -> Reading {
    let bytes = compared ? scanner.readable(content) : []
    let isText = compared && Exclusion.kind(of: bytes) == nil
    return Reading(
      found: found(in: content, path, attribute),
      canonicalLines: isText ? ReplacedTexts(scanner, path).lines(in: bytes) : [:], isText: isText)
  }

  /// Texts that replace canonical texts of an old version. `gone`: lines with a canonical text, less those of the new version.
  func replaced(from old: [UInt8], to new: [UInt8], _ path: Path, gone: [[UInt8]: Int]) -> [Found] {
    let bytes = scanner.readable(new)
    return placed(ReplacedTexts(scanner, path).hits(from: scanner.readable(old), to: bytes, gone: gone), path, new, bytes)
  }
}
