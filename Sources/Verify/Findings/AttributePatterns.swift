package import Platform

/// Lines of the top `.gitattributes` that set an attribute of files, with one pattern for similar files
/// (gitattributes(5)).
package enum AttributePatterns {
  /// The lines for some files. Files of one ending in one directory share a line; so do those of one ending in three
  /// directories or more.
  package static func lines(for paths: [Path], _ attribute: String) -> [String] {
    let endings = Dictionary(grouping: paths) { ending(of: $0) }
    let everywhere = Set(endings.filter { $0.key != nil && Set($0.value.map(\.parent)).count >= 3 }.compactMap(\.key))
    let counts = paths.compactMap(pattern).counted
    return paths.map { path -> [UInt8] in
      let alone = [.slash] + AttributeLine.literal(path)
      guard let ending = ending(of: path), let pattern = pattern(path) else { return alone }
      if everywhere.contains(ending) { return [UInt8.asterisk] + ending }
      return counts[pattern] == 1 ? alone : pattern
    }.uniqued.map { "\(AttributeLine.written($0).string) \(attribute)" }
  }

  /// The extension with its dot; `nil` unless it is of ASCII letters, which a pattern needs no escape for.
  package static func ending(of path: Path) -> [UInt8]? {
    let name = path.name.bytes
    guard let dot = name.lastIndex(of: .dot), dot > 0 else { return nil }
    let ending = Array(name[dot...])
    return ending.dropFirst().allSatisfy { $0 < 0x80 && ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A } ? ending : nil
  }

  /// The pattern for all files of the directory with the ending of this one; `nil` without an ending.
  private static func pattern(_ path: Path) -> [UInt8]? {
    let directory = [.slash] + (path.parent.map { AttributeLine.literal($0) + [.slash] } ?? [])
    return ending(of: path).map { directory + [UInt8.asterisk] + $0 }
  }
}
