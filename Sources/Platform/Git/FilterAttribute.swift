/// The `filter` attribute of a path (gitattributes(5)).
package enum FilterAttribute: Sendable, Hashable {
  /// The filter of git-munge, `filter=munge`.
  case munged
  /// No pattern sets it.
  case unspecified
  /// No filter, by `-filter` or by `filter` without a value.
  case declined
  /// The name of another filter, such as `filter=lfs`.
  case other(String)

  package init(_ value: String) {
    self =
      switch value {
      case "munge": .munged
      case "unspecified": .unspecified
      case "unset", "set": .declined
      case let name: .other(name)
      }
  }
}

extension Path {
  /// The line of the top `.gitattributes` that sets `filter=munge` for exactly this path.
  package var attributeLine: String { AttributeLine.munging([.slash] + AttributeLine.literal(self)) }
}

extension AttributeLine.Attribute {
  /// The attribute `filter=munge`.
  package static let munge = AttributeLine.Attribute(name: "filter".bytes, state: .value("munge".bytes))
}
