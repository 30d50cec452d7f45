import ArgumentParser
import Platform
import Rules
import Smudge
import Verify
import WorkingTree

/// `git munge explain`
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Show which rules apply in a file, and why a text is not munged.",
    discussion: """
      For each identifier in the file, or on one line of it, prints the position, the rule, and what the \
      repository holds for it. For a text that looks like one and is \
      not munged, prints the reason: part of a longer word, another path, an `except`, no filter=munge, \
      another filter, an encoding or a type of file that is never munged, or not the value of a rule's key.
      """)

  @Argument(help: ArgumentHelp("A file, and optionally one line of it.", valueName: "PATH[:LINE]"), completion: .file())
  var path: String

  func run() throws {
    try reporting { (try Explain(tree()).run(Path(asTyped(path))).text, false) }
  }
}

extension Explanation {
  fileprivate var text: String {
    ([statusLine] + placeLines).text
  }

  private var statusLine: String {
    switch status {
    case .munged, .filter(.munged): "\(path) is munged."
    case .excludedName: "\(path) is never munged: it configures git or git-munge."
    case .excludedContent(let content): "\(path) is never munged: \(content.words)."
    case .filter(.unspecified):
      "\(path) is not munged: it has no filter=munge in .gitattributes or private rules."
    case .filter(.marked):
      "\(path) is not munged yet: it has filter=munge only since the installation; run `git munge install`."
    case .filter(.declined): "\(path) is not munged: it has -filter, or `filter` without a value, in .gitattributes."
    case .filter(.other(let name)): "\(path) is not munged: its filter is '\(show(name.bytes))'."
    case .notRegular: "\(path) is not munged: git filters regular files only."
    }
  }

  private var placeLines: [String] {
    if places.isEmpty { return ["No text of a rule is there."] }
    let positions = aligned(places.map { "\($0.line):\($0.column)" })
    // In a file that is not munged, the sentences say what would be.
    return zip(positions, places).map { position, place in
      "\(position)  \(place.words(isMunged: status == .munged)) [\(show(place.rule))]"
    }
  }
}

extension Explanation.ExplainedPlace {
  fileprivate func words(isMunged: Bool) -> String {
    let word = value(text)
    let asLocal = local(text)
    let asCanonical = canonical(text)

    return switch meaning {
    case .shown(let canonicals) where canonicals.count > 1:
      "\(asLocal) is one of \(canonicals.map(canonical).joined(separator: ", ")) in the repository: "
        + "that of the committed line, the first on a new line"
    case .shown(let canonicals):
      isMunged
        ? "\(asLocal) is \(canonicals.map(canonical).joined()) in the repository"
        : "\(asLocal) is your text for \(canonicals.map(canonical).joined()), and would be committed as is"
    case .awaiting(let text):
      isMunged
        ? "\(asCanonical) is canonical here; `git munge install` changes it to \(palette.paint(show(text), .local))"
        : "\(asCanonical) is not munged; in a munged file it would be \(palette.paint(show(text), .local))"
    case .idle(let missing):
      "\(asCanonical) is not munged: \(missing.joined(separator: ", ")) has no value "
        + "(`git munge set \(missing.first ?? "NAME")=...`)"
    case .idleByValue: "\(asCanonical) is not munged: your value is the canonical one"
    case .otherPath(let patterns):
      "\(word) is not munged: the rule applies to other paths (\(patterns.map(show).joined(separator: ", ")))"
    case .excepted: "\(word) is not munged: an `except` line covers it"
    case .exceptKey(let key): "\(word) is not munged: the rule does not apply to values of \(show(key)) (`except-key`)"
    case .retired(let text): "\(word) is a former local text; clean replaces it with \(canonical(text))"
    case .watched: "\(word) is a former local text and is not cleaned: it collides with a current one"
    case .outsideKey(let keys):
      "\(word) is not munged: the rule applies to values of \(keys.map(show).joined(separator: ", "))"
    case .insideWord(let inner): "\(excerpt(text)) is not munged: \(show(inner)) is part of a longer word"
    }
  }

  private func local(_ text: [UInt8]) -> String { palette.paint(value(text), .local) }
  private func canonical(_ text: [UInt8]) -> String { palette.paint(value(text), .canonical) }

  /// A text, or words for an empty one, which is invisible.
  private func value(_ text: [UInt8]) -> String { text.isEmpty ? "an empty value" : show(text) }
}

extension Exclusion.Content {
  fileprivate var words: String {
    switch self {
    case .binary: "it has a NUL byte, so it is binary"
    case .binaryPropertyList: "it is a binary property list (`plutil -convert xml1` converts it to text)"
    case .wideCharacters: "it is UTF-16 or UTF-32, not UTF-8"
    case .largeFilePointer: "it is a git-lfs pointer"
    }
  }
}
