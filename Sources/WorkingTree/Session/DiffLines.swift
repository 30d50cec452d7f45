/// The `diff` attribute of filter lines: for editor support, `*.plist filter=munge` becomes `*.plist filter=munge diff=munge`.
///
/// `-filter` and `!filter` get `!diff`, so that a file has the driver only if the lines give it the filter.
enum DiffLines {
  case none, munge

  private static let forms: [(filter: [UInt8], diff: [UInt8])] = [
    (Array(" filter=munge".utf8), Array(" diff=munge".utf8)), (Array(" -filter".utf8), Array(" !diff".utf8)),
    (Array(" !filter".utf8), Array(" !diff".utf8)),
  ]

  /// Filter lines as they are written to the file.
  func written(_ lines: [UInt8]) -> [UInt8] {
    switch self {
    case .none: lines
    case .munge:
      Self.mapped(lines) { line in line + (Self.forms.first { line.ends(with: $0.filter) }?.diff ?? []) }
    }
  }

  /// Written lines without `diff`.
  static func read(_ written: [UInt8]) -> [UInt8] {
    mapped(written) { line in forms.first { line.ends(with: $0.filter + $0.diff) }.map { line.dropLast($0.diff.count) } ?? line }
  }

  private static func mapped(_ lines: [UInt8], _ change: (ArraySlice<UInt8>) -> ArraySlice<UInt8>) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    return Array(lines.split(separator: newline, omittingEmptySubsequences: false).map(change).joined(separator: [newline]))
  }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
