/// The progress of a long check.
package struct VerifyProgress: Sendable, Equatable {
  package let commits: Int
  package let files: Int

  package init(commits: Int, files: Int) {
    (self.commits, self.files) = (commits, files)
  }
}
