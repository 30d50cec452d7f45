// The finding `old-git`.

extension Finding.Kind {
  package static let oldGit = Finding.Kind(
    "old-git", .error, "git is older than 2.31.", meaning: "git-munge uses git commands that were added in version 2.31.",
    remedy: "Install a newer version of git.")
}

extension Finding.Detail {
  package static func oldGit(_ version: String) -> Self {
    Self(.oldGit, "git \(version) is older than 2.31")
  }
}
