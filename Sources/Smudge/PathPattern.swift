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
    /// `**`: any number of folders, and at the end of a pattern at least one name.
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
    while text.last == UInt8(ascii: " "), text.dropLast().last != backslash { text = text.dropLast() }
    return text
  }

  /// Whether the pattern matches the path, or a folder that the path is in.
  public func covers(_ path: Path) -> Bool {
    let names = path.bytes.split(separator: slash, omittingEmptySubsequences: false)
    let folders = (1..<max(names.count, 1)).contains { matches(names[..<$0]) }
    return folders || (reach == .anything && matches(names[...]))
  }

  private func matches(_ names: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    matchesGreedily(
      parts, Array(names), wildcard: .anyFolders, endingWildcardNeedsOne: parts.count > 1
    ) { part, name in
      if case .name(let glyphs) = part { PathPattern.matches(glyphs, name) } else { false }
    }
  }

  private static func matches(_ glyphs: [Glyph], _ name: ArraySlice<UInt8>) -> Bool {
    matchesGreedily(glyphs, Array(name), wildcard: .anyBytes, endingWildcardNeedsOne: false) {
      switch $0 {
      case .byte(let byte): byte == $1
      case .anyByte: true
      case .anyBytes: false
      case .set(let bytes): bytes.contains($1)
      }
    }
  }
}

private let slash = UInt8(ascii: "/")
private let backslash = UInt8(ascii: "\\")

/// Matches a row of items against a pattern with wildcards for any run of items.
///
/// Only the last wildcard met is ever lengthened, so this takes pattern times items steps at most:
/// a hostile pattern cannot make it run for ever.
private func matchesGreedily<Pattern: Equatable, Item>(
  _ pattern: [Pattern], _ items: [Item], wildcard: Pattern, endingWildcardNeedsOne: Bool,
  _ fits: (Pattern, Item) -> Bool
) -> Bool {
  var (place, item) = (0, 0)
  var retry: (place: Int, item: Int)?
  while item < items.count {
    if place < pattern.count, pattern[place] == wildcard {
      retry = (place, item)
      place += 1
      if place == pattern.count && endingWildcardNeedsOne { return true }
    } else if place < pattern.count, fits(pattern[place], items[item]) {
      (place, item) = (place + 1, item + 1)
    } else if let last = retry {
      retry = (last.place, last.item + 1)
      (place, item) = (last.place + 1, last.item + 1)
    } else {
      return false
    }
  }
  if endingWildcardNeedsOne, pattern.last == wildcard { return false }
  return pattern[place...].allSatisfy { $0 == wildcard }
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
      case backslash: glyphs.append(.byte(rest.popFirst() ?? backslash))
      case UInt8(ascii: "?"): glyphs.append(.anyByte)
      case UInt8(ascii: "*"): glyphs.append(.anyBytes)
      case UInt8(ascii: "["): glyphs.append(set(&rest))
      default: glyphs.append(.byte(byte))
      }
    }
    return parts + [part(glyphs)]
  }

  private static func part(_ glyphs: [Glyph]) -> Part {
    glyphs == [.anyBytes, .anyBytes] ? .anyFolders : .name(glyphs)
  }

  /// What follows `[`; a set that is never closed matches nothing, as in git.
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
      members.formUnion(member(byte, &rest))
    }
    return .set([])
  }

  private static func member(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Set<UInt8> {
    if byte == UInt8(ascii: "["), rest.first == UInt8(ascii: ":"), let named = named(&rest) { return named }
    let low = byte == backslash ? rest.popFirst() ?? backslash : byte
    guard rest.first == UInt8(ascii: "-"), let end = rest.dropFirst().first, end != UInt8(ascii: "]")
    else { return [low] }
    rest = rest.dropFirst(2)
    let high = end == backslash ? rest.popFirst() ?? backslash : end
    return low <= high ? Set(low...high) : []
  }

  /// A class such as `[:digit:]`; `nil`, with nothing read, where the name is not closed.
  private static func named(_ rest: inout ArraySlice<UInt8>) -> Set<UInt8>? {
    let name = rest.dropFirst().prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "]") }
    let tail = rest.dropFirst(1 + name.count)
    guard tail.starts(with: ":]".utf8) else { return nil }
    rest = tail.dropFirst(2)
    guard let found = CharacterClass(rawValue: String(decoding: name, as: UTF8.self)) else { return [] }
    return Set((0...127).filter(found.contains))
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
