/// A path as the operating system sees it: bytes, of any encoding.
public struct Path: Hashable, Sendable {
  public var bytes: [UInt8]

  public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  public init(_ string: String) { bytes = Array(string.utf8) }

  public static func / (folder: Path, name: Path) -> Path {
    if name.isAbsolute || folder.bytes.isEmpty { return name }
    return Path(folder.bytes + (folder.bytes.last == slash ? [] : [slash]) + name.bytes)
  }

  public static func / (folder: Path, name: String) -> Path { folder / Path(name) }

  public var isAbsolute: Bool { bytes.first == Path.slash }

  /// The last part of the path; the whole of a path without a slash.
  public var name: Path { Path(bytes[(lastSlash.map { $0 + 1 } ?? 0)...]) }

  /// The folder that holds the last part; `nil` where the path names none.
  public var parent: Path? {
    guard let slash = lastSlash else { return nil }
    return slash == 0 ? (bytes.count == 1 ? nil : Path("/")) : Path(bytes[..<slash])
  }

  /// The folders above the last part, outermost first: `a/b/c` has `a` and `a/b`.
  public var ancestors: [Path] {
    bytes.indices.filter { bytes[$0] == Path.slash && $0 > 0 }.map { Path(bytes[..<$0]) }
  }

  /// Whether this path lies below `folder`, by name alone.
  public func isInside(_ folder: Path) -> Bool {
    bytes.count > folder.bytes.count && bytes.starts(with: folder.bytes)
      && bytes[folder.bytes.count] == Path.slash
  }

  private var lastSlash: Int? { bytes.lastIndex(of: Path.slash) }

  private static let slash = UInt8(ascii: "/")

  var terminated: [UInt8] { bytes + [0] }
}

extension Path {
  /// As one word of a shell command, to be copied from a message; control bytes are escaped, for that.
  public var shellQuoted: String {
    "'" + escaped(bytes).split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}

extension Path: Comparable {
  /// In the order of their bytes, as git has it.
  public static func < (one: Path, other: Path) -> Bool { one.bytes.lexicographicallyPrecedes(other.bytes) }
}

extension Path: CustomStringConvertible {
  /// For people: control bytes and bytes that are no UTF-8 are escaped, so that a name cannot move the cursor.
  public var description: String { escaped(bytes) }
}

/// Bytes as one line of text that is safe on a terminal: `\n`, `\x1b` and the like for what is not printable.
public func escaped(_ bytes: some Collection<UInt8>) -> String {
  let text = String(decoding: bytes, as: UTF8.self)
  guard text.utf8.elementsEqual(bytes) else { return bytes.map(escapedByte).joined() }
  return text.unicodeScalars.map { scalar in
    let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    if isControl { return escapedByte(UInt8(truncatingIfNeeded: scalar.value)) }
    let isInvisible = invisible.contains { $0.contains(scalar.value) }
    return isInvisible ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
  }.joined()
}

/// Characters that show nothing, or turn the direction of what follows: text that is not what it seems.
private let invisible: [ClosedRange<UInt32>] = [
  0x00AD...0x00AD, 0x061C...0x061C, 0x180E...0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
  0xFEFF...0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F,
]

private func escapedByte(_ byte: UInt8) -> String {
  switch byte {
  case 0x09: return "\\t"
  case 0x0A: return "\\n"
  case 0x0D: return "\\r"
  case 0x20..<0x7F: return String(UnicodeScalar(byte))
  default:
    let hex = String(byte, radix: 16)
    return "\\x" + (hex.count == 1 ? "0" + hex : hex)
  }
}
