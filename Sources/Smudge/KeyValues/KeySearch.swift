/// A search for the values of keys in some content, for reports.
package struct KeySearch: Sendable {
  /// A key with its value.
  package struct KeyMatch: Sendable, Equatable {
    package let key: [UInt8]
    /// The bytes of the value, without quotes; can be empty.
    package let range: Range<Int>
    package let isQuoted: Bool
  }

  /// In the order of the scanner's keys.
  let keys: [[UInt8]]
  let scanner: KeyValueScanner

  package init(_ keys: some Sequence<[UInt8]>) {
    self.keys = Set(keys).sorted { $0.lexicographicallyPrecedes($1) }
    scanner = KeyValueScanner(keys: self.keys)
  }

  /// The values of the keys, in ascending order; none in content that is never munged. UTF-16 has to be narrowed (`readable`).
  package func matches(in bytes: [UInt8]) -> [KeyMatch] {
    keys.isEmpty || Exclusion.kind(of: bytes) != nil ? [] : matches(of: scanner.keyValues(in: bytes))
  }

  func matches(of keyValues: [KeyValue]) -> [KeyMatch] {
    keyValues.map { KeyMatch(key: keys[$0.key], range: $0.value, isQuoted: $0.quotes != .none) }
  }
}
