import Platform
import Smudge

/// A line of a `.gitattributes` file that sets `filter=munge` (gitattributes(5)).
struct MungingLine: Sendable {
  let file: Path
  let pattern: [UInt8]

  static func all(in content: [UInt8], of file: Path) -> [MungingLine] {
    content.split(separator: UInt8(ascii: "\n")).compactMap { text in
      guard let line = AttributeLine(text), case .pattern(let pattern) = line.subject, line.attributes.contains(.munge)
      else { return nil }
      return MungingLine(file: file, pattern: pattern)
    }
  }

  /// Whether only a git with `core.ignorecase`, as on macOS and Windows, takes the pattern for that of the file.
  func differsInCase(from path: Path) -> Bool {
    func lowercased(_ bytes: [UInt8]) -> [UInt8] { bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
    // A pattern of a directory sets nothing for its files.
    let isOfDirectory = pattern.last == UInt8(ascii: "/") || path.ancestors.contains { covers($0, lowercased) }
    return !isOfDirectory && !covers(path, { $0 }) && covers(path, lowercased)
  }

  private func covers(_ path: Path, _ change: ([UInt8]) -> [UInt8]) -> Bool {
    let directory = file.parent.map { $0.bytes + [UInt8(ascii: "/")] } ?? []
    guard path.bytes.starts(with: directory) else { return false }
    return PathPattern(change(pattern)).covers(Path(change(Array(path.bytes.dropFirst(directory.count)))))
  }
}
