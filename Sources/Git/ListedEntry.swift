package import Platform

/// An entry of a tree or of the index, as git lists it (`git-ls-tree(1)`, `git-ls-files(1)`).
package enum ListedEntry {
  /// The path of a line of `git ls-files -s` or `git ls-tree`: what follows the tab.
  package static func path(of line: [UInt8]) -> Path { Path(line.drop { $0 != UInt8(ascii: "\t") }.dropFirst()) }
}
