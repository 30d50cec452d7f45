// The findings `stale` and `hidden`.

extension Finding.Kind {
  static let stale = Finding.Kind(
    "stale", .error, "A file on disk is not what the plan makes of it.",
    meaning: "It was written without the filter, or by a program that saved it late, and shows other identifiers than yours.",
    remedy: "Run `git munge refresh`.")

  static let hidden = Finding.Kind(
    "hidden", .note, "A file is marked skip-worktree or assume-unchanged.",
    meaning: "git does not compare such a file with the index, so `git status` and `git commit` never report what it shows.",
    remedy: "`git update-index --no-skip-worktree --no-assume-unchanged FILE`, if that is not needed.")
}

extension Finding.Detail {
  /// A file on disk shows other identifiers than the plan wants.
  static let stale = Self(.stale, "the file is not as the rules want it", .words("`git munge refresh` rewrites it"))

  /// The file is marked skip-worktree or assume-unchanged, and is on disk.
  static let hidden = Self(.hidden, "the file is marked skip-worktree or assume-unchanged, so git does not report what it shows")
}
