// Additions to the standard library.

/// Typed throws for functions that have untyped ones in the standard library.
extension Sequence {
  /// `filter` with typed throws.
  package func kept<Failure: Error>(_ isKept: (Element) throws(Failure) -> Bool) throws(Failure) -> [Element] {
    var result: [Element] = []
    for element in self where try isKept(element) { result.append(element) }
    return result
  }
}

extension Sequence where Element: Hashable {
  /// The elements without repetitions, in the order of their first occurrence.
  package var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }

  /// The number of occurrences of each element.
  package var counted: [Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies `holds`; all elements after it have to satisfy it too (`std::partition_point`).
  ///
  /// Inlinable, because the matcher of another target calls it for each candidate: unspecialized, clean took 10 % longer.
  @inlinable
  package func partitioningIndex(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

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
