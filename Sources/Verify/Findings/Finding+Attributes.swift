// Findings about attributes.

import Platform
import Rules

extension Finding.Detail {
  private static func munging(in file: String = RulesFile.name) -> Finding.Step {
    .set("filter=munge", in: file, if: "munge it")
  }

  /// The step for a file that is not to be munged.
  private static func keeping(in file: String = RulesFile.name) -> Finding.Step {
    .set("-filter", in: file, if: "keep it")
  }

  /// A file holds a canonical text of a rule and has no `filter=munge`; `file`: the rules, which can be private.
  static func missingAttribute(_ text: [UInt8], in file: String = RulesFile.name) -> Self {
    Self(
      .missingAttribute, "the file holds \(texts: [text]) of \(.rule), but has no filter=munge",
      [munging(in: file), keeping(in: file)])
  }

  /// A file holds a canonical text of a rule, and its filter has a name like `munge`; `file`: the rules.
  static func misspelledFilter(_ text: [UInt8], _ filter: String, in file: String) -> Self {
    Self(
      .missingAttribute, "the file holds \(texts: [text]) of \(.rule), but has filter=\(filter), not filter=munge",
      [munging(in: file)])
  }

  /// This number of files had the attribute in another commit, and has it no longer.
  static func noLongerMunged(files: Int, base: String) -> Self {
    let subject = files == 1 ? "the file has" : "the file and \(count(files - 1, "other")) have"
    return Self(.noLongerMunged, "\(subject) lost filter=munge (\(base.prefix(12)) has it)", [munging()])
  }

  /// A file had the attribute under another name, and has it no longer.
  static func noLongerMunged(_ former: Path) -> Self {
    Self(
      .noLongerMunged, "the file has lost filter=munge (it was \(former))", [.munging(by: Rules()), keeping()])
  }

  /// A rule applies to a file that has the filter of another program.
  static func otherFilter(filter: String, _ path: Path, in file: String) -> Self {
    Self(
      .otherFilter, "\(.rule) applies to this path, but the file has the filter '\(filter)'",
      [.add("path", "!/".bytes + path.bytes, to: file, if: "keep it"), munging(in: file)])
  }

  /// A file has the attribute and holds a canonical text, or held one, but is of a type that is never munged.
  /// `file`: the rules.
  static func neverMunged(_ text: [UInt8], _ verb: String = "holds", in file: String) -> Self {
    Self(
      .neverMunged, "the file \(verb) \(texts: [text]) of \(.rule), but is of a type that is never munged",
      [.words("keep the identifier in a UTF-8 file, such as an XML property list", if: "munge it"), keeping(in: file)])
  }
}
