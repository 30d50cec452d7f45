package import Platform

/// The paths and kinds of content that are never munged, independent of the attributes.
package enum Exclusion {
  /// Files that configure git, git-munge or git-lfs.
  private static let names: Set = [Path(".gitattributes"), Path(".gitmodules"), Path(".gitmunge"), Path(".lfsconfig")]

  package static func isExcluded(_ path: Path) -> Bool {
    names.contains(path.name) || names.contains(Path(finalName(path.name.bytes)))
  }

  /// The name without `~123`: if NAME exists, `git apply` has `NAME~123` smudged and renames it to NAME.
  private static func finalName(_ name: [UInt8]) -> ArraySlice<UInt8> {
    let digits = name.reversed().prefix { (0x30...0x39).contains($0) }.count
    let rest = name.dropLast(digits)
    return digits > 0 && rest.last == UInt8(ascii: "~") ? rest.dropLast() : name[...]
  }

  /// A kind of content that is never munged.
  package enum Content: Sendable, CaseIterable {
    case binary
    case binaryPropertyList
    /// Text in UTF-16 or UTF-32: with a byte order mark, or a NUL in each of the first two pairs of bytes.
    case wideCharacters
    case largeFilePointer
  }

  /// The kind of content that is never munged; `nil` for all other.
  package static func kind(of bytes: [UInt8]) -> Content? {
    kind(head: bytes.prefix(headLength), count: bytes.count) ?? (bytes.span.containsNUL ? .binary : nil)
  }

  /// The part of content that is never munged that can be searched: the bytes without NUL, and a blank for the byte
  /// that tells the kind.
  package static func text(in bytes: [UInt8]) -> [UInt8] {
    let text = bytes.filter { $0 != 0 }
    return kind(of: text) == nil ? text : [.space] + text.dropFirst()
  }

  /// The number of leading bytes that identify every kind with a magic number.
  static let headLength = 64
  private static let maxPointerLength = 1024

  /// The kind by the first bytes alone; content with a NUL after them is binary too (`Spool.exclusion`).
  package static func kind(head: ArraySlice<UInt8>, count: Int) -> Content? {
    if head.starts(with: "bplist".utf8) { return .binaryPropertyList }
    if byteOrderMarks.contains(where: head.starts) || unmarked.contains(head.prefix(4).map { $0 == 0 }) {
      return .wideCharacters
    }
    if count < maxPointerLength && pointerLines.contains(where: head.starts) { return .largeFilePointer }
    return nil
  }

  /// The marks of UTF-16 and UTF-32; the one of UTF-32 in little endian starts with that of UTF-16.
  private static let byteOrderMarks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF], [0, 0, 0xFE, 0xFF]]

  /// Which of the first bytes of UTF-16 without a mark are NUL, in both byte orders.
  private static let unmarked = [[false, true, false, true], [true, false, true, false]]

  private static let pointerLines = [
    "version https://git-lfs.github.com/spec/", "version http://git-media.io/v/",
  ].map(\.bytes)
}
