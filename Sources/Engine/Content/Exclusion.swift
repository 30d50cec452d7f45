package import Platform

/// What is never munged, whatever the attributes say.
package enum Exclusion {
  /// Files that steer git or git-munge itself.
  private static let names: Set<Path> = [
    Path(".gitattributes"), Path(".gitmodules"), Path(".gitmunge"), Path(".lfsconfig"),
  ]

  package static func isExcluded(_ path: Path) -> Bool {
    names.contains(path.name) || names.contains(Path(finalName(path.name.bytes)))
  }

  /// `git apply` writes `NAME~123`, asks for that to be smudged, and renames it to a NAME that exists already.
  private static func finalName(_ name: [UInt8]) -> ArraySlice<UInt8> {
    let start = name.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    let rest = name.dropLast(start)
    return start > 0 && rest.last == UInt8(ascii: "~") ? rest.dropLast() : name[...]
  }

  /// Why content passes as it is.
  package enum Content: Sendable, CaseIterable {
    case binary
    case binaryPropertyList
    /// UTF-32; and UTF-16, for whoever has not narrowed it.
    case wideCharacters
    case largeFilePointer
  }

  /// What content is that is never munged; `nil` for all other. UTF-16 has to be narrowed (`CompiledPlan.readable`).
  package static func kind(of bytes: [UInt8]) -> Content? { Spool(bytes).exclusion }

  /// Enough leading bytes to tell every kind that is told by its beginning.
  static let headLength = 64
  private static let longestPointer = 1024

  /// What the first bytes say; a NUL further on makes content binary too.
  static func kind(head: ArraySlice<UInt8>, count: Int) -> Content? {
    if head.starts(with: "bplist".utf8) { return .binaryPropertyList }
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return .wideCharacters }
    if head.starts(with: [0, 0, 0xFE, 0xFF]) { return .wideCharacters }
    if count < longestPointer && pointerLines.contains(where: head.starts) { return .largeFilePointer }
    return nil
  }

  private static let pointerLines = [
    Array("version https://git-lfs.github.com/spec/".utf8),
    Array("version http://git-media.io/v/".utf8),
  ]
}
