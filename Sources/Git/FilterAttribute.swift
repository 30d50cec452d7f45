package import Platform

/// What `.gitattributes` says of its filter.
package enum FilterAttribute: Sendable, Hashable {
  /// It is git-munge's.
  case munged
  /// Nobody has thought of it.
  case unspecified
  /// It is to have none.
  case declined
  /// It is another's, such as git-lfs's.
  case other(String)
}

extension FilterAttribute {
  /// As `git check-attr` writes it.
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
  /// The line of `.gitattributes` at the top that gives exactly this path to git-munge.
  package var attributeLine: String {
    String(decoding: AttributeLine.written([UInt8(ascii: "/")] + AttributeLine.literal(self)), as: UTF8.self) + " filter=munge"
  }
}

extension AttributeLine.Attribute {
  /// `filter=munge`
  package static let munge = AttributeLine.Attribute(name: Array("filter".utf8), state: .value(Array("munge".utf8)))
}
