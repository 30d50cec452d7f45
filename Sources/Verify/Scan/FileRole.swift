package import Platform

/// The role of a file by its name, which decides where an identifier in it matters.
package enum FileRole: Hashable {
  /// Values of keys, as in `.plist` and `.xcconfig`.
  case data
  /// Values between tags and in attributes, but also names of classes, as in `.xib`.
  case markup
  /// Source code: a text without quotes is a name.
  case code
  /// Documentation: identifiers are examples.
  case prose
  /// Documentation or values of keys: `.txt`.
  case text

  package init(_ path: Path) { self = KnownPaths.rows(of: path.name).compactMap(\.role).first ?? .data }
}
