// The finding `unseen-local`.

extension Finding.Kind {
  static let unseenLocal = Finding.Kind(
    "unseen-local", .note, "Local texts of a rule could be anything.",
    meaning: """
      A leak of it is found only where a range of commits replaces a canonical text by it; on a new line only the filter and \
      the hooks of its owner know it.
      """,
    remedy: "Add `key` lines for the keys whose value it is.")
}

extension Finding.Detail {
  /// The local text of a rule could be any text: only its owner's clone knows it.
  static func unseenLocal(template: String) -> Self {
    Self(
      .unseenLocal,
      """
      a local text of \(.rule) could be anything (\(template)), so another developer's is found only where a range replaces \
      a canonical text by it
      """,
      .words("add `key` lines for the keys whose value it is, or put the variable inside a text of the project's"))
  }
}
