/// What restricts a rule to the values of keys, such as `DEVELOPMENT_TEAM`.
public struct KeyScope: Sendable, Hashable {
  /// How much of a value a text of the rule is.
  public enum Extent: String, Sendable, CaseIterable {
    /// It stands alone somewhere in the value.
    case part
    /// It is the value.
    case whole
  }

  /// What clean does with a line that shows the local text and that the source does not have.
  public enum OnInsert: String, Sendable, CaseIterable {
    /// It gets the canonical text.
    case keep
    /// It goes, unless all that surrounds it is new as well.
    case drop
  }

  /// At least one; identifier characters, `.` and `:`.
  public var keys: [[UInt8]]
  public let extent: Extent
  public var onInsert: OnInsert

  public init(keys: [[UInt8]], extent: Extent, onInsert: OnInsert = .keep) {
    (self.keys, self.extent, self.onInsert) = (keys, extent, onInsert)
  }
}
