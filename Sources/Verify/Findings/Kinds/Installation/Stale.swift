// The findings `stale` and `hidden`.

extension Finding.Kind {
  package static let stale = Finding.Kind(
    "stale", .error, "A file on disk does not match the plan.",
    meaning: "It was written without the filter, or by a program that saved it late, and does not show your identifiers.",
    remedy: "Run `git munge refresh`.")

  static let hidden = Finding.Kind(
    "hidden", .note, "A file is marked skip-worktree or assume-unchanged.",
    meaning: "git does not compare such a file with the index, so `git status` and `git commit` do not report its changes.",
    remedy: "`git update-index --no-skip-worktree --no-assume-unchanged FILE`, if that is not needed.")
}

extension Finding.Detail {
  /// A file on disk does not match the plan.
  package static let stale = Self(.stale, "the file does not match the rules", .words("`git munge refresh` rewrites it"))

  /// The file is marked skip-worktree or assume-unchanged, and is on disk.
  package static let hidden = Self(.hidden, "the file is marked skip-worktree or assume-unchanged, so git does not report its changes")
}
