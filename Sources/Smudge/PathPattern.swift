public import Platform

/// One pattern of `gitignore(5)`, matched against paths from the top of the working tree.
public struct PathPattern: Sendable, Equatable {
  /// What a match says of the rule.
  public enum Effect: Sendable { case applies, excluded }

  public let text: [UInt8]
  public let effect: Effect
  private let reach: Reach
  private let parts: [Part]

  private enum Reach { case anything, foldersOnly }

  /// What stands between two slashes of a pattern.
  private enum Part: Equatable {
    /// `**` or more of them: any number of folders, and at the end of a pattern at least one name.
    case anyFolders
    case name([Glyph])
  }

  private enum Glyph: Equatable {
    case byte(UInt8)
    case anyByte
    case anyBytes
    case set(Set<UInt8>)
  }

  public init(_ text: [UInt8]) {
    self.text = text
    var rest = PathPattern.withoutTrailingSpaces(text[...])
    effect = rest.first == UInt8(ascii: "!") ? .excluded : .applies
    if effect == .excluded { rest = rest.dropFirst() }
    reach = rest.last == slash ? .foldersOnly : .anything
    if reach == .foldersOnly { rest = rest.dropLast() }
    let isAnchored = rest.contains(slash)
    if rest.first == slash { rest = rest.dropFirst() }
    let parts = PathPattern.parts(rest)
    self.parts = isAnchored ? parts : [.anyFolders] + parts
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
  public func covers(_ path: Path) -> Bool {
    let names = path.bytes.split(separator: slash, omittingEmptySubsequences: false)
    guard let count = shortestMatch(in: names) else { return false }
    return count < names.count || reach == .anything
  }
}

private let slash = UInt8(ascii: "/")
private let backslash = UInt8(ascii: "\\")

// Only the last wildcard met is ever lengthened, so matching takes pattern times path steps at most: a
// hostile pattern cannot make it run for ever.
extension PathPattern {
  /// The number of leading names that the pattern matches, the least there is; `nil` where it matches none.
  private func shortestMatch(in names: [ArraySlice<UInt8>]) -> Int? {
    var (part, name) = (0, 0)
    var retry: (part: Int, name: Int)?
    while part < parts.count {
      if parts[part] == .anyFolders {
        retry = (part, name)
        part += 1
        // At the end it stands for what is inside.
        if part == parts.count { name += 1 }
      } else if name < names.count, PathPattern.fits(parts[part], names[name]) {
        (part, name) = (part + 1, name + 1)
      } else if let last = retry, name < names.count {
        retry = (last.part, last.name + 1)
        (part, name) = (last.part + 1, last.name + 1)
      } else {
        return nil
      }
    }
    return name <= names.count ? name : nil
  }

  private static func fits(_ part: Part, _ name: ArraySlice<UInt8>) -> Bool {
    guard case .name(let glyphs) = part else { return false }
    var (place, byte) = (0, name.startIndex)
    var retry: (place: Int, byte: Int)?
    while byte < name.endIndex {
      if place < glyphs.count, glyphs[place] == .anyBytes {
        retry = (place, byte)
        place += 1
      } else if place < glyphs.count, fits(glyphs[place], name[byte]) {
        (place, byte) = (place + 1, byte + 1)
      } else if let last = retry {
        retry = (last.place, last.byte + 1)
        (place, byte) = (last.place + 1, last.byte + 1)
      } else {
        return false
      }
    }
    return glyphs[place...].allSatisfy { $0 == .anyBytes }
  }

  private static func fits(_ glyph: Glyph, _ byte: UInt8) -> Bool {
    switch glyph {
    case .byte(let one): one == byte
    case .anyByte: true
    case .anyBytes: false
    case .set(let bytes): bytes.contains(byte)
    }
  }
}

// Reading a pattern.
extension PathPattern {
  private static func parts(_ text: ArraySlice<UInt8>) -> [Part] {
    var (parts, glyphs, rest): ([Part], [Glyph], ArraySlice<UInt8>) = ([], [], text)
    while let byte = rest.popFirst() {
      switch byte {
      case slash:
        parts.append(part(glyphs))
        glyphs = []
      // Quoted or not, it separates names.
      case backslash where rest.first == slash: continue
      // Quoting nothing, it matches nothing.
      case backslash: glyphs.append(rest.popFirst().map(Glyph.byte) ?? .set([]))
      case UInt8(ascii: "?"): glyphs.append(.anyByte)
      case UInt8(ascii: "*"): glyphs.append(.anyBytes)
      case UInt8(ascii: "["): glyphs.append(set(&rest))
      default: glyphs.append(.byte(byte))
      }
    }
    return parts + [part(glyphs)]
  }

  private static func part(_ glyphs: [Glyph]) -> Part {
    glyphs.count > 1 && glyphs.allSatisfy { $0 == .anyBytes } ? .anyFolders : .name(glyphs)
  }

  /// What follows `[`; a set that is never closed, or names an unknown class, matches nothing, as in git.
  private static func set(_ rest: inout ArraySlice<UInt8>) -> Glyph {
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
