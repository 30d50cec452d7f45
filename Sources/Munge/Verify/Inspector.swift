import Platform
import Smudge

/// Says what is the matter with one version of a file.
struct Inspector {
  struct Found {
    let finding: Finding
    /// From 1, as git counts them; `nil` where it is a matter of the whole file.
    let line: Int?
    /// Tells it from others in its file, wherever its line stands, and whatever the name of the file.
    let identity: Identity
  }

  struct Identity: Hashable {
    let matter: Finding.Matter
    let rule: [UInt8]?
    /// Without what is around it; in long lines, a digest of that.
    let line: [UInt8]
  }

  let rules: Rules
  let scanner: LeakScanner
  private let check: AttributeCheck

  init(rules: Rules, scanner: LeakScanner) { (self.rules, self.scanner, check) = (rules, scanner, AttributeCheck(scanner)) }

  /// What a path has to do with what is found.
  func reach(_ path: Path, _ attribute: WorktreeFile.Attribute) -> SeenBlobs.Reach {
    SeenBlobs.Reach(
      rules: scanner.reach(path) + scanner.known.map { $0.names(path) }, attribute: attribute, manner: FileManner(path))
  }

  func found(in content: [UInt8], _ path: Path, _ attribute: WorktreeFile.Attribute) -> [Found] {
    let bytes = scanner.readable(content)
    let hits = scanner.hits(in: bytes, path, attribute)
    let leaks = hits.isEmpty ? [] : LeakReport(path, content, bytes).placed(hits, .change)
    return leaks.map { Found($0.finding, line: $0.gitLine, text: $0.text) }
      + check.findings(in: bytes, path, attribute).map { Found($0, line: nil, text: []) }
  }
}

extension Inspector.Found {
  fileprivate init(_ finding: Finding, line: Int?, text: [UInt8]) {
    (self.finding, self.line) = (finding, line)
    identity = Inspector.Identity(matter: finding.matter, rule: finding.rule, line: text)
  }
}
