import Smudge

/// A text and where it matches: in the values of a key, or as a word anywhere.
struct ScopedText: Hashable {
  let text: [UInt8]
  let key: [UInt8]?
  let extent: KeyScope.Extent?

  /// The text in the values of each key; `nil`: anywhere.
  static func all(
    _ text: [UInt8], _ keys: [[UInt8]]?, _ extent: KeyScope.Extent? = nil
  ) -> [ScopedText] {
    guard let keys else { return [ScopedText(text: text, key: nil, extent: nil)] }
    return keys.map { ScopedText(text: text, key: $0, extent: extent) }
  }

  /// Both texts of a pair.
  static func all(_ pair: TextPair, _ keyed: KeyScope?) -> [ScopedText] {
    // A canonical text of a key is never a former text there, neither as the whole value nor as a part of it.
    let canonical = KeyScope.Extent.allCases.flatMap { all(pair.canonical, keyed?.keys, $0) }
    let extents = pair.canonical.isEmpty ? KeyScope.Extent.allCases.map(Optional.some) : [keyed?.extent]
    return canonical + extents.flatMap { all(pair.replacement ?? pair.canonical, keyed?.keys, $0) }
  }
}
