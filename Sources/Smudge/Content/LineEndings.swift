import Platform

/// A conversion of line endings, as git does it for `eol=crlf` (`gitattributes(5)`).
package enum LineEndings {
  /// Whether the first line ends with CRLF.
  package static func areCRLF(_ bytes: [UInt8]) -> Bool {
    bytes.firstIndex(of: .newline).map { bytes[..<$0].last == carriageReturn } ?? false
  }

  package static func withLF(_ bytes: [UInt8]) -> [UInt8] { converted(bytes, [.newline]) }
  package static func withCRLF(_ bytes: [UInt8]) -> [UInt8] { converted(bytes, [carriageReturn, .newline]) }

  private static let carriageReturn = UInt8(ascii: "\r")

  private static func converted(_ bytes: [UInt8], _ ending: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 32)
    for byte in bytes {
      if byte != .newline {
        result.append(byte)
        continue
      }
      if result.last == carriageReturn { result.removeLast() }
      result += ending
    }
    return result
  }
}
