// The finding `partly-searched`.

extension Finding.Kind {
  static let partlySearched = Finding.Kind(
    "partly-searched", .warning, "A file was not searched, or not completely.",
    meaning: "It holds too many texts that almost look local, or git cannot read its blob. It may hold leaks that are not listed.",
    remedy: "Check the file by hand; if it is generated, remove it from .gitattributes. Fetch missing blobs with `git fetch --refetch --no-filter`.")
}

extension Finding.Detail {
  /// The search for local shapes in a file was stopped after too many steps.
  static let partlySearched = Self(
    .partlySearched,
    "the file was not searched from here on: too many texts almost look local",
    .words("check the file by hand; if it is generated, remove it from .gitattributes"))

  /// Files whose blobs are missing were not searched. `others`: the number of those besides the first.
  static func unread(others: Int) -> Self {
    Self(
      .partlySearched, "not searched: git cannot read the blob\(others == 0 ? "" : ", nor those of \(others) more")",
      .words("`git fetch --refetch --no-filter` fetches missing blobs"))
  }
}
