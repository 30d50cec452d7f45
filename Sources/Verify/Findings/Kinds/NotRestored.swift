// The finding `not-restored`.

extension Finding.Kind {
  static let notRestored = Finding.Kind(
    "not-restored", .error, "Clean does not undo smudge.",
    meaning: "A commit would differ from what was checked out, although the file was not edited.",
    remedy: "This is a bug in git-munge: please report it, with .gitmunge and the file.")
}

extension Finding.Detail {
  /// Clean does not undo smudge with these values.
  static func notRestored(values: [String]) -> Self {
    let assignments = values.isEmpty ? "without values" : "with " + values.joined(separator: ", ")
    return Self(
      .notRestored, "clean does not undo smudge \(assignments)")
  }
}
