package import Platform

/// The reason why a canonical text is not munged where it is.
package enum LeaveReason: Sendable, Hashable {
  case vendored, document, test, translation, comment, codeName, exception, otherFilter
  case release, link, notBuilt

  /// The reason in words; `nil` if it has to be judged by a person.
  package var words: String? {
    switch self {
    case .vendored: "third-party code"
    case .document: "documentation"
    case .test: "tests and samples"
    case .translation: "translations"
    case .comment: "comments"
    case .codeName: "names of files, folders, packages and classes"
    case .exception: "types, products and others, in `except` lines"
    case .otherFilter: "files of another filter"
    case .link: "links"
    case .release, .notBuilt: nil
    }
  }

  /// The reason that a path alone gives; `nil` if the content of the file decides.
  package init?(_ path: Path) {
    guard let reason = KnownPaths.rows(of: path).first?.reason else { return nil }
    self = reason
  }

  /// Whether a build can read a file, by its path: elsewhere an identifier is an example or a name.
  package static func isBuilt(_ path: Path) -> Bool {
    !KnownPaths.rows(of: path).contains { row in
      row.role == .prose || row.reason == .translation
        || row.reason == .test && ![KnownPaths.samples, KnownPaths.drivers].contains(row.words)
    }
  }

  /// The directory that gives the reason for all files in it.
  package static func directory(of path: Path) -> Path? {
    LeaveReason(path).flatMap { reason in path.ancestors.first { LeaveReason($0 / "x") == reason } }
  }
}
