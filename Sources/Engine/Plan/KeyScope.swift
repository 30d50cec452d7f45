/// What restricts a rule to the values of keys, such as `DEVELOPMENT_TEAM`.
package struct KeyScope: Sendable, Hashable {
  /// How much of a value a text of the rule is.
  package enum Extent: String, Sendable, CaseIterable {
    /// It stands alone somewhere in the value.
    case part
    /// It is the value.
    case whole
  }

  /// What clean does with a line that shows the local text and that the source does not have.
  package enum OnInsert: String, Sendable, CaseIterable {
    /// It gets the canonical text.
    case keep
    /// It goes, unless all that surrounds it is new as well.
    case drop
  }

  /// At least one; identifier characters, `.` and `:`.
  package var keys: [[UInt8]]
  package let extent: Extent
  package var onInsert: OnInsert

  package init(keys: [[UInt8]], extent: Extent, onInsert: OnInsert = .keep) {
    (self.keys, self.extent, self.onInsert) = (keys, extent, onInsert)
  }
}
