// The finding `missing-attribute`.

import Platform

extension Finding.Kind {
  package static let missingAttribute = Finding.Kind(
    "missing-attribute", .warning, "A file holds a canonical text, but has no filter=munge.",
    meaning: "In this file every developer sees the canonical text, and a local one would be committed.",
    remedy: "Add filter=munge for the file to .gitattributes, or -filter if this is intended.")
}

extension Finding.Detail {
  /// A file holds a canonical text and has no `filter=munge`.
  static func missingAttribute(_ text: [UInt8]) -> Self {
    Self(
      .missingAttribute, "the file holds \(texts: [text]) of \(.rule), but has no filter=munge",
      .attributeLines("add filter=munge to .gitattributes, or -filter if this is intended"))
  }

  /// A pattern of `.gitattributes` names the file in another case.
  static func otherCase(_ line: MungingLine, _ path: Path) -> Self {
    Self(
      .missingAttribute,
      "`\(text: line.pattern)` in \(line.file) differs in case from \(path): git matches it on macOS and Windows, but not on Linux",
      .attributeLines("correct the pattern"))
  }

  /// The same for a rule of a private rules file.
  static func missingAttribute(_ text: [UInt8], in file: String) -> Self {
    Self(
      .missingAttribute, "the file holds \(texts: [text]) of \(.rule), but has no filter=munge",
      .attributeLines(
        "add it to section [munge] of \(file), with -filter if this is intended", key: "attributes = "))
  }
}
