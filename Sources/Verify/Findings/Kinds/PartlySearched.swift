// The finding `partly-searched`.

extension Finding.Kind {
  static let partlySearched = Finding.Kind(
    "partly-searched", .warning, "A file was not searched completely for local texts.",
    meaning: """
      The file holds too many texts that are nearly of the shape of a local text. There may be leaks in it that are not \
      listed.
      """,
    remedy: "Look at the file yourself; if it is generated, take it out of .gitattributes.")
}

extension Finding.Detail {
  /// The search for shapes in a file took too many steps, and was ended.
  static let partlySearched = Self(
    .partlySearched,
    "the file was not searched completely for local texts: it holds too many that are nearly of their shape, from here on")
}
