import Platform

/// Finds lines of `.gitattributes` that set `filter=munge` for files without a rule (gitattributes(5)).
struct NeedlessAttributes {
  /// Files with the attribute to which no rule applies.
  private let unruled: Set<Path>
  /// The other files with the attribute.
  private let ruled: [Path]

  /// `munged`: all files with the attribute.
  init(munged: [Path], _ scanner: LeakScanner) {
    let groups = Dictionary(grouping: munged) { scanner.reach($0).contains(true) }
    (unruled, ruled) = (Set(groups[false] ?? []), groups[true] ?? [])
  }

  func findings(in lines: [MungingLine]) -> [Finding] {
    lines.filter { line in unruled.contains(where: line.covers) && !ruled.contains(where: line.covers) }.map { line in
      Finding(.needlessAttribute, at: Finding.Location(path: line.file, line: line.number, column: 1), mark: line.text)
    }
  }
}
