import Platform
import Rules

// Findings about the rules.
extension Finding.Detail {
  /// A rules file cannot be used, for the reason in these words.
  static func badRules(_ words: String, in file: String = RulesFile.name) -> Self {
    Self(.badRules, "\(words)", file == RulesFile.name ? nil : [.words("correct \(file), then: git munge install")])
  }

  /// This number of files has `filter=munge`, and there is no rules file.
  static func missingRules(files: Int) -> Self {
    Self(.missingRules, "\(files, "file") \(files == 1 ? "has" : "have") filter=munge, but there is no .gitmunge")
  }

  /// No munged file that a rule applies to holds one of its texts.
  static func unusedRule(canonicals: [[UInt8]], isKeyed: Bool = false) -> Self {
    let place: Finding.Message = isKeyed ? " as a value of its keys" : ""
    return Self(.unusedRule, "\(.rule) matches nothing: no munged file holds \(texts: canonicals)" + place)
  }

  /// A line of a rule, as written, has no effect in any munged file.
  static func unusedLine(_ line: [UInt8]) -> Self {
    Self(.unusedLine, "`\(text: line)` of \(.rule) has no effect: it matches no munged file")
  }

  /// Two texts of the rules stand for each other in a way that clean cannot undo by bytes; `relation`: a verb.
  static func ambiguousTexts(_ text: [UInt8], relation: String, other: [UInt8]) -> Self {
    Self(
      .ambiguousTexts,
      "\(texts: [text]) \(relation) \(texts: [other]): clean cannot tell them apart without the committed file")
  }

  /// The rules of a change accept findings of the rules before it; their number and first location.
  static func acceptedByChange(findings: Int, first: Finding.Location) -> Self {
    let line = first.line.map { ":\($0)" } ?? ""
    return Self(
      .acceptedByChange,
      "this change of .gitmunge allows \(findings, "text") that the rules before it report, first: "
        + "\("\(first.path)")\(line)",
      [.words("take the line out of .gitmunge, unless the text is the project's")])
  }

  /// Clean does not restore a file with these values, each as `NAME=VALUE`.
  static func notRestored(values: [String]) -> Self {
    let assignments = values.isEmpty ? "without values" : "with " + values.joined(separator: ", ")
    return Self(.notRestored, "clean does not undo smudge \(assignments)")
  }
}
