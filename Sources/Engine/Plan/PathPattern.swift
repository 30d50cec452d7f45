package import Platform

/// One pattern of `gitignore(5)`, matched against paths from the top of the working tree.
package struct PathPattern: Sendable, Equatable {
  /// What a match says of the rule.
  package enum Effect: Sendable { case applies, excluded }

  package let text: [UInt8]
  package let effect: Effect
  private let reach: EntryKind
  private let tokens: [PatternToken]

  private enum EntryKind { case anything, directoriesOnly }

  private enum PatternToken: Equatable {
    case byte(UInt8)
    case set(Set<UInt8>)
    /// `?`
    case anyByte
    /// `*`: what it matches has no slash.
    case anyBytes
    /// `**/`: any number of folders, each with its slash.
    case directories

    /// Whether it matches one byte, and this one.
    func matches(_ other: UInt8) -> Bool {
      switch self {
      case .byte(let byte): byte == other
      case .set(let bytes): bytes.contains(other)
      case .anyByte: other != slash
      case .anyBytes, .directories: false
      }
    }
  }

  package init(_ text: [UInt8]) {
    self.text = text
    var rest = PathPattern.withoutTrailingSpaces(text[...])
    effect = rest.first == UInt8(ascii: "!") ? .excluded : .applies
    if effect == .excluded { rest = rest.dropFirst() }
    reach = rest.last == slash ? .directoriesOnly : .anything
    if reach == .directoriesOnly { rest = rest.dropLast() }
    let isAnchored = rest.contains(slash)
    if rest.first == slash { rest = rest.dropFirst() }
    tokens = (isAnchored ? [] : [.directories]) + PathPattern.tokens(rest)
  }

  private static func withoutTrailingSpaces(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while text.last == UInt8(ascii: " "), !isQuoting(text.dropLast()) { text = text.dropLast() }
    return text
  }

  /// Whether what follows `text` is quoted: by a backslash that is not quoted itself.
  private static func isQuoting(_ text: ArraySlice<UInt8>) -> Bool {
    text.reversed().prefix { $0 == backslash }.count % 2 == 1
  }

  /// Whether the pattern matches the path, or a folder that the path is in.
  ///
  /// Only the last `*` and the last `**/` met are ever lengthened, so matching takes pattern times path steps at most: a
  /// hostile pattern cannot make it run for ever.
  package func covers(_ path: Path) -> Bool {
    let bytes = path.bytes
    var (token, place) = (0, 0)
    // What follows a wildcard, and from where on.
    var star: (token: Int, place: Int)?
    var directories: (token: Int, place: Int)?
    while true {
      let next = token < tokens.count ? tokens[token] : nil
      let byte = place < bytes.count ? bytes[place] : nil
      if next == nil, byte == nil || byte == slash { return byte == slash || reach == .anything }
      if next == .anyBytes || next == .directories {
        token += 1
        if next == .directories { (directories, star) = ((token, place), nil) } else { star = (token, place) }
      } else if let byte, next?.matches(byte) == true {
        (token, place) = (token + 1, place + 1)
        if byte == slash { star = nil }
      } else if let last = star, last.place < bytes.count, bytes[last.place] != slash {
        (token, place) = (last.token, last.place + 1)
        star = (token, place)
      } else if let last = directories, let end = bytes[last.place...].firstIndex(of: slash) {
        (token, place) = (last.token, end + 1)
        (directories, star) = ((token, place), nil)
      } else {
        return false
      }
    }
  }
}

private let slash = UInt8(ascii: "/")
private let backslash = UInt8(ascii: "\\")

// Reading a pattern.
extension PathPattern {
  private static func tokens(_ text: ArraySlice<UInt8>) -> [PatternToken] {
    var (tokens, name, rest): ([PatternToken], [PatternToken], ArraySlice<UInt8>) = ([], [], text)
    while let byte = rest.popFirst() {
      switch byte {
      case slash:
        let isDirectories = name.count > 1 && name.allSatisfy { $0 == .anyBytes }
        tokens += isDirectories ? [.directories] : name + [.byte(slash)]
        name = []
      // Quoted or not, it separates names.
      case backslash where rest.first == slash: continue
      // Quoting nothing, it matches nothing.
      case backslash: name.append(rest.popFirst().map(PatternToken.byte) ?? .set([]))
      case UInt8(ascii: "?"): name.append(.anyByte)
      case UInt8(ascii: "*"): name.append(.anyBytes)
      case UInt8(ascii: "["): name.append(set(&rest))
      default: name.append(.byte(byte))
      }
    }
    return tokens + name
  }

  /// What follows `[`; a set that is never closed, or names an unknown class, matches nothing, as in git.
  private static func set(_ rest: inout ArraySlice<UInt8>) -> PatternToken {
    let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest = rest.dropFirst() }
    var (members, isFirst) = (Set<UInt8>(), true)
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "]") && !isFirst {
        let found = isNegated ? Set(0...UInt8.max).subtracting(members) : members
        return .set(found.subtracting([slash]))
      }
      isFirst = false
      guard let more = member(byte, &rest) else { break }
      members.formUnion(more)
    }
    return .set([])
  }

  /// One byte, a range or a class; `nil` for an unknown class.
  private static func member(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Set<UInt8>? {
    if byte == UInt8(ascii: "["), rest.first == UInt8(ascii: ":"), let name = className(&rest) {
      return CharacterClass(rawValue: name).map { Set((0...127).filter($0.contains)) }
    }
    let low = byte == backslash ? rest.popFirst() ?? backslash : byte
    guard rest.first == UInt8(ascii: "-"), let end = rest.dropFirst().first, end != UInt8(ascii: "]")
    else { return [low] }
    rest = rest.dropFirst(2)
    let high = end == backslash ? rest.popFirst() ?? backslash : end
    return low <= high ? Set(low...high) : [low]
  }

  /// Of a class such as `[:digit:]`; `nil`, with nothing read, where it is not closed.
  private static func className(_ rest: inout ArraySlice<UInt8>) -> String? {
    let name = rest.dropFirst().prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "]") }
    let tail = rest.dropFirst(1 + name.count)
    guard tail.starts(with: ":]".utf8) else { return nil }
    rest = tail.dropFirst(2)
    return String(decoding: name, as: UTF8.self)
  }
}

/// The classes that `gitignore(5)` patterns may name, in ASCII.
private enum CharacterClass: String {
  case alnum, alpha, blank, cntrl, digit, graph, lower, print, punct, space, upper, xdigit

  func contains(_ byte: UInt8) -> Bool {
    let isLetter = (0x41...0x5A).contains(byte & 0xDF)
    let isDigit = (0x30...0x39).contains(byte)
    return switch self {
    case .alnum: isLetter || isDigit
    case .alpha: isLetter
    case .blank: byte == 0x20 || byte == 0x09
    case .cntrl: byte < 0x20 || byte == 0x7F
    case .digit: isDigit
    case .graph: (0x21...0x7E).contains(byte)
    case .lower: (0x61...0x7A).contains(byte)
    case .print: (0x20...0x7E).contains(byte)
    case .punct: (0x21...0x7E).contains(byte) && !isLetter && !isDigit
    case .space: byte == 0x20 || (0x09...0x0D).contains(byte)
    case .upper: (0x41...0x5A).contains(byte)
    case .xdigit: isDigit || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }
  }
}
