// The findings `stale` and `hidden`.

extension Finding.Kind {
  static let stale = Finding.Kind(
    "stale", .error, "A file on disk is not what the plan makes of it.",
    meaning: "It was written without the filter, or by a program that saved it late, and shows other identifiers than yours.",
    remedy: "Run `git munge refresh`.")

  static let hidden = Finding.Kind(
    "hidden", .note, "git was told not to look at a file.",
    meaning: "With skip-worktree or assume-unchanged it may show anything, and git does not say so.",
    remedy: "`git update-index --no-skip-worktree --no-assume-unchanged FILE`, if that is not needed.")
}

extension Finding.Matter {
  /// A file on disk shows other identifiers than the plan wants.
  static let stale = Self(.stale, "the file is not as the rules want it", .words("`git munge refresh` rewrites it"))

  /// git was told not to look at the file, or not to have it.
  static let hidden = Self(.hidden, "git was told not to look at the file, so it may show anything")
}
