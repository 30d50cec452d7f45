/// A key and its value in some content, such as `DEVELOPMENT_TEAM = ABCDE12345;`.
package struct KeyValue: Sendable, Equatable {
  /// The quotes around a value.
  package enum Quotes: Sendable, Equatable { case none, single, double }

  /// The index of its key in the scanner's keys.
  package let key: Int
  /// The range of the key with its conditions, `KEY[sdk=iphoneos*]`, without quotes around it.
  package let name: Range<Int>
  /// The range of the value without its quotes; can be empty.
  package let value: Range<Int>
  package let quotes: Quotes
}
