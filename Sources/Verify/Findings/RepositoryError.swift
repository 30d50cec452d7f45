package import Platform

/// An error of reading a repository. Its description says what to do next.
package enum RepositoryError: Error, Sendable, Equatable, CustomStringConvertible {
  /// There is no repository here, or git does not open it: git's message.
  case noRepository(words: String)
  /// The repository has no working tree.
  case bare
  /// A name is not that of a commit: the description.
  case unknownRevision(words: String)
  /// A commit of this name has no rules; `elsewhere`: a ref that has rules.
  case nothingToCheck(String, privateRules: String? = nil, elsewhere: String? = nil)
  /// The output of git lacks something: a noun.
  case unanswered(String)
  /// The blob of a file is not in the object database.
  case missingBlob(Path, commit: String?)
  /// The parents of a commit are not in a shallow clone.
  case shallow(commit: String)

  /// One sentence without a full stop, with the remedy after a semicolon.
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
      "\(path)\(commit.map { " of commit \($0)" } ?? "") is not in this clone; "
        + "fetch it (`git fetch --refetch --no-filter`) and try again"
    case .shallow(let commit):
      "this clone is shallow and lacks the parents of commit \(commit.prefix(12)); "
        + "run `git fetch --unshallow` and try again"
    }
  }
}
