// The findings `unread-attributes` and `uncovered-branches`.

package import Git
package import Platform

extension Finding.Kind {
  static let unreadAttributes = Finding.Kind(
    "unread-attributes", .error, "git does not read the attributes of the plan, or reads an outdated copy of the user's own.",
    meaning: "On branches without .gitattributes, such as older ones, files keep local texts and are committed with them.",
    remedy: "Run `git munge doctor --fix`.")

  static let uncoveredBranches = Finding.Kind(
    "uncovered-branches", .note, "Branches without .gitattributes are not munged like this working tree.",
    meaning: "Either the configuration names another attributes file, or .gitattributes has lines that the plan lacks.",
    remedy: "Run `git munge refresh`; if core.attributesFile is set to another file, remove it from the configuration first.")
}

// With private rules, no commit has their attributes.
extension Finding.Detail {
  package static var missingPrivateAttributes: Self {
    Self(
      .unreadAttributes, fix: .renewAttributes,
      "git does not read the attributes of the private rules, so nothing is munged and local texts are committed")
  }

  /// `file`: the private rules.
  package static func newPrivateAttributes(in file: String) -> Self {
    Self(
      .uncoveredBranches, "the attributes have changed (the `attributes` lines of \(file), or .gitattributes)",
      .words("git munge refresh"))
  }

  /// `found`: another `core.attributesFile`.
  package static func replacedPrivateAttributes(_ found: ConfigEntry) -> Self {
    Self(
      .unreadAttributes,
      """
      core.attributesFile is \(text: found.value) (\(found.scope)), so git does not read the attributes of the private \
      rules: nothing is munged and local texts are committed
      """,
      .words(found.removal + ", then: git munge refresh"))
  }
}

extension Finding.Detail {
  package static var missingAttributes: Self {
    Self(
      .unreadAttributes, fix: .renewAttributes,
      "git does not read the attributes of the plan, so branches without .gitattributes commit local texts")
  }

  /// `path`: of the user's own attributes.
  package static func outdatedAttributes(_ path: Path) -> Self {
    Self(.unreadAttributes, fix: .renewAttributes, "your attributes in \(path) have changed since git-munge copied them")
  }

  package static var newAttributes: Self {
    Self(.uncoveredBranches, ".gitattributes selects files that branches without it do not munge yet", .words("git munge refresh"))
  }

  /// `found`: another `core.attributesFile`.
  package static func replacedAttributes(_ found: ConfigEntry) -> Self {
    Self(
      .uncoveredBranches,
      """
      core.attributesFile is \(text: found.value) (\(found.scope)), so branches without .gitattributes commit local \
      texts
      """,
      .words(found.removal + ", then: git munge refresh"))
  }
}
