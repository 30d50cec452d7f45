import Platform
import Rules
import Smudge

// Findings about texts in content.
extension Finding.Detail {
  /// The value of a key has the form of an identifier, but is not canonical.
  static func foreignValue(_ text: [UInt8], key: [UInt8], canonicals: [[UInt8]]) -> Self {
    Self(
      .foreignValue, leaked: text, canonicals: canonicals, key: key,
      "\(text: key) is \(text: text), not the project's \(texts: canonicals) of \(.rule)",
      [.repair(if: "a mistake"), .run("git munge init", if: "new")])
  }

  /// A text that the local text of a rule can be with some values. `file`: the rules.
  static func looksLocal(_ text: [UInt8], template: String, canonical: [UInt8], in file: String) -> Self {
    Self(
      .looksLocal, leaked: text, canonicals: [canonical],
      "\(text: text) looks like \(template), which \(.rule) makes of \(texts: [canonical])",
      [.repair(if: "a mistake"), .keep(text, in: file)])
  }

  /// The same problem in a file without the attribute.
  var stray: Self {
    Self(
      kind, leaked: leaked, canonicals: canonicals, message + ", in a file without filter=munge",
      [.write(canonicals, if: "a mistake")] + steps.dropFirst())
  }

  /// A text is the local text of a rule without variables.
  static func localText(_ text: [UInt8], canonical: [UInt8]) -> Self {
    Self(
      .localText, leaked: text, canonicals: [canonical],
      "\(text: text) is what working trees show for \(texts: [canonical]) of \(.rule)", [.repair()])
  }

  /// A text is a local text of this working tree, now or before its values changed.
  package static func ownText(_ text: [UInt8], canonical: [UInt8], isFormer: Bool = false, _ steps: [Finding.Step])
    -> Self
  {
    Self(
      isFormer ? .formerText : .ownText, leaked: text, canonicals: [canonical],
      "\(text: text) is your \(isFormer ? "former " : "")text for \(texts: [canonical]) of \(.rule)", steps)
  }

  /// A local text of this working tree is outside the keys of its rule. `key`: the key whose value it is, if any;
  /// `file`: the rules.
  static func outsideKeys(_ text: [UInt8], canonical: [UInt8], key: [UInt8]?, in file: String) -> Self {
    Self(
      .nearLeak, leaked: text, "\(text: text) is your text of \(.rule), outside its keys",
      [.write([canonical], if: "a mistake")] + (key.map { [.add("key", $0, to: file, if: "munge it")] } ?? []))
  }

  /// A local text of this working tree is part of a longer word. `line`: the `prefix` or `suffix` line that covers the
  /// word; `nil` if none can. `file`: the rules.
  static func nearLeak(_ text: [UInt8], word: [UInt8], canonical: [UInt8]?, line: (String, [UInt8])?, in file: String)
    -> Self
  {
    Self(
      .nearLeak, leaked: text, canonicals: [canonical].compactMap(\.self),
      "\(text: word) contains your text of \(.rule)",
      (line.map { [.add($0, $1, to: file, if: "munge it")] } ?? []) + [.words("write another word", if: "else")])
  }

  /// A canonical text is part of a longer word. `line`: the `prefix` or `suffix` line that covers the word; `nil` if
  /// none can. `file`: the rules.
  static func nearMiss(_ text: [UInt8], word: [UInt8], line: (String, [UInt8])?, in file: String) -> Self {
    if word.count > PlanMatch.longest {
      return Self(
        .nearMiss, "a word of \("\(word.count)") bytes contains \(texts: [text]) of \(.rule), but is not munged",
        [.words("none: no rule can match such a long word")])
    }
    return Self(
      .nearMiss, "'\(text: word)' contains \(texts: [text]) of \(.rule), but is not munged",
      (line.map { [.add($0, $1, to: file, if: "munge it")] } ?? []) + [.add("except", word, to: file, if: "keep it")])
  }

  /// A change has replaced a canonical text on an otherwise unchanged line. `file`: the rules.
  static func replacedCanonical(_ text: [UInt8], canonical: [UInt8], in file: String) -> Self {
    Self(
      .replacedCanonical, leaked: text, canonicals: [canonical],
      "\(text: text) replaces \(texts: [canonical]) of \(.rule)",
      [.write([canonical], if: "a mistake"), .keep(text, in: file)])
  }

  /// A setting of Xcode signs with what one developer has.
  static func ownSigning(_ text: [UInt8], key: [UInt8]) -> Self {
    Self(
      .ownSigning, key: key, "\(text: key) is \(text: text), which other developers do not have",
      [
        .run("git checkout -p HEAD -- \(.paths)", if: "not committed"),
        .words("let Xcode sign automatically", if: "committed"),
      ])
  }

  /// The search of a file stopped at this place.
  static let partlySearched = Self(
    .partlySearched, "the file was not searched from here on: too many texts in it could be local",
    [.words("check the file by hand; if it is generated, remove it from .gitattributes")])

  /// A report leaves out this number of findings.
  static func unlisted(_ count: Int) -> Self {
    Self(
      .partlySearched, "not listed here: \(count, "more finding")", [.words("solve those that are, and verify again")])
  }

  /// Some files were not searched. `others`: their number, without the first.
  static func unread(_ gap: VerifyReport.Gap, others: Int) -> Self {
    let more: Finding.Message = "\(others == 0 ? "" : "; the same for \(others) more")"
    return switch gap {
    case .unreadable:
      Self(
        .partlySearched, "not searched: git cannot read the blob, or it is over 512 MiB" + more,
        [.run("git fetch --refetch --no-filter", if: "missing"), .words("check it by hand", if: "larger")])
    case .tooLarge:
      Self(
        .partlySearched, "not searched: the blob is over 512 MiB" + more,
        [.words("check the file by hand; -filter in .gitattributes accepts it, if that is merged first")])
    }
  }
}

extension VerifyReport {
  /// The findings for services, the most severe first.
  var listed: [Finding] {
    if findings.count <= maxListed { return findings }
    let sorted = Finding.Severity.allCases.flatMap { severity in findings.filter { $0.severity == severity } }
    return sorted.prefix(maxListed) + [Finding(.unlisted(findings.count - maxListed))]
  }
}
