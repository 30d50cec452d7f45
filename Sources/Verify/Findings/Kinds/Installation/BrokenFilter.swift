// The finding `broken-filter`.

package import Platform

extension Finding.Kind {
  static let brokenFilter = Finding.Kind(
    "broken-filter", .error, blocksGit: true, "The filter fails, or its result does not match the plan.",
    meaning: "git was run to clean and smudge a file, and failed or gave another result. Commits and checkouts do the same.",
    remedy: "Fix the other findings; if there are none, run `git munge install`.")
}

extension Finding.Detail {
  /// git could not filter a file; in its own words.
  package static func filterNotStarted(_ path: Path, words: String) -> Self {
    Self(
      .brokenFilter, "git could not filter \(path): \(words)", .words("fix the other problems; if there are none: git munge install"))
  }

  /// git filtered a file with another result.
  package static func wrongAnswer(_ path: Path) -> Self {
    Self(
      .brokenFilter, "the filter result for \(path) does not match the plan", .words("git munge install"))
  }
}
