/// A set of ASCII bytes as a bitmap of 128 bits.
struct ByteSet: Sendable {
  static let blanks = ByteSet(" \t")
  static let lineEnds = ByteSet("\n\r")
  static let whiteSpace = ByteSet(" \t\n\r")
  static let quotes = ByteSet("\"'")
  static let hexadecimal = ByteSet("0123456789ABCDEFabcdef")

  /// The bits of the bytes below 64.
  private let low: UInt64
  private let high: UInt64

  init(_ bytes: String) {
    var (low, high): (UInt64, UInt64) = (0, 0)
    for byte in bytes.utf8 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }
    (self.low, self.high) = (low, high)
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
  }
}
