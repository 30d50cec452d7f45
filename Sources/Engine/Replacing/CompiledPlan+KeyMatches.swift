// The values of keys, for reports.

extension Lexicon {
  /// A place where a key of a rule has a value.
  public struct KeyedValue: Sendable, Equatable {
    public let key: [UInt8]
    /// In bytes of the content, without quotes; may be empty.
    public let range: Range<Int>
    public let isQuoted: Bool
  }

  /// In ascending order, of content that may be munged; UTF-16 has to be narrowed (`readable`).
  public func keyedValues(in bytes: [UInt8]) -> [KeyedValue] {
    guard let keyed, Exclusion.kind(of: bytes) == nil else { return [] }
    return keyed.scanner.sites(in: bytes).map { site in
      KeyedValue(key: keyed.keys[site.key].name, range: site.value, isQuoted: site.quotes != .none)
    }
  }
}
