// Values of keys, for reports.

extension CompiledPlan {
  /// A key of a rule with its value in some content.
  package struct KeyMatch: Sendable, Equatable {
    package let key: [UInt8]
    /// The bytes of the value, without quotes; can be empty.
    package let range: Range<Int>
    package let isQuoted: Bool
  }

  /// The values of keys, in ascending order; none in content that is never munged. UTF-16 has to be narrowed (`readable`).
  package func keyMatches(in bytes: [UInt8]) -> [KeyMatch] {
    guard let keyed, Exclusion.kind(of: bytes) == nil else { return [] }
    return keyed.scanner.keyValues(in: bytes).map { keyValue in
      KeyMatch(key: keyed.keys[keyValue.key].name, range: keyValue.value, isQuoted: keyValue.quotes != .none)
    }
  }
}
