/// Line endings as git gives them to a file with `eol=crlf`.
enum LineEndings {
  /// Judged by the first line.
  static func areCarriageReturned(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), end > 0 else { return false }
    return bytes[end - 1] == UInt8(ascii: "\r")
  }

  static func carriageReturned(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 32)
    var last: UInt8 = 0
    for byte in bytes {
      if byte == UInt8(ascii: "\n") && last != UInt8(ascii: "\r") { result.append(UInt8(ascii: "\r")) }
      result.append(byte)
      last = byte
    }
    return result
  }
}
