/// Which way content goes through the filter, in the words of `gitattributes(5)`.
package enum Direction: String, Sendable, CaseIterable {
  /// From the repository to the working tree: canonical texts become local.
  case smudge
  /// From the working tree to the repository: local texts become canonical.
  case clean
}
