// The finding `partly-searched`.

extension Finding.Kind {
  static let partlySearched = Finding.Kind(
    "partly-searched", .warning, "A file was not searched completely for local texts.",
    meaning: "The file holds too many texts that almost look local. It may hold leaks that are not listed.",
    remedy: "Check the file by hand; if it is generated, remove it from .gitattributes.")
}

extension Finding.Detail {
  /// The search for local shapes in a file was stopped after too many steps.
  static let partlySearched = Self(
    .partlySearched,
    "the file was not searched from here on: too many texts almost look local")
}
