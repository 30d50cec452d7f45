/// A git command or a libgit2 call that failed.
package enum GitError: Error, Equatable, Sendable {
  /// A git command failed; `words` is its standard error on one line.
  case command(arguments: [String], status: Int32, words: String)
  /// `git` could not be started.
  case notStarted(SystemError)
  /// A libgit2 call on `path` failed; `what` is the failed operation, `words` the reason.
  case library(what: String, path: Path, words: String)
}

extension GitError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .command(let arguments, let status, let words):
      "git \(arguments.prefix(2).joined(separator: " ")) failed with exit code \(status): \(words)"
    case .notStarted(let error): "cannot run git: \(error)"
    case .library(let what, let path, let words): "\(path): \(what): \(words)"
    }
  }
}
