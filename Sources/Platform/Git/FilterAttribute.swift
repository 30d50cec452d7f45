/// The `filter` attribute of a path (gitattributes(5)).
package enum FilterAttribute: Sendable, Hashable {
  /// The file is munged: by `filter=munge` in a commit, and by the driver `munged` in a working tree.
  case munged
  /// A file of a working tree has `filter=munge`, which is no driver: the installation does not follow it yet.
  case marked
  /// No pattern sets it.
  case unspecified
  /// No filter, by `-filter` or by `filter` without a value.
  case declined
  /// The name of another filter, such as `filter=lfs`.
  case other(String)

  /// The driver of a clone, which only the lines of an installation name.
  package static let driver = "munged"
  /// The pathspec of munged files (gitglossary(7)). For it git looks at attributes in memory; `check-attr` reads each
  /// path and writes its attributes.
  package static let pathspec = ":(top,attr:filter=\(driver))"
  /// The value in committed `.gitattributes`, for which git has no driver.
  package static let mark = "munge"

  /// The attribute in a working tree, or in a commit.
  package init(_ value: String, isCommitted: Bool = false) {
    self =
      switch value {
      case isCommitted ? Self.mark : Self.driver: .munged
      case Self.mark: .marked
      case "unspecified": .unspecified
      case "unset", "set": .declined
      case let name: .other(name)
      }
  }
}

extension AttributeLine.Attribute {
  /// The attribute `filter=munge`.
  package static let munge = AttributeLine.Attribute(name: "filter".bytes, state: .value(FilterAttribute.mark.bytes))
}
