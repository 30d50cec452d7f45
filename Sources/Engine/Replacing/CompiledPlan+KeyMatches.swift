// The values of keys, for reports.

extension CompiledPlan {
  /// A place where a key of a rule has a value.
  public struct KeyMatch: Sendable, Equatable {
    public let key: [UInt8]
    /// In bytes of the content, without quotes; may be empty.
    public let range: Range<Int>
    public let isQuoted: Bool
  }

  /// In ascending order, of content that may be munged; UTF-16 has to be narrowed (`readable`).
  public func keyMatches(in bytes: [UInt8]) -> [KeyMatch] {
    guard let keyed, Exclusion.kind(of: bytes) == nil else { return [] }
    return keyed.scanner.keyValues(in: bytes).map { keyValue in
      KeyMatch(key: keyed.keys[keyValue.key].name, range: keyValue.value, isQuoted: keyValue.quotes != .none)
    }
  }
}
