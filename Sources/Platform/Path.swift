/// A path as the operating system sees it: bytes, of any encoding.
package struct Path: Hashable, Sendable {
  package var bytes: [UInt8]

  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  package init(_ string: String) { bytes = Array(string.utf8) }

  package static func / (directory: Path, name: Path) -> Path {
    if name.isAbsolute || directory.bytes.isEmpty { return name }
    return Path(directory.bytes + (directory.bytes.last == slash ? [] : [slash]) + name.bytes)
  }

  package static func / (directory: Path, name: String) -> Path { directory / Path(name) }

  package var isAbsolute: Bool { bytes.first == Path.slash }

  /// The last part of the path; the whole of a path without a slash.
  package var name: Path { Path(bytes[(lastSlash.map { $0 + 1 } ?? 0)...]) }

  /// The folder that holds the last part; `nil` where the path names none.
  package var parent: Path? {
    guard let slash = lastSlash else { return nil }
    return slash == 0 ? (bytes.count == 1 ? nil : Path("/")) : Path(bytes[..<slash])
  }

  /// The folders above the last part, outermost first: `a/b/c` has `a` and `a/b`.
  package var ancestors: [Path] {
    bytes.indices.filter { bytes[$0] == Path.slash && $0 > 0 }.map { Path(bytes[..<$0]) }
  }

  /// Whether this path lies below `directory`, by name alone.
  package func isInside(_ directory: Path) -> Bool {
    bytes.count > directory.bytes.count && bytes.starts(with: directory.bytes)
      && bytes[directory.bytes.count] == Path.slash
  }

  private var lastSlash: Int? { bytes.lastIndex(of: Path.slash) }

  private static let slash = UInt8(ascii: "/")

  var terminated: [UInt8] { bytes + [0] }
}

extension Path {
  /// As one word of a shell command, to be copied from a message; control bytes are escaped, for that, and a name that begins
  /// as an option does is led by `./`.
  package var shellQuoted: String {
    let start = bytes.first == UInt8(ascii: "-") ? "./" : ""
    return "'" + start + escaped(bytes, writing: ["'": "'\\''"], secondHash: "''#") + "'"
  }
}

extension Path: Comparable {
  /// In the order of their bytes, as git has it.
  package static func < (one: Path, other: Path) -> Bool { one.bytes.lexicographicallyPrecedes(other.bytes) }
}

extension Path: CustomStringConvertible {
  /// For people: escaped, so that a name can neither move the cursor nor give a CI server a command.
  package var description: String { escaped(bytes) }
}
