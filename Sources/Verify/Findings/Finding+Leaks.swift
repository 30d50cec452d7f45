import Platform
import Rules
import Smudge

// Findings about texts in content.
extension Finding.Detail {
  /// The value of a key has the form of an identifier, but is not canonical.
  static func foreignValue(_ text: [UInt8], key: [UInt8], canonicals: [[UInt8]]) -> Self {
    Self(
      .foreignValue, leaked: text, canonicals: canonicals, key: key,
      "\(text: key) is \(masked: text), which is not canonical in \(.rule): \(texts: canonicals)",
      .repair(intended))
  }

  /// The rest of a remedy: what to do if the text is not a leak.
  private static let intended: Finding.Message =
    "; if it is intended, add an `except` line to \(.rule), or, if it is a new identifier of the project: "
    + "`git munge init` adds a rule"

  /// A text that the local text of a rule can be with some values.
  static func looksLocal(_ text: [UInt8], template: String, canonical: [UInt8]) -> Self {
    Self(
      .looksLocal, leaked: text, canonicals: [canonical],
      "\(masked: text) looks like \(template), the local text of \(.rule) for \(texts: [canonical])",
      .repair(intended))
  }

  /// The same problem in a file without the attribute.
  var stray: Self {
    Self(
      kind, leaked: leaked, canonicals: canonicals, message + ", in a file without filter=munge",
      .words(
        "write the canonical text; if the file is to be munged, add filter=munge for it and run `git munge repair`; "
          + "if the text is intended, add -filter for the file, or an `except` line to its rule"
      ))
  }

  /// A text is the local text of a rule without variables.
  static func localText(_ text: [UInt8], canonical: [UInt8]) -> Self {
    Self(
      .localText, leaked: text, canonicals: [canonical],
      "\(masked: text) is the local text of \(.rule) for \(texts: [canonical])", .repair())
  }

  /// A text is a local text of this working tree, now or before its values changed.
  package static func ownText(_ text: [UInt8], canonical: [UInt8], isFormer: Bool = false, _ remedy: Finding.Remedy)
    -> Self
  {
    Self(
      isFormer ? .formerText : .ownText, leaked: text, canonicals: [canonical],
      "\(masked: text) is your \(isFormer ? "former " : "")local text for \(texts: [canonical]) of \(.rule)", remedy)
  }

  /// A local text of this working tree is outside the keys of its rule. `key`: the key whose value it is, if any.
  static func outsideKeys(_ text: [UInt8], canonical: [UInt8]?, key: [UInt8]?) -> Self {
    let write = canonical.map { "write \(text: $0) there" as Finding.Message } ?? "write the canonical text there"
    return Self(
      .nearLeak, leaked: text, "\(masked: text) is your local text of \(.rule), outside its keys",
      .words(key.map { write + ", or add `key = \(text: $0)` to \(.rule) to munge it" } ?? write))
  }

  /// A local text of this working tree is part of a longer word. `line`: the `prefix` or `suffix` line that covers the
  /// word; `nil` if none can.
  static func nearLeak(_ text: [UInt8], word: [UInt8], canonical: [UInt8]?, line: [UInt8]?) -> Self {
    Self(
      .nearLeak, leaked: text, canonicals: [canonical].compactMap(\.self),
      "\(masked: word) contains your local text of \(.rule)",
      line.map { .words("add `\(text: $0)` to \(.rule) to munge it, or write another word") })
  }

  /// A canonical text is part of a longer word. `line`: the `prefix` or `suffix` line that covers the word; `nil` if
  /// none can.
  static func nearMiss(_ text: [UInt8], word: [UInt8], line: [UInt8]?) -> Self {
    if word.count > PlanMatch.longest {
      return Self(
        .nearMiss, "a word of \("\(word.count)") bytes contains \(texts: [text]) of \(.rule), but is not munged",
        .words("none: no rule can match such a long word"))
    }
    let remedy: Finding.Message =
      if let line {
        "add `\(text: line)` to \(.rule) to munge it, or `except = \(text: word)` to keep it"
      } else {
        "add `except = \(text: word)` to \(.rule) if this is intended"
      }
    return Self(.nearMiss, "'\(text: word)' contains \(texts: [text]) of \(.rule), but is not munged", .words(remedy))
  }

  /// A change has replaced a canonical text on an otherwise unchanged line.
  static func replacedCanonical(_ text: [UInt8], canonical: [UInt8]) -> Self {
    Self(
      .replacedCanonical, leaked: text, canonicals: [canonical],
      "\(masked: text) replaces \(texts: [canonical]) of \(.rule)",
      .words(
        "restore \(texts: [canonical]); if the new text is intended, "
          + "add an `except` line to \(.rule), or change its canonical text in the same range"
      ))
  }

  /// A canonical value of a key that a change has emptied or removed.
  static func lostCanonical(_ text: [UInt8], key: [UInt8], isStaged: Bool) -> Self {
    Self(
      .lostCanonical, canonicals: [text], key: key,
      "\(text: key) has lost its value \(texts: [text]) of \(.rule)",
      isStaged
        ? .command("git checkout -p HEAD --", " puts it back; if it is intended, `git commit --no-verify` commits it")
        : nil)
  }

  /// A change has replaced a reference, such as `$(inherited)`, by a canonical text.
  static func replacedReference(_ text: [UInt8], canonical: [UInt8], key: [UInt8]) -> Self {
    Self(
      .replacedReference, canonicals: [canonical], key: key,
      "\(text: key) is \(texts: [canonical]) of \(.rule), which replaces \(text: text)",
      .words("write \(text: text) again; if the change is intended, there is nothing to do"))
  }

  /// The search of a file stopped at this place.
  static let partlySearched = Self(
    .partlySearched, "the file was not searched from here on: too many texts in it could be local",
    .words("check the file by hand; if it is generated, remove it from .gitattributes"))

  /// A report leaves out this number of findings.
  static func unlisted(_ count: Int) -> Self {
    Self(
      .partlySearched, "not listed here: \(count, "more finding")", .words("`git munge verify --report json` lists all")
    )
  }

  /// Some files were not searched, or not by all rules. `others`: their number, without the first.
  static func unread(_ gap: VerifyReport.Gap, others: Int) -> Self {
    let more: Finding.Message = "\(others == 0 ? "" : "; the same for \(others) more")"
    return switch gap {
    case .unreadable:
      Self(
        .partlySearched, "not searched: git cannot read the blob, or it is over 512 MiB" + more,
        .words("`git fetch --refetch --no-filter` fetches missing blobs; check larger files by hand"))
    case .tooLarge:
      Self(
        .partlySearched, "not searched: the blob is over 512 MiB" + more,
        .words("check the file by hand; -filter in .gitattributes accepts it, if that is merged first"))
    case .notFollowed:
      Self(
        .partlySearched,
        "not searched by the rules of a former name: git has not compared it with the files that are gone, "
          + "because there are over 1000, or one cannot be read" + more,
        .words("check the file by hand, or move fewer files in a commit"))
    }
  }
}

extension VerifyReport {
  /// The maximum number of findings for a service.
  private static let maxListed = 10_000

  /// The findings for services, the most severe first: GitHub refuses a file with more than 25,000.
  var listed: [Finding] {
    if findings.count <= Self.maxListed { return findings }
    let sorted = Finding.Severity.allCases.flatMap { severity in findings.filter { $0.severity == severity } }
    return sorted.prefix(Self.maxListed) + [Finding(.unlisted(findings.count - Self.maxListed))]
  }
}
