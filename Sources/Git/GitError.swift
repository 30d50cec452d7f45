import CLibgit2
package import Platform

/// What went wrong between us and git.
package enum GitError: Error, Equatable, Sendable {
  /// A git command ended with an error; `words` is what it said of it.
  case command(arguments: [String], status: Int32, words: String)
  /// `git` could not be started.
  case notStarted(SystemError)
  /// libgit2 refused; `what` was being done to `path`.
  case library(what: String, path: Path, words: String)
}

extension GitError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .command(let arguments, let status, let words):
      "git \(arguments.prefix(2).joined(separator: " ")) failed with exit code \(status): \(words)"
    case .notStarted(let error): "git could not be started: \(error)"
    case .library(let what, let path, let words): "\(path): \(what): \(words)"
    }
  }
}

/// What libgit2 says of its last error.
func lastWords() -> String {
  guard let error = git_error_last(), let message = error.pointee.message else { return "no reason given" }
  return String(cString: message)
}
