// The finding `not-restored`.

extension Finding.Kind {
  static let notRestored = Finding.Kind(
    "not-restored", .error, "Clean does not give back what smudge was given.",
    meaning: "A commit would hold something else than was checked out, though the file was not edited.",
    remedy: "This is a defect of git-munge: please report it, with .gitmunge and the file.")
}

extension Finding.Detail {
  /// Clean does not give back what smudge was given, for a developer with these values.
  static func notRestored(values: [String]) -> Self {
    let developer = values.isEmpty ? "a developer without values" : values.joined(separator: ", ")
    return Self(
      .notRestored, "clean does not give back what smudge was given, for \(developer)")
  }
}
