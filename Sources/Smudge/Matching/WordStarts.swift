/// A text with the offsets at which its words start: `com.acme` has 0 and 4.
struct WordStarts: Equatable {
  let bytes: [UInt8]
  let starts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = bytes.indices.filter { Boundary.isStart($0, in: bytes.span) }
  }

  /// The offsets at which this text contains `other` as whole words.
  func offsets(of other: WordStarts) -> [Int] {
    starts.filter { offset in
      let end = offset + other.bytes.count
      guard end <= bytes.count, end == bytes.count || !Boundary.isIdentifier(bytes[end]) else { return false }
      return bytes[offset..<end] == other.bytes[...]
    }
  }

  func contains(_ other: WordStarts) -> Bool { !offsets(of: other).isEmpty }

  /// The suffixes of this text, from a word on, that are prefixes of `other` up to a word's end: `b.c` for `a.b.c`
  /// and `b.c.d`.
  func overlaps(into other: WordStarts) -> [ArraySlice<UInt8>] {
    starts.dropFirst().map { bytes[$0...] }.filter { other.begins(with: $0) }
  }

  /// Whether this text ends with one of some words, from a word on, and has more in front of them.
  func ends(withOneOf words: Set<ArraySlice<UInt8>>) -> Bool {
    !words.isEmpty && starts.dropFirst().contains { words.contains(bytes[$0...]) }
  }

  /// The proper prefixes of the text up to a word's end.
  var beginnings: [ArraySlice<UInt8>] {
    bytes.indices.filter { !Boundary.isIdentifier(bytes[$0]) }.map { bytes[..<$0] }
  }

  /// Whether these words are a proper prefix of this text.
  func begins(with words: ArraySlice<UInt8>) -> Bool {
    bytes.count > words.count && !Boundary.isIdentifier(bytes[words.count]) && bytes.starts(with: words)
  }

  func overlaps(_ other: WordStarts) -> Bool { !overlaps(into: other).isEmpty || !other.overlaps(into: self).isEmpty }
}
