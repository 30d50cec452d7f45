import Platform

/// The definition of a word: identifier characters are `[A-Za-z0-9_-]`, all other bytes separate words.
///
/// `.` is a separator, so that a rule for `com.acme` also matches in `com.acme.ios` and `group.com.acme`. A dash behind
/// `:` is one too, as in `${TEAM:-ABCDE12345}`.
package enum Boundary {
  private static let identifiers = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")

  package static func isIdentifier(_ byte: UInt8) -> Bool { identifiers.contains(byte) }

  /// Whether a word can begin at a place.
  package static func isStart(_ place: Int, in bytes: Span<UInt8>) -> Bool {
    if place == 0 || !isIdentifier(bytes[place - 1]) { return true }
    return place > 1 && bytes[place - 1] == .hyphen && bytes[place - 2] == .colon
  }

  /// Whether `range` has word boundaries on both sides.
  static func surrounds(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let end = range.upperBound
    return isStart(range.lowerBound, in: bytes) && (end == bytes.count || !isIdentifier(bytes[end]))
  }
}

/// A set of ASCII bytes as a bitmap of 128 bits.
struct ByteSet: Sendable {
  static let blanks = ByteSet(" \t")
  static let lineEnds = ByteSet("\n\r")
  static let whiteSpace = ByteSet(" \t\n\r")
  static let quotes = ByteSet("\"'")

  /// The bits of the bytes below 64.
  private let low: UInt64
  private let high: UInt64

  init(_ bytes: String) {
    var low: UInt64 = 0
    var high: UInt64 = 0
    for byte in bytes.utf8 {
      let bit: UInt64 = 1 << UInt64(byte & 63)
      if byte < 64 { low |= bit } else { high |= bit }
    }
    self.low = low
    self.high = high
  }

  func contains(_ byte: UInt8) -> Bool { byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1 }
}
