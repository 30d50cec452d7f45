// The conversions between texts and bytes.

extension Collection<UInt8> {
  /// The text of the bytes in UTF-8, with a replacement character for others.
  @inlinable
  package var string: String { String(decoding: self, as: UTF8.self) }
}

extension StringProtocol {
  /// The bytes of the text in UTF-8.
  @inlinable
  package var bytes: [UInt8] { Array(utf8) }
}
