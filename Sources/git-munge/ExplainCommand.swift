import ArgumentParser
import Munge
import Platform
import Smudge

/// `git munge explain`
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say which rule does what in a file, and why something is left as it is.",
    discussion: """
      For each identifier in the file, or on one line of it: where it stands, which rule it belongs to, \
      what the repository holds for it and which value made it. For what looks like one and is left \
      alone, the reason: part of a longer word, another path, an `except`, no filter=munge attribute, \
      another filter, an encoding or a kind of file that is never munged, or not the value of a rule's key.
      """)

  @Argument(help: ArgumentHelp("A file, and perhaps one line of it.", valueName: "PATH[:LINE]"))
  var path: String?

  @Flag(help: "Describe every kind of finding, in place of a file.")
  var kinds = false

  func validate() throws {
    if kinds == (path != nil) { throw ValidationError("Give a PATH, or --kinds.") }
  }

  func run() throws {
    try reporting { () throws(MungeError) in
      guard let path else { return (Finding.Kind.page, false) }
      return (ExplainPrinter(try Explain(tree()).run(Path(asTyped(path)))).text, false)
    }
  }
}

/// An explanation in words.
struct ExplainPrinter {
  private let explanation: Explanation

  init(_ explanation: Explanation) { self.explanation = explanation }

  var text: String {
    ([standing] + basis + remarks + places + rules + dropping + ambiguity).map { $0 + "\n" }.joined()
  }

  private var standing: String {
    let path = explanation.path
    return switch explanation.standing {
    case .munged: "\(path) is munged."
    case .excludedName: "\(path) is never munged: it steers git or git-munge itself."
    case .excludedContent(let content): "\(path) is never munged: \(content.words)."
    case .noAttribute: "\(path) is not munged: .gitattributes does not give it filter=munge."
    case .otherAttribute("unset"): "\(path) is not munged: .gitattributes says -filter."
    case .otherAttribute("set"): "\(path) is not munged: .gitattributes says filter without saying which."
    case .otherAttribute(let name): "\(path) is not munged: its filter is '\(show(Array(name.utf8)))'."
    case .notRegular: "\(path) is not munged: git filters regular files only."
    case .foreign: "\(path) is not munged: it is no file of this repository."
    }
  }

  private var basis: [String] {
    switch explanation.basis {
    case .plan: []
    case .rulesAndValues: ["git-munge is not installed in this working tree: this is what an installation would do."]
    }
  }

  private var remarks: [String] {
    explanation.remarks.map { remark in
      switch remark {
      case .untracked: "It is not tracked."
      case .ignored: "It is ignored by git."
      case .assumedUnchanged: "git was told to assume it unchanged (`git update-index --no-assume-unchanged` ends that)."
      case .skipped: "git was told to skip it (skip-worktree)."
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

  /// Each rule once, with the values that its local text is made of.
  private var rules: [String] {
    let names = explanation.places.map(\.rule).reduce(into: [[UInt8]]()) { if !$0.contains($1) { $0.append($1) } }
    return names.compactMap { name in
      let values = (explanation.values[name] ?? []).map { "\($0.name) = \(show($0.text)) (\($0.origin))" }
      return values.isEmpty ? nil : "Rule '\(show(name))': \(values.joined(separator: ", "))"
    }
  }

  /// Whether the file is munged at all decides between what is and what would be.
  private var isMunged: Bool { explanation.standing == .munged }

  private func sentence(_ place: Explanation.ExplainedPlace) -> String {
    let text = value(place.text)
    return switch place.meaning {
    case .shown(let canonical):
      isMunged
        ? "\(local(text)) is \(canonicalText(canonical)) in the repository"
        : "\(local(text)) is your text for \(canonicalText(canonical)), and would be committed as it is"
    case .shownForSeveral(let canonicals):
      "\(local(text)) is one of \(canonicals.map(canonicalText).joined(separator: ", ")) in the repository: the one that it was, the first on a new line"
    case .awaiting(let local):
      isMunged
        ? "\(canonicalText(place.text)) is canonical here; a checkout shows \(self.local(show(local))) (`git munge refresh` does it now)"
        : "\(canonicalText(place.text)) stays; in a munged file it would be \(self.local(show(local)))"
    case .idle(let missing):
      "\(canonicalText(place.text)) stays: \(missing.joined(separator: ", ")) has no value (`git munge set \(missing.first ?? "NAME")=...`)"
    case .idleByValue: "\(canonicalText(place.text)) stays: your value is the canonical one"
    case .otherPath(let patterns): "\(text) stays: the rule is for other paths (\(patterns.map(show).joined(separator: ", ")))"
    case .excepted: "\(text) stays: an `except` line leaves it alone"
    case .retired(let canonical, _): "\(text) was local once; clean makes \(canonicalText(canonical)) of it"
    case .watched: "\(text) was local once, and stays: it cannot be told from a text of today"
    case .outsideKey(let keys): "\(text) stays: the rule is for the values of \(keys.map(show).joined(separator: ", "))"
    case .insideWord(let inner, let suffix):
      "\(showWord(place.text)) stays: \(show(inner)) is only a part of this word"
        + (suffix.map { " (`suffix = \(show($0))` would cover it)" } ?? "")
    case .otherCase(let text): "\(show(place.text)) stays: the rule has \(show(text)), and case matters"
    }
  }

  private func local(_ text: String) -> String { palette.paint(text, .local) }
  private func canonicalText(_ text: [UInt8]) -> String { palette.paint(value(text), .canonical) }

  /// An empty value has to be told, too.
  private func value(_ text: [UInt8]) -> String { text.isEmpty ? "an empty value" : show(text) }

  private var dropping: [String] {
    explanation.dropping.map {
      "Rule '\(show($0))': a line with your text that the committed version does not have is not committed (`on-insert = drop`)."
    }
  }

  private var ambiguity: [String] {
    explanation.ambiguous.map {
      "Rule '\(show($0))' is ambiguous: clean asks the committed version of the file (`git munge status` says why)."
    }
  }
}

extension Exclusion.Content {
  fileprivate var words: String {
    switch self {
    case .binary: "it holds a NUL byte, so it is binary"
    case .binaryPropertyList: "it is a binary property list (`plutil -convert xml1` makes a text of it)"
    case .wideCharacters: "it is UTF-32, by its byte order mark"
    case .largeFilePointer: "it is a pointer of git-lfs"
    }
  }
}
