import Platform
import Rules
import Verify

// Findings about the attributes of a clone.
extension Finding.Detail {
  static func ownAttributes(_ path: Path, line: Int, text: [UInt8]) -> Self {
    Self(
      .ownAttributes, "\(path):\("\(line)") disables the filter: \(text: text)",
      .words("remove that line, then: git munge install"))
  }

  static let missingPrivateAttributes = Self(
    .unreadAttributes,
    "git does not read the attributes of the private rules, so nothing is munged and local texts are committed",
    .install)

  static func newPrivateAttributes(in file: String) -> Self {
    Self(
      .uncoveredBranches, "the attributes have changed (the `attributes` lines of \(file), or .gitattributes)",
      .install)
  }

  static let missingAttributes = Self(
    .unreadAttributes,
    "git does not read the attributes of the plan, so branches without .gitattributes commit local texts", .install)

  static let lostAttributes = Self(
    .unreadAttributes, "the attributes of the plan are lost, so branches without .gitattributes commit local texts",
    .words("switch to a branch with .gitattributes, then: git munge install"))

  static func outdatedAttributes(_ path: Path) -> Self {
    Self(.unreadAttributes, "your attributes in \(path) have changed since git-munge copied them", .install)
  }

  static let newAttributes = Self(
    .uncoveredBranches, ".gitattributes selects files that branches without it do not munge yet", .install)

  static func replacedAttributes(_ entry: ConfigEntry, isPrivate: Bool) -> Self {
    let effect =
      isPrivate
      ? "git does not read the attributes of the private rules: nothing is munged and local texts are committed"
      : "branches without .gitattributes commit local texts"
    return Self(
      isPrivate ? .unreadAttributes : .uncoveredBranches,
      "core.attributesFile is \(text: entry.value) (\(entry.scope.rawValue)), so \(effect)",
      .words(entry.attributesRemoval + " && git munge install"))
  }
}
