// A defect in the canonical repository, and the findings that are expected for it.

import StorySupport

/// A commit: its name in the catalogue, its parents, and the files that it writes; `nil` for a deleted file.
struct CatalogueStep: Sendable {
  let name: String
  var after: [String] = []
  var files: [String: [UInt8]?] = [:]
}

/// The place of a defect in the history, and the command that verifies it.
enum CataloguePlace: String, CaseIterable, Sendable {
  case tree, staged, first, middle, last, merge, takenBack, oldHistory, otherBranch, tag

  /// The commits after the canonical one, for a file content with the defect and the canonical content.
  func steps(_ defect: [String: [UInt8]?], _ canonical: [String: [UInt8]?]) -> [CatalogueStep] {
    func other(_ name: String, _ after: String = "main") -> CatalogueStep {
      CatalogueStep(name: name, after: [after], files: ["other-\(name)": bytes("\(name)\n")])
    }
    func leak(_ after: String = "main") -> CatalogueStep { CatalogueStep(name: "leak", after: [after], files: defect) }
    func fixed(_ after: String) -> CatalogueStep { CatalogueStep(name: "fixed", after: [after], files: canonical) }
    return switch self {
    case .tree, .staged: [leak()]
    case .first: [leak(), other("two", "leak"), other("tip", "two")]
    case .middle: [other("one"), leak("one"), other("tip", "leak")]
    case .last: [other("one"), other("two", "one"), leak("two")]
    case .merge:
      [
        other("one"), other("two"), CatalogueStep(name: "leak", after: ["one", "two"], files: defect),
        other("tip", "leak"),
      ]
    case .takenBack: [leak(), fixed("leak"), other("tip", "fixed")]
    case .oldHistory: [leak(), fixed("leak"), other("two", "fixed"), other("tip", "two")]
    case .otherBranch, .tag: [leak(), other("tip")]
    }
  }

  var words: [String] {
    switch self {
    case .tree: ["<leak>"]
    case .staged: ["--staged"]
    case .last: ["<main>..<leak>"]
    case .first, .middle, .merge, .takenBack: ["<main>..<tip>"]
    case .oldHistory, .otherBranch, .tag: ["--history"]
    }
  }
}

/// A reported line: `path:line:column: severity rule kind text`.
struct CatalogueFinding: Sendable {
  let place: String
  let severity: String
  let kind: String
  let rule: String?
  /// A text that the message must contain.
  let text: String
  /// The name of the reported step; `nil` for none.
  let since: String?
}

struct CatalogueSeed: Sendable, CustomTestStringConvertible {
  let name: String
  let place: CataloguePlace
  let steps: [CatalogueStep]
  let words: [String]
  let expected: [CatalogueFinding]
  var testDescription: String { "\(name), \(place)" }

  static let all = CataloguePlace.allCases.flatMap { place in Kind.all.map { CatalogueSeed($0, place) } } + changes

  /// A leak in place of a canonical text.
  private init(_ kind: Kind, _ place: CataloguePlace) {
    let text = Catalogue.text.replacing(kind.canonical, with: kind.leak, maxReplacements: 1)
    (name, self.place, words) = (kind.name, place, place.words)
    steps = place.steps([Catalogue.path: bytes(text)], [Catalogue.path: bytes(Catalogue.text)])
    expected = [
      CatalogueFinding(
        place: "\(Catalogue.path):\(kind.place)", severity: "error", kind: kind.name, rule: kind.rule, text: kind.leak,
        since: place == .staged ? nil : "leak")
    ]
  }

  /// Commits, of which the last is named `tip`. `from`: the commit at the beginning of the range.
  init(_ name: String, from: String = "main", _ steps: [CatalogueStep], _ expected: CatalogueFinding...) {
    self.init(name, from: from, steps, expected)
  }

  init(_ name: String, from: String, _ steps: [CatalogueStep], _ expected: [CatalogueFinding]) {
    (self.name, place, self.steps, words, self.expected) = (name, .first, steps, ["<\(from)>..<tip>"], expected)
  }

  /// A leak that the rules alone reveal, and its line and column.
  private struct Kind {
    let name: String
    let rule: String
    let canonical: String
    let leak: String
    let place: String

    static let all = [
      Kind(name: "foreign-value", rule: "team", canonical: "ABCDE12345", leak: "FRED098765", place: "2:8"),
      Kind(name: "looks-local", rule: "app", canonical: "com.acme.app", leak: "dev.fred.acme", place: "3:6"),
      Kind(name: "local-text", rule: "host", canonical: "api.acme.test", leak: "localhost.acme.test", place: "5:15"),
    ]
  }
}
