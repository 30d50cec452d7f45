// The finding `broken-filter`.

import Platform

extension Finding.Kind {
  static let brokenFilter = Finding.Kind(
    "broken-filter", .error, blocksGit: true, "git does not filter a file as the plan says.",
    meaning: "git was asked to clean and smudge a file, and it failed, or gave another result. Commits and checkouts do the same.",
    remedy: "Correct what else is found; without anything else, run `git munge install`.")
}

extension Finding.Detail {
  /// git could not have a file filtered; its own words.
  static func filterNotStarted(_ path: Path, words: String) -> Self {
    Self(
      .brokenFilter, "git could not have \(path) filtered: \(words)", .words("see the other problems; without one: git munge install"))
  }

  /// git had a file filtered, and something else came out.
  static func wrongAnswer(_ path: Path) -> Self {
    Self(
      .brokenFilter, "git had \(path) filtered, and something else came out than the plan wants", .words("git munge install"))
  }
}
