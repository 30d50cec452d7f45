// Findings about the rules.

import Rules

extension Finding.Kind {
  static let badRules = Finding.Kind(
    "bad-rules", .error, "The rules file cannot be used.",
    meaning: "Invalid rules cannot be installed, and nothing can be checked against them.",
    remedy: "Correct .gitmunge; `git munge install --dry-run` checks it.")

  static let missingRules = Finding.Kind(
    "missing-rules", .error, in: ".gitattributes", "Files have filter=munge, but there are no rules.",
    meaning: "The attribute has no effect without a .gitmunge at the top of the repository.",
    remedy: "Commit a .gitmunge, or remove filter=munge from .gitattributes.")

  package static let unusedRule = Finding.Kind(
    "unused-rule", .warning, "A rule matches nothing.",
    meaning: "It has no effect: its canonical text or its paths may be wrong or no longer needed.",
    remedy: "Correct its canonical text or its paths, or remove the rule.")

  package static let unusedLine = Finding.Kind(
    "unused-line", .note, "A line of a rule has no effect.",
    meaning: "No munged file has that key, text or path: the value may be wrong or no longer needed.",
    remedy: "Correct the line, or remove it.")

  package static let ambiguousTexts = Finding.Kind(
    "ambiguous-texts", .warning, "Two texts of the rules are ambiguous.",
    meaning: "Clean needs the committed version of a file to decide between them, and guesses if there is none.",
    remedy: "Choose a local text that contains no other text of the rules.")

  package static let unseenLocal = Finding.Kind(
    "unseen-local", .note, "The local text of a rule can be any text.",
    meaning: """
      A leak of it is found only where a range of commits replaces a canonical text by it; on a new line it is found only by \
      the filter and the hooks of its owner.
      """,
    remedy: "Add `key` or `check` lines for the keys whose value it is.")

  static let acceptedByChange = Finding.Kind(
    "accepted-by-change", .warning, "A change of the rules accepts what the previous rules report.",
    meaning: "A change that adds a leak could add the rule that hides it.",
    remedy: "Review the change of .gitmunge and the places that it accepts; if both are intended, there is nothing to do.")

  static let notRestored = Finding.Kind(
    "not-restored", .error, "Clean does not undo smudge.",
    meaning: "A commit would differ from what was checked out, although the file was not edited.",
    remedy: "This is a bug in git-munge: please report it, with .gitmunge and the file.")
}

extension Finding.Detail {
  /// The message of an installation about the rules.
  static func badRules(_ words: String, in file: String = RulesFile.name) -> Self {
    if file == RulesFile.name { return Self(.badRules, Finding.Message(words)) }
    return Self(.badRules, Finding.Message(words), .words("correct \(file), then: git munge refresh"))
  }

  /// This number of files has the attribute, and there is no rules file.
  static func missingRules(files: Int) -> Self {
    Self(
      .missingRules, "\(files, "file") \(files == 1 ? "has" : "have") filter=munge, but there is no .gitmunge")
  }

  /// There is no rules file in a working tree.
  package static let noRules = Self(
    .missingRules, "there is no .gitmunge at the top of this working tree",
    .words("write one (man git-munge), or restore it: git checkout HEAD -- .gitmunge"))

  /// No munged file holds one of its texts.
  static func unusedRule(canonicals: [[UInt8]]) -> Self {
    Self(
      .unusedRule, "\(.rule) matches nothing: no munged file holds \(texts: canonicals)")
  }

  /// A line, as written, that has no effect in any munged file.
  static func unusedLine(_ line: [UInt8]) -> Self {
    Self(.unusedLine, "`\(text: line)` of \(.rule) has no effect: it matches no munged file")
  }

  /// Two ambiguous texts; `relation`: a verb for the sentence.
  static func ambiguousTexts(_ text: [UInt8], relation: String, other: [UInt8]) -> Self {
    Self(
      .ambiguousTexts,
      "\(texts: [text]) \(relation) \(texts: [other]): clean cannot tell them apart without the committed file")
  }

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

  /// The rules of a change accept findings of other rules; their number and first location.
  static func acceptedByChange(findings: Int, first: Finding.Location, base: String) -> Self {
    let line = first.line.map { ":\($0)" } ?? ""
    return Self(
      .acceptedByChange,
      "this accepts \(findings, "finding") of the rules of \(base.prefix(12)), the first at \("\(first.path)")\(line)",
      .words("check that this is intended"))
  }

  /// Clean does not undo smudge with these values.
  static func notRestored(values: [String]) -> Self {
    let assignments = values.isEmpty ? "without values" : "with " + values.joined(separator: ", ")
    return Self(
      .notRestored, "clean does not undo smudge \(assignments)")
  }
}
