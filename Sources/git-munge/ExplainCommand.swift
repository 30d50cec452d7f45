import ArgumentParser
import Platform
import Rules
import Smudge
import Verify
import WorkingTree

/// `git munge explain`
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show which rules apply in a file, and why a text is not munged.",
    discussion: """
      For each identifier in the file, or on one line of it, prints the position, the rule, what the \
      repository holds for it, and the value that it is made from. For a text that looks like one and is \
      not munged, prints the reason: part of a longer word, another path, an `except`, no filter=munge, \
      another filter, an encoding or a type of file that is never munged, or not the value of a rule's key.
      """)

  @Argument(help: ArgumentHelp("A file, and optionally one line of it.", valueName: "PATH[:LINE]"))
  var path: String?

  @Flag(help: "Describe every kind of finding, instead of a file.")
  var kinds = false

  func validate() throws {
    if kinds == (path != nil) { throw ValidationError("Give a PATH, or --kinds.") }
  }

  func run() throws {
    try reporting {
      guard let path else { return (Finding.Kind.page, false) }
      return (ExplainPrinter(try Explain(tree()).run(Path(asTyped(path)))).text, false)
    }
  }
}

struct ExplainPrinter {
  private let explanation: Explanation

  init(_ explanation: Explanation) { self.explanation = explanation }

  var text: String {
    ([status] + basis + remarks + places + rules + dropping + ambiguity).map { $0 + "\n" }.joined()
  }

  private var status: String {
    let path = explanation.path
    return switch explanation.status {
    case .munged, .filter(.munged): "\(path) is munged."
    case .excludedName: "\(path) is never munged: it configures git or git-munge."
    case .excludedContent(let content): "\(path) is never munged: \(content.words)."
    case .filter(.unspecified): "\(path) is not munged: it has no filter=munge in .gitattributes\(orPrivate)."
    case .filter(.declined): "\(path) is not munged: it has -filter, or `filter` without a value, in .gitattributes."
    case .filter(.other(let name)): "\(path) is not munged: its filter is '\(show(Array(name.utf8)))'."
    case .notRegular: "\(path) is not munged: git filters regular files only."
    case .foreign: "\(path) is not munged: it is not a file of this repository."
    }
  }

  private var orPrivate: String { explanation.source.own.map { " or the `attributes` lines of \($0.name)" } ?? "" }

  private var basis: [String] {
    switch explanation.basis {
    case .plan: []
    case .rulesAndValues: ["git-munge is not installed in this working tree: this is what `git munge install` would do."]
    }
  }

  private var remarks: [String] {
    explanation.remarks.map { remark in
      switch remark {
      case .untracked: "It is not tracked."
      case .ignored: "It is ignored by git."
      case .assumedUnchanged: "It is marked assume-unchanged (`git update-index --no-assume-unchanged` undoes that)."
      case .skipped: "It is marked skip-worktree."
      case .unmerged: "It is in conflict."
      }
    }
  }

  private var places: [String] {
    if explanation.places.isEmpty {
      return [explanation.line.map { "Line \($0) holds no text of a rule." } ?? "It holds no text of a rule."]
    }
    let positions = explanation.places.map { "\($0.line):\($0.column)" }
    let width = positions.map(\.count).max() ?? 0
    return zip(positions, explanation.places).map { position, place in
      position + String(repeating: " ", count: width + 2 - position.count) + sentence(place) + " [\(show(place.rule))]"
    }
  }

  /// Each rule with its file, if it can be private, and the values of its variables.
  private var rules: [String] {
    explanation.rules.compactMap { rule in
      let values = rule.values.map { "\($0.name) = \(show($0.text)) (\($0.origin))" }
      if values.isEmpty && rule.file == nil { return nil }
      let words = "Rule '\(show(rule.rule.name))'" + (rule.file.map { " (\($0))" } ?? "")
      return values.isEmpty ? words : "\(words): \(values.joined(separator: ", "))"
    }
  }

  /// Whether the file is munged; else the sentences say what would be.
  private var isMunged: Bool { explanation.status == .munged }

  private func sentence(_ place: Explanation.ExplainedPlace) -> String {
    let text = value(place.text)
    return switch place.meaning {
    case .shown(let canonical):
      isMunged
        ? "\(local(text)) is \(canonicalText(canonical)) in the repository"
        : "\(local(text)) is your text for \(canonicalText(canonical)), and would be committed as is"
    case .shownForSeveral(let canonicals):
      "\(local(text)) is one of \(canonicals.map(canonicalText).joined(separator: ", ")) in the repository: that of the committed line, the first on a new line"
    case .awaiting(let local):
      isMunged
        ? "\(canonicalText(place.text)) is canonical here; `git munge refresh` changes it to \(self.local(show(local)))"
        : "\(canonicalText(place.text)) is not munged; in a munged file it would be \(self.local(show(local)))"
    case .idle(let missing):
      "\(canonicalText(place.text)) is not munged: \(missing.joined(separator: ", ")) has no value (`git munge set \(missing.first ?? "NAME")=...`)"
    case .idleByValue: "\(canonicalText(place.text)) is not munged: your value is the canonical one"
    case .otherPath(let patterns): "\(text) is not munged: the rule applies to other paths (\(patterns.map(show).joined(separator: ", ")))"
    case .excepted: "\(text) is not munged: an `except` line covers it"
    case .exceptKey(let key): "\(text) is not munged: the rule does not apply to values of \(show(key)) (`except-key`)"
    case .retired(let canonical, _): "\(text) is a former local text; clean replaces it with \(canonicalText(canonical))"
    case .watched: "\(text) is a former local text and is not cleaned: it collides with a current one"
    case .outsideKey(let keys): "\(text) is not munged: the rule applies to values of \(keys.map(show).joined(separator: ", "))"
    case .insideWord(let inner, let line):
      "\(showWord(place.text)) is not munged: \(show(inner)) is part of a longer word"
        + (line.map { " (add `\(show($0))`)" } ?? "")
    case .otherCase(let text): "\(show(place.text)) is not munged: its case differs from \(show(text))"
    }
  }

  private func local(_ text: String) -> String { palette.paint(text, .local) }
  private func canonicalText(_ text: [UInt8]) -> String { palette.paint(value(text), .canonical) }

  /// Printed in words, because an empty value is invisible.
  private func value(_ text: [UInt8]) -> String { text.isEmpty ? "an empty value" : show(text) }

  private var dropping: [String] {
    explanation.rules.filter { $0.rule.keyed?.onInsert == .drop }.map {
      "Rule '\(show($0.rule.name))': an inserted line with your text is not committed (`on-insert = drop`)."
    }
  }

  private var ambiguity: [String] {
    explanation.rules.filter { $0.rule.certainty == .ambiguous }.map {
      "Rule '\(show($0.rule.name))' is ambiguous: clean reads the committed version of the file (`git munge status` shows why)."
    }
  }
}

extension Exclusion.Content {
  fileprivate var words: String {
    switch self {
    case .binary: "it has a NUL byte, so it is binary"
    case .binaryPropertyList: "it is a binary property list (`plutil -convert xml1` converts it to text)"
    case .wideCharacters: "its byte order mark is that of UTF-32"
    case .largeFilePointer: "it is a git-lfs pointer"
    }
  }
}
