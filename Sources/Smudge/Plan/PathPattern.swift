package import Platform

/// A pattern of `gitignore(5)`, matched against paths from the top of the working tree.
package struct PathPattern: Sendable, Equatable {
  /// The effect of a match on the rule: `!` excludes.
  package enum Effect: Sendable {
    case applies, excluded
  }

  package let text: [UInt8]
  package let effect: Effect
  /// Whether it ends with a slash, and so matches directories only.
  private let isForDirectories: Bool
  private let tokens: [PatternToken]
  /// The last byte of all names that match; `nil` if there are several.
  private let lastByte: UInt8?

  /// A path with the last bytes of its name and of its parents' names. Most patterns end with another byte.
  struct Subject {
    fileprivate let bytes: [UInt8]
    private let ends: [UInt8]

    init(_ path: Path) {
      bytes = path.bytes
      ends = zip(bytes, bytes.dropFirst() + [.slash]).filter { $1 == .slash }.map(\.0)
    }

    fileprivate func canEnd(with byte: UInt8?) -> Bool { byte.map(ends.contains) ?? true }
  }

  /// An element of a parsed pattern.
  private enum PatternToken: Equatable {
    case byte(UInt8)
    case set(Set<UInt8>)
    /// The wildcard `?`: any byte except `/`.
    case anyByte
    /// The wildcard `*`: any number of bytes except `/`.
    case anyBytes
    /// The wildcard `**/`: any number of directories, each with its slash.
    case directories

    func matches(_ other: UInt8) -> Bool {
      switch self {
      case .byte(let byte): byte == other
      case .set(let bytes): bytes.contains(other)
      case .anyByte: other != .slash
      case .anyBytes, .directories: false
      }
    }
  }

  package init(_ text: [UInt8]) {
    self.text = text
    var rest = PathPattern.withoutTrailingSpaces(text[...])
    effect = rest.first == .exclamationMark ? .excluded : .applies
    if effect == .excluded { rest = rest.dropFirst() }
    isForDirectories = rest.last == .slash
    if isForDirectories { rest = rest.dropLast() }
    let isAnchored = rest.contains(.slash)
    if rest.first == .slash { rest = rest.dropFirst() }
    tokens = (isAnchored ? [] : [.directories]) + PathPattern.tokens(rest)
    lastByte = if case .byte(let byte) = tokens.last, byte != .slash { byte } else { nil }
  }

  private static func withoutTrailingSpaces(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while text.last == .space, !isQuoting(text.dropLast()) { text = text.dropLast() }
    return text
  }

  /// Whether `text` ends with a backslash that is not escaped itself.
  private static func isQuoting(_ text: ArraySlice<UInt8>) -> Bool {
    text.reversed().prefix { $0 == .backslash }.count % 2 == 1
  }

  /// Whether the pattern matches the path or one of its parent directories.
  ///
  /// Backtracking extends only the last `*` and the last `**/`, so the steps are bounded by the lengths of pattern and
  /// path.
  package func covers(_ path: Path) -> Bool { covers(Subject(path)) }

  func covers(_ path: Subject) -> Bool {
    if !path.canEnd(with: lastByte) { return false }
    let bytes = path.bytes
    var token = 0
    var position = 0
    // The backtracking points: the token after the last wildcard, and the position where it is tried next.
    var star: (token: Int, position: Int)?
    var directories: (token: Int, position: Int)?

    while true {
      let next = token < tokens.count ? tokens[token] : nil
      let byte = position < bytes.count ? bytes[position] : nil
      if next == nil, byte == nil || byte == .slash { return byte == .slash || !isForDirectories }

      if next == .anyBytes || next == .directories {
        token += 1
        star = (token, position)
        if next == .directories {
          directories = star
          star = nil
        }
      } else if let byte, next?.matches(byte) == true {
        token += 1
        position += 1
        if byte == .slash { star = nil }
      } else if let last = star, last.position < bytes.count, bytes[last.position] != .slash {
        token = last.token
        position = last.position + 1
        star = (token, position)
      } else if let last = directories, let end = bytes[last.position...].firstIndex(of: .slash) {
        token = last.token
        position = end + 1
        directories = (token, position)
        star = nil
      } else {
        return false
      }
    }
  }
}

// The parser of a pattern.
extension PathPattern {
  private static func tokens(_ text: ArraySlice<UInt8>) -> [PatternToken] {
    var tokens: [PatternToken] = []
    var name: [PatternToken] = []
    var rest = text
    while let byte = rest.popFirst() {
      switch byte {
      case .slash:
        let isDirectories = name.count > 1 && name.allSatisfy { $0 == .anyBytes }
        tokens += isDirectories ? [.directories] : name + [.byte(.slash)]
        name = []
      // A slash separates names, escaped or not.
      case .backslash where rest.first == .slash: continue
      // A backslash at the end matches nothing.
      case .backslash: name.append(rest.popFirst().map(PatternToken.byte) ?? .set([]))
      case UInt8(ascii: "?"): name.append(.anyByte)
      case .asterisk: name.append(.anyBytes)
      case UInt8(ascii: "["): name.append(set(&rest))
      default: name.append(.byte(byte))
      }
    }
    return tokens + name
  }

  /// Parses a set after `[`; one without `]`, or with a named class such as `[:digit:]`, matches nothing.
  private static func set(_ rest: inout ArraySlice<UInt8>) -> PatternToken {
    let isNegated = rest.first == .exclamationMark || rest.first == UInt8(ascii: "^")
    if isNegated { rest = rest.dropFirst() }
    var members: Set<UInt8> = []
    while let byte = rest.popFirst() {
      if byte == .closingBracket && !members.isEmpty {
        let bytes = isNegated ? Set(0...UInt8.max).subtracting(members) : members
        return .set(bytes.subtracting([.slash]))
      }
      guard let more = member(byte, &rest) else { break }
      members.formUnion(more)
    }
    return .set([])
  }

  /// Parses a member of a set: a byte or a range; `nil` for a class.
  private static func member(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    if byte == UInt8(ascii: "["), rest.first == .colon { return nil }
    let low = byte == .backslash ? rest.popFirst() ?? .backslash : byte
    guard rest.first == .hyphen, let end = rest.dropFirst().first, end != .closingBracket else {
      return [low]
    }
    rest = rest.dropFirst(2)
    let high = end == .backslash ? rest.popFirst() ?? .backslash : end
    return low <= high ? Array(low...high) : [low]
  }
}
