// Findings about attributes.

package import Platform

extension Finding.Kind {
  package static let missingAttribute = Finding.Kind(
    "missing-attribute", .warning, "A file holds a canonical text, but has no filter=munge.",
    meaning: "In this file every developer sees the canonical text, and a local one would be committed.",
    remedy: "Add filter=munge for the file to .gitattributes, or -filter if this is intended.")

  static let noLongerMunged = Finding.Kind(
    "no-longer-munged", .warning, "A change removes filter=munge from files.",
    meaning: "In these files every developer sees the canonical text, and a local one would be committed.",
    remedy: """
      Add filter=munge to .gitattributes again, or merge the branch that does; if this is intended, there is nothing to do.
      """)

  static let needlessAttribute = Finding.Kind(
    "needless-attribute", .warning, "A file has filter=munge, but no rule applies to its path.",
    meaning: "The filter runs without effect, and the attribute suggests that the file is munged.",
    remedy: "Remove it from .gitattributes, or extend the `path` of a rule.")

  package static let otherFilter = Finding.Kind(
    "other-filter", .warning, "A file with a canonical text has another filter.",
    meaning: "In this file every developer sees the canonical text, whatever the rules say.",
    remedy: "Exclude the path from the rule (`path = !...`), or set filter=munge for the file.")

  package static let neverMunged = Finding.Kind(
    "never-munged", .warning, "A file with a canonical text is of a type that is never munged.",
    meaning: "In this file every developer sees the canonical text, whatever the rules say.",
    remedy: "Keep the identifier in a text file, or add -filter to .gitattributes if this is intended.")

  static let ownAttributes = Finding.Kind(
    "own-attributes", .error, "A line of .git/info/attributes disables the filter.",
    meaning: "It overrides every .gitattributes in this clone only, so its files are committed as they are on disk.",
    remedy: "Remove the line, then run `git munge refresh`.")

  static let unreadAttributes = Finding.Kind(
    "unread-attributes", .error, "git does not read the attributes of the plan, or reads an outdated copy of the user's own.",
    meaning: "On branches without .gitattributes, such as older ones, files keep local texts and are committed with them.",
    remedy: "Run `git munge doctor --fix`.")

  static let uncoveredBranches = Finding.Kind(
    "uncovered-branches", .note, "Branches without .gitattributes are not munged like this working tree.",
    meaning: "Either the configuration names another attributes file, or .gitattributes has lines that the plan lacks.",
    remedy: "Run `git munge refresh`; if core.attributesFile is set to another file, remove it from the configuration first.")
}

extension Finding.Detail {
  /// A file holds a canonical text and has no `filter=munge`.
  static func missingAttribute(_ text: [UInt8]) -> Self {
    Self(
      .missingAttribute, "the file holds \(texts: [text]) of \(.rule), but has no filter=munge",
      .attributeLines("add filter=munge to .gitattributes, or -filter if this is intended"))
  }

  /// A pattern of `.gitattributes` names the file in another case.
  static func otherCase(_ line: MungingLine, _ path: Path) -> Self {
    Self(
      .missingAttribute,
      "`\(text: line.pattern)` in \(line.file) differs in case from \(path): git matches it on macOS and Windows, but not on Linux",
      .attributeLines("correct the pattern"))
  }

  /// The same for a rule of a private rules file.
  static func missingAttribute(_ text: [UInt8], in file: String) -> Self {
    Self(
      .missingAttribute, "the file holds \(texts: [text]) of \(.rule), but has no filter=munge",
      .attributeLines(
        "add it to section [munge] of \(file), with -filter if this is intended", key: "attributes = "))
  }

  /// This number of files had the attribute in another commit and has it no longer.
  static func noLongerMunged(files: Int, base: String) -> Self {
    Self(
      .noLongerMunged,
      files == 1
        ? "the file is munged in \(base.prefix(12)), but not here"
        : "the file is munged in \(base.prefix(12)), but not here (and \(files - 1, "other"))",
      .words("add filter=munge to .gitattributes again, or merge the branch that does"))
  }

  /// A line of `.gitattributes` sets `filter=munge` for paths to which no rule applies.
  static let needlessAttribute = Self(
    .needlessAttribute, "no rule applies to the paths that this line selects",
    .words("remove the line, or extend the `path` of a rule"))

  /// A rule applies to the path of a file with another filter.
  static func otherFilter(filter: String) -> Self {
    Self(
      .otherFilter, "\(.rule) applies to this path, but the file has the filter '\(filter)'",
      .words("exclude the path from the rule (`path = !...`), or set filter=munge for the file"))
  }

  /// A file has the attribute and holds a canonical text, but is of a type that is never munged.
  static func neverMunged(_ text: [UInt8]) -> Self {
    Self(
      .neverMunged, "the file holds \(texts: [text]) of \(.rule), but is of a type that is never munged",
      .words("keep the identifier in a text file, or add -filter to .gitattributes if this is intended"))
  }

  package static func ownAttributes(_ path: Path, line: Int, text: [UInt8]) -> Self {
    Self(
      .ownAttributes, "\(path):\("\(line)") disables the filter: \(text: text)",
      .words("remove that line, then: git munge refresh"))
  }

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

  package static var missingAttributes: Self {
    Self(
      .unreadAttributes, fix: .renewAttributes,
      "git does not read the attributes of the plan, so branches without .gitattributes commit local texts")
  }

  package static var lostAttributes: Self {
    Self(
      .unreadAttributes, "the attributes of the plan are lost, so branches without .gitattributes commit local texts",
      .words("switch to a branch with .gitattributes, then: git munge refresh"))
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
