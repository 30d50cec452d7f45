// The findings `unused-rule` and `unused-line`.

extension Finding.Kind {
  package static let unusedRule = Finding.Kind(
    "unused-rule", .warning, "A rule matches nothing.",
    meaning: "It has no effect: its canonical text or its paths may be wrong or no longer needed.",
    remedy: "Correct its canonical text or its paths, or remove the rule.")

  package static let unusedLine = Finding.Kind(
    "unused-line", .note, "A line of a rule has no effect.",
    meaning: "No munged file has that key, text or path: the value may be wrong or no longer needed.",
    remedy: "Correct the line, or remove it.")
}

extension Finding.Detail {
  /// No munged file holds one of its texts.
  static func unusedRule(canonicals: [[UInt8]]) -> Self {
    Self(
      .unusedRule, "\(.rule) matches nothing: no munged file holds \(texts: canonicals)")
  }

  /// A line, as written, that has no effect in any munged file.
  static func unusedLine(_ line: [UInt8]) -> Self {
    Self(.unusedLine, "`\(text: line)` of \(.rule) has no effect: it matches no munged file")
  }
}
