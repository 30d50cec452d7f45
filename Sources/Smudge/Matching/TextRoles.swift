/// The roles of a text in a plan, as a set: a text can be canonical in one rule and local in another.
package struct TextRoles: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let canonical = TextRoles(rawValue: 1)
  /// A local text of the current plan.
  package static let local = TextRoles(rawValue: 2)
  /// A former local text, which clean replaces.
  package static let retired = TextRoles(rawValue: 4)
  /// A former local text that collides with a current one: reported, not replaced.
  package static let watched = TextRoles(rawValue: 8)
  /// A text of a rule with conflicts (`AmbiguityAnalysis`).
  package static let ambiguous = TextRoles(rawValue: 16)
  /// A text that clean can only restore from the source, for example one of several canonical ones, or one in other quotes.
  package static let sourced = TextRoles(rawValue: 32)
  /// A local text with several canonical ones.
  package static let several = TextRoles(rawValue: 64)
  /// A local text of a rule with keys, outside the values of those keys.
  package static let outsideKey = TextRoles(rawValue: 128)

  /// Texts that must not be committed.
  package static let foreign: TextRoles = [.local, .retired, .watched, .outsideKey]
  /// Texts for which clean needs the source.
  package static let needingSource: TextRoles = [.local, .retired, .ambiguous, .sourced]
}
