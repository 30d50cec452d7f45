// The finding `accepted-by-change`.

extension Finding.Kind {
  static let acceptedByChange = Finding.Kind(
    "accepted-by-change", .warning, "A change of the rules accepts what the previous rules report.",
    meaning: "A change that adds a leak could add the rule that hides it.",
    remedy: "Review the change of .gitmunge and the places that it accepts; if both are intended, there is nothing to do.")
}

extension Finding.Detail {
  /// The rules of a change accept findings of other rules; their number and first location.
  static func acceptedByChange(findings: Int, first: Finding.Location, base: String) -> Self {
    let line = first.line.map { ":\($0)" } ?? ""
    return Self(
      .acceptedByChange,
      "this accepts \(findings, "finding") of the rules of \(base.prefix(12)), the first at \("\(first.path)")\(line)",
      .words("check that this is intended"))
  }
}
