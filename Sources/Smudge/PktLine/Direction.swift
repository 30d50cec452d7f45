/// The filter operation that git requests (`gitattributes(5)`).
package enum Direction: String, Sendable, CaseIterable {
  /// From the blob to the working tree file: canonical texts become local.
  case smudge
  /// From the working tree file to the blob: local texts become canonical.
  case clean
}
