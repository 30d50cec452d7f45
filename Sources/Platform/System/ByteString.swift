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
  /// `==` by `memcmp(3)`.
  package func hasSameBytes(as other: ArraySlice<UInt8>) -> Bool {
    count == other.count && withUnsafeBytes { one in other.withUnsafeBytes { Libc.areEqual(one, $0) } }
  }

  /// `firstIndex(of:)` by `memchr(3)`.
  package func index(of byte: UInt8) -> Int? {
    withUnsafeBytes { Libc.index(of: byte, in: $0) }.map { startIndex + $0 }
  }
}
