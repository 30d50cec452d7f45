/// Where a word ends: identifier characters are `[A-Za-z0-9_-]`, all other bytes separate words.
///
/// `.` separates, so that a rule for `com.acme` also reaches `com.acme.ios` and `group.com.acme`.
package enum Boundary {
  private static let identifiers = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")

  package static func isIdentifier(_ byte: UInt8) -> Bool { identifiers.contains(byte) }

  /// Whether `range` stands alone in `bytes`: no identifier character touches it on either side.
  static func surrounds(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    (range.lowerBound == 0 || !isIdentifier(bytes[range.lowerBound - 1]))
      && (range.upperBound == bytes.count || !isIdentifier(bytes[range.upperBound]))
  }
}
