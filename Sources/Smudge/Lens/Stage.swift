/// A stage of a merge (`git-ls-files(1)`, "--unmerged").
package enum Stage: Int, Sendable, CaseIterable {
  /// Stage 0: there is no conflict.
  case whole = 0
  case base, ours, theirs

  /// The order in which versions are searched: ours also has the lines that neither side changed.
  package static let inOrder: [Stage] = [.whole, .ours, .theirs, .base]
}
