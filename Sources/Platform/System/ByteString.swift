import Libc

/// Bytes as a key of a dictionary, hashed and compared as a whole; `ArraySlice` does both byte by byte.
package struct ByteString: Hashable, Sendable {
  package let bytes: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  package static func == (one: ByteString, other: ByteString) -> Bool { one.bytes.hasSameBytes(as: other.bytes) }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytes.count)
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

extension ArraySlice<UInt8> {
  /// Whether both have the same bytes, as `==` tells, by `memcmp(3)`.
  package func hasSameBytes(as other: ArraySlice<UInt8>) -> Bool {
    count == other.count
      && withUnsafeBytes { one in
        other.withUnsafeBytes { other in
          guard let one = one.baseAddress, let start = other.baseAddress else { return true }
          return memcmp(one, start, other.count) == 0
        }
      }
  }

  /// The first index of a byte, as `firstIndex(of:)` gives it, by `memchr(3)`.
  package func index(of byte: UInt8) -> Int? {
    withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let place = memchr(start, Int32(byte), bytes.count) else { return nil }
      return startIndex + (UnsafeRawPointer(place) - start)
    }
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without surrounding white space.
  package var trimmed: ArraySlice<UInt8> {
    func isText(_ byte: UInt8) -> Bool { byte != .space && byte != .tab && byte != .newline && byte != 0x0D }
    guard let first = firstIndex(where: isText), let last = lastIndex(where: isText) else { return [] }
    return self[first...last]
  }

  /// The index after the last newline; the start if there is none.
  package var startOfLastLine: Int { lastIndex(of: .newline).map { $0 + 1 } ?? startIndex }
}

extension Span<UInt8> {
  package var containsNUL: Bool {
    withUnsafeBytes { bytes in bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false }
  }
}

extension [UInt8] {
  /// The bytes of a C string, without the zero at its end.
  package init(cString text: UnsafePointer<CChar>) {
    self.init(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }
}
