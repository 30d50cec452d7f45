package import Platform

/// An error of reading a repository. Its description says what to do next.
package enum RepositoryError: Error, Sendable, Equatable, CustomStringConvertible {
  case noRepository(words: String)
  case bare
  case unknownRevision(words: String)
  /// `elsewhere`: a ref that has rules.
  case nothingToCheck(String, privateRules: String? = nil, elsewhere: String? = nil)
  case unanswered(String)
  case missingBlob(Path, commit: String?)
  case shallow(commit: String)

  package var description: String {
    switch self {
    case .noRepository(let words) where words.contains("(or any "):
      "not in a git working tree; change to a clone of your project, or make a repository with `git init`"
    case .noRepository(let words):
      "git cannot use this repository: \(words.hasPrefix("fatal: ") ? String(words.dropFirst(7)) : words)"
    case .bare: "this is a bare repository without files to munge; run git-munge in a clone of it"
    case .unknownRevision(let words): words
    case .nothingToCheck(let name, let file?, _):
      "the rules are private (\(file)), and no local text of this working tree is in use: nothing to check in \(name)"
    case .nothingToCheck(let name, nil, let ref?):
      "no .gitmunge in \(name): nothing to check; \(ref) has one, which \(name) does not contain"
    case .nothingToCheck(let name, nil, nil):
      "no .gitmunge in \(name): nothing to check; commit one (`git munge init` writes it)"
    case .unanswered(let what): "git did not report \(what), so this could not be checked"
    case .missingBlob(let path, let commit):
      "\(path)\(commit.map { " of commit \($0)" } ?? "") is not in this clone; fetch it (`git fetch --refetch --no-filter`) and try again"
    case .shallow(let commit):
      "this clone is shallow and lacks the parents of commit \(commit.prefix(12)); run `git fetch --unshallow` and try again"
    }
  }
}
