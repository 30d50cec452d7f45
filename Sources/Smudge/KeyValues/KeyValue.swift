/// A key and its value in some content, such as `DEVELOPMENT_TEAM = ABCDE12345;`.
struct KeyValue: Sendable, Equatable {
  /// The quotes around a value.
  enum Quotes: Sendable, Equatable { case none, single, double }

  /// The index of its key in the scanner's keys.
  let key: Int
  /// The range of the key with its conditions, `KEY[sdk=iphoneos*]`, without quotes around it.
  let name: Range<Int>
  /// The range of the value without its quotes; can be empty.
  let value: Range<Int>
  let quotes: Quotes
}
