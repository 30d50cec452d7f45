// Short forms of the conversions between texts and bytes.

extension String {
  /// The text of bytes, with a replacement character where they are not UTF-8.
  @inlinable
  package init(utf8 bytes: some Collection<UInt8>) { self.init(decoding: bytes, as: UTF8.self) }
}

extension StringProtocol {
  /// The bytes of the text in UTF-8.
  @inlinable
  package var bytes: [UInt8] { Array(utf8) }
}
