import Platform

// Bytes as text, and text as input of git.
extension Collection<UInt8> {
  /// The bytes as UTF-8, with a replacement character for what is not.
  var utf8Text: String { String(decoding: self, as: UTF8.self) }
}

extension [UInt8] {
  /// The lines as text, without empty ones.
  package var lines: [String] { split(separator: .newline).map(\.utf8Text) }
}

extension Sequence<String> {
  /// The texts as lines of an input.
  var inputLines: [UInt8] { flatMap { Array("\($0)\n".utf8) } }
}
