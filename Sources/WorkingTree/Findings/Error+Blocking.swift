import Platform

// Errors by which git itself can fail.
extension Error {
  /// Whether git can fail for the same reason, so that the error is printed with `FilterBypass`.
  package var blocksGit: Bool {
    switch self as any Error {
    case InstallError.noFilter, TransitionError.damagedPlan, GitError.file: true
    default: false
    }
  }
}
