/// A place where a key has a value, such as `DEVELOPMENT_TEAM = ABCDE12345;`.
struct KeyValue: Sendable, Equatable {
  /// How a value is written.
  enum Quotes: Sendable, Equatable { case none, single, double }

  /// The index of its key among those that were sought.
  let key: Int
  /// The key with its conditions, `KEY[sdk=iphoneos*]`, in bytes of the content, without quotes around it.
  let name: Range<Int>
  /// Without its quotes; may be empty.
  let value: Range<Int>
  let quotes: Quotes
}
