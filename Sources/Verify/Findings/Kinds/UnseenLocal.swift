// The finding `unseen-local`.

extension Finding.Kind {
  package static let unseenLocal = Finding.Kind(
    "unseen-local", .note, "The local text of a rule can be any text.",
    meaning: """
      A leak of it is found only where a range of commits replaces a canonical text by it; on a new line it is found only by \
      the filter and the hooks of its owner.
      """,
    remedy: "Add `key` or `check` lines for the keys whose value it is.")
}

extension Finding.Detail {
  /// The local text of a rule can be any text: only the owner's clone knows it.
  static func unseenLocal(template: String) -> Self {
    Self(
      .unseenLocal,
      """
      the local text of \(.rule) can be any text (\(template)), so another developer's is found only where a range \
      replaces a canonical text by it
      """,
      .words("add `key` or `check` lines for the keys whose value it is, or put fixed text around the variable"))
  }
}
