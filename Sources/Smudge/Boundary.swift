/// Where a word ends: identifier characters are `[A-Za-z0-9_-]`, all other bytes separate words.
///
/// `.` separates, so that a rule for `com.acme` also reaches `com.acme.ios` and `group.com.acme`.
public enum Boundary {
  /// One bit per byte value below 128.
  private static let identifiers: (low: UInt64, high: UInt64) = {
    var (low, high): (UInt64, UInt64) = (0, 0)
    for byte in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-".utf8 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
    return (low, high)
  }()

  public static func isIdentifier(_ byte: UInt8) -> Bool {
    if byte >= 128 { return false }
    let bits = byte < 64 ? identifiers.low : identifiers.high
    return bits >> UInt64(byte & 63) & 1 == 1
  }

  /// Whether `range` stands alone in `bytes`: no identifier character touches it on either side.
  static func surrounds(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    (range.lowerBound == 0 || !isIdentifier(bytes[range.lowerBound - 1]))
      && (range.upperBound == bytes.count || !isIdentifier(bytes[range.upperBound]))
  }
}
