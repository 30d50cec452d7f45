/// What meeting a text in content says about that content.
package struct Roles: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let canonical = Roles(rawValue: 1)
  /// What this working tree shows now.
  package static let local = Roles(rawValue: 2)
  /// What it showed once.
  package static let retired = Roles(rawValue: 4)
  /// What it showed once, and cannot be taken back by bytes.
  package static let watched = Roles(rawValue: 8)
  /// A text of a rule whose clean asks the source.
  package static let ambiguous = Roles(rawValue: 16)
  /// A text that takes the source to come back as it was: of several canonical ones, say, or in other quotes.
  package static let sourced = Roles(rawValue: 32)
  /// A local text that stands for one of several canonical ones.
  package static let several = Roles(rawValue: 64)
  /// A local text of a rule with keys, where it is not the value of one of them.
  package static let outsideKey = Roles(rawValue: 128)

  /// A text that must not reach the repository.
  package static let foreign: Roles = [.local, .retired, .watched, .outsideKey]
  /// What has clean ask the source.
  static let asking: Roles = [.local, .retired, .ambiguous, .sourced]
}
