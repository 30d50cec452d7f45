import Engine
import Git
import Platform
import Smudge

/// Finds lines of `.gitattributes` that set `filter=munge` for files without a rule (gitattributes(5)).
struct NeedlessAttributes {
  /// A `.gitattributes` file.
  struct Source {
    let path: Path
    let content: [UInt8]
  }

  /// Files with the attribute to which no rule applies.
  private let unruled: Set<Path>
  /// The other files with the attribute.
  private let ruled: [Path]

  /// `munged`: all files with the attribute.
  init(munged: [Path], _ scanner: LeakScanner) {
    let groups = Dictionary(grouping: munged) { scanner.reach($0).contains(true) }
    (unruled, ruled) = (Set(groups[false] ?? []), groups[true] ?? [])
  }

  /// Whether there are such files.
  var areThere: Bool { !unruled.isEmpty }

  func findings(in sources: [Source]) -> [Finding] {
    sources.flatMap { source in
      source.content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        .compactMap { index, line in finding(line, source.path, index + 1) }
    }
  }

  private func finding(_ line: ArraySlice<UInt8>, _ file: Path, _ number: Int) -> Finding? {
    guard let pattern = Self.pattern(ofMunging: line) else { return nil }
    let directory = file.parent.map { $0.bytes + [UInt8(ascii: "/")] } ?? []
    func isCovered(_ path: Path) -> Bool {
      path.bytes.starts(with: directory) && PathPattern(pattern).covers(Path(path.bytes.dropFirst(directory.count)))
    }
    guard unruled.contains(where: isCovered), !ruled.contains(where: isCovered) else { return nil }
    return Finding(.needlessAttribute, at: Finding.Location(path: file, line: number, column: 1), mark: Array(line))
  }

  /// The pattern of a line with `filter=munge`; `nil` for other lines.
  private static func pattern(ofMunging line: ArraySlice<UInt8>) -> [UInt8]? {
    guard let line = AttributeLine(line), case .pattern(let pattern) = line.subject else { return nil }
    return line.attributes.contains(.munge) ? pattern : nil
  }
}
