/// A file path: bytes of any encoding, as the operating system has it.
package struct Path: Hashable, Sendable, Codable {
  package var bytes: [UInt8]

  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  package init(_ string: String) { bytes = string.bytes }

  /// A path below a directory; `name` alone if it is absolute, or the directory is empty.
  package static func / (directory: Path, name: Path) -> Path {
    if name.isAbsolute || directory.bytes.isEmpty { return name }
    return Path(directory.bytes + (directory.bytes.last == .slash ? [] : [.slash]) + name.bytes)
  }

  package static func / (directory: Path, name: String) -> Path { directory / Path(name) }

  package var isAbsolute: Bool { bytes.first == .slash }

  /// The last component (`basename(1)`).
  package var name: Path { Path(bytes[(lastSlash.map { $0 + 1 } ?? 0)...]) }

  /// The path without its last component; `nil` for `/` and for a path without a slash.
  package var parent: Path? {
    guard let slash = lastSlash else { return nil }
    if bytes.count == 1 { return nil }
    return Path(bytes[..<max(slash, 1)])
  }

  /// The parent directories, outermost first: `a/b/c` has `a` and `a/b`.
  package var ancestors: [Path] {
    let ends = bytes.indices.dropFirst().filter { bytes[$0] == .slash }
    return ends.map { Path(bytes[..<$0]) }
  }

  /// Whether this path is below `directory`, by comparison of names alone.
  package func isInside(_ directory: Path) -> Bool {
    bytes.count > directory.bytes.count && bytes.starts(with: directory.bytes) && bytes[directory.bytes.count] == .slash
  }

  /// The rest of the path below `directory`; the path itself if it is not inside.
  package func relative(to directory: Path) -> Path {
    isInside(directory) ? Path(bytes[(directory.bytes.count + 1)...]) : self
  }

  private var lastSlash: Int? { bytes.lastIndex(of: .slash) }

  /// The path as an argument of a C function.
  package var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  /// The path as one word of a shell command in a message, without quotes if a shell needs none.
  package var shellWord: String { argument.shellWord }

  /// The path as one word of a shell command in a message: escaped.
  package var shellQuoted: String { argument.shellQuoted }

  /// The path with `./` before a name that a command would read as an option.
  private var argument: [UInt8] { (bytes.first == .hyphen ? "./".bytes : []) + bytes }
}

extension [UInt8] {
  /// A text as one word of a shell command in a message, without quotes if a shell needs none.
  package var shellWord: String {
    let text = escaped(self)
    let isPlain = !isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "._-/".contains($0) }
    return isPlain ? text : shellQuoted
  }

  fileprivate var shellQuoted: String {
    "'" + escaped(self, writing: ["'": "'\\''"], secondHash: "''#") + "'"
  }
}

extension [Path] {
  /// The paths in one line.
  package var listed: String { map { "\($0)" }.joined(separator: ", ") }
}

extension Path: Comparable, CustomStringConvertible {
  /// The order of git's index: by bytes.
  package static func < (one: Path, other: Path) -> Bool { one.bytes.lexicographicallyPrecedes(other.bytes) }

  /// The path for messages, escaped: a file name must not move the cursor or run a command of a CI server.
  package var description: String { escaped(bytes) }
}
