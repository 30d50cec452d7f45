// The values of keys, for reports.

extension CompiledPlan {
  /// A place where a key of a rule has a value.
  package struct KeyMatch: Sendable, Equatable {
    package let key: [UInt8]
    /// In bytes of the content, without quotes; may be empty.
    package let range: Range<Int>
    package let isQuoted: Bool
  }

  /// In ascending order, of content that may be munged; UTF-16 has to be narrowed (`readable`).
  package func keyMatches(in bytes: [UInt8]) -> [KeyMatch] {
    guard let keyed, Exclusion.kind(of: bytes) == nil else { return [] }
    return keyed.scanner.keyValues(in: bytes).map { keyValue in
      KeyMatch(key: keyed.keys[keyValue.key].name, range: keyValue.value, isQuoted: keyValue.quotes != .none)
    }
  }
}
