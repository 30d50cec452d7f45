/// The definition of a word: identifier characters are `[A-Za-z0-9_-]`, all other bytes separate words.
///
/// `.` is a separator, so that a rule for `com.acme` also matches in `com.acme.ios` and `group.com.acme`.
package enum Boundary {
  private static let identifiers = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")

  /// Whether a byte is an identifier character.
  package static func isIdentifier(_ byte: UInt8) -> Bool { identifiers.contains(byte) }

  /// Whether `range` has word boundaries on both sides: no identifier character is next to it.
  static func surrounds(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    (range.lowerBound == 0 || !isIdentifier(bytes[range.lowerBound - 1]))
      && (range.upperBound == bytes.count || !isIdentifier(bytes[range.upperBound]))
  }
}
