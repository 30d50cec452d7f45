/// The `filter` attribute of a path (gitattributes(5)).
package enum FilterAttribute: Sendable, Hashable {
  /// `filter=munge`
  case munged
  /// No pattern sets it.
  case unspecified
  /// `-filter` or `filter` without a value: the path has no filter.
  case declined
  /// Another filter, such as `filter=lfs`.
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
  /// `filter=munge`
  package static let munge = AttributeLine.Attribute(name: Array("filter".utf8), state: .value(Array("munge".utf8)))
}
