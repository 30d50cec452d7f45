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
  var since: String? = "leak"
}

struct CatalogueSeed: Sendable, CustomTestStringConvertible {
  /// The clone in which verify runs.
  enum Owner: Sendable {
    case plain
    /// One with the values `Catalogue.own` now, and `Catalogue.former` earlier.
    case developer
  }

  let name: String
  var owner = Owner.plain
  let place: CataloguePlace
  let steps: [CatalogueStep]
  let words: [String]
  let expected: [CatalogueFinding]

  var testDescription: String { "\(name), \(place)" }

  /// A form in which one text is replaced at the place that `finding` names.
  init(_ form: CatalogueForm, _ kind: Kind, _ place: CataloguePlace) {
    let text = form.text(kind.texts)
    name = "\(kind.name) in \(form.path)"
    self.place = place
    steps = place.steps([form.path: form.content(kind.texts)], [form.path: form.content()])
    words = place.words
    expected = [
      CatalogueFinding(
        place: "\(form.path):\(CatalogueSeed.position(of: kind.leak, in: text))",
        severity: "error", kind: kind.name, rule: kind.rule, text: kind.leak,
        since: place == .staged ? nil : "leak")
    ]
  }

  /// Files that are replaced; `nil` for a deleted file.
  init(_ name: String, _ place: CataloguePlace, _ files: [String: String?], _ expected: CatalogueFinding...) {
    let bytes = files.mapValues { $0.map { TestSupport.bytes($0) } }
    let before = Dictionary(uniqueKeysWithValues: bytes.keys.map { ($0, Catalogue.files[$0]) })
    (self.name, self.place, self.expected) = ("\(name) of \(files.keys.sorted())", place, expected)
    (steps, words) = (place.steps(bytes, before), place.words)
  }

  /// Commits, of which the last is named `tip`. `from`: the commit at the beginning of the range.
  init(_ name: String, from: String = "main", _ steps: [CatalogueStep], _ expected: CatalogueFinding...) {
    self.init(name, from: from, steps, expected)
  }

  init(_ name: String, from: String, _ steps: [CatalogueStep], _ expected: [CatalogueFinding]) {
    (self.name, place, self.steps, words, self.expected) = (name, .first, steps, ["<\(from)>..<tip>"], expected)
  }

  /// A finding in the developer's clone.
  var own: CatalogueSeed {
    var seed = self
    seed.owner = .developer
    return seed
  }

  /// `line:column`, from 1, in code points, without a byte order mark.
  static func position(of text: String, in content: String, from start: Int = 0) -> String {
    let scalars = Array(content.unicodeScalars.drop { $0 == "\u{FEFF}" }), wanted = Array(text.unicodeScalars)
    let place = scalars.indices.first { scalars[$0...].starts(with: wanted) } ?? 0
    let line = scalars[..<place].count { $0 == "\n" } + 1
    let column = place - (scalars[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0) + 1
    return "\(line):\(column)"
  }

  /// A leak that the rules alone reveal.
  struct Kind: Sendable {
    let name: String
    let leak: String
    let rule: String
    /// The canonical texts with the leak among them.
    let texts: CatalogueTexts

    static let all = [
      Kind(name: "foreign-value", leak: "FRED098765", rule: "team", texts: CatalogueTexts(team: "FRED098765")),
      Kind(name: "looks-local", leak: "dev.fred.acme", rule: "app", texts: CatalogueTexts(app: "dev.fred.acme")),
      Kind(
        name: "local-text", leak: "localhost.acme.test", rule: "host",
        texts: CatalogueTexts(host: "localhost.acme.test")),
    ]
  }
}
