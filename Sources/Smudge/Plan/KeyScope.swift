/// A restriction of a rule to values of keys, such as `DEVELOPMENT_TEAM = ABCDE12345;`.
package struct KeyScope: Sendable, Hashable {
  /// Whether a text has to be the whole value of a key.
  package enum Extent: String, Sendable, CaseIterable {
    /// The text is a word, or several, anywhere in the value.
    case part
    /// The text is the value.
    case whole
  }

  /// What clean does with a line that has the local text and no line in the source.
  package enum OnInsert: String, Sendable, CaseIterable {
    /// It replaces the text by the canonical one.
    case keep
    /// It drops the line, unless its block is new too.
    case drop
  }

  /// At least one key; of identifier characters, `.` and `:`.
  package var keys: [[UInt8]]
  package let extent: Extent
  package var onInsert: OnInsert

  package init(keys: [[UInt8]], extent: Extent, onInsert: OnInsert = .keep) {
    (self.keys, self.extent, self.onInsert) = (keys, extent, onInsert)
  }
}
