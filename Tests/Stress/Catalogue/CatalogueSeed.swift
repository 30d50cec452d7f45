// A defect that is put into the canonical repository, and what has to be found then.

import StorySupport
import TestSupport
import Testing

/// A commit: what it is called here, which ones it comes after, and what it writes; `nil` for a file that goes.
struct CatalogueStep: Sendable {
  let name: String
  var after: [String] = []
  var files: [String: [UInt8]?] = [:]
}

/// Where a defect is, and how it is looked for.
enum CataloguePlace: String, CaseIterable, Sendable {
  case tree, staged, first, middle, last, merge, takenBack, oldHistory, otherBranch, tag

  static let ranges: [CataloguePlace] = [.first, .middle, .last, .merge, .takenBack]

  /// The commits from the canonical one on, if this is what the defect writes, and `canonical` what stood there before.
  func steps(_ defect: [String: [UInt8]?], _ canonical: [String: [UInt8]?]) -> [CatalogueStep] {
    func other(_ name: String, _ after: String = "main") -> CatalogueStep {
      CatalogueStep(name: name, after: [after], files: ["other-\(name)": bytes("\(name)\n")])
    }
    func leak(_ after: String = "main") -> CatalogueStep { CatalogueStep(name: "leak", after: [after], files: defect) }
    func mended(_ after: String) -> CatalogueStep { CatalogueStep(name: "mended", after: [after], files: canonical) }
    return switch self {
    case .tree, .staged: [leak()]
    case .first: [leak(), other("two", "leak"), other("tip", "two")]
    case .middle: [other("one"), leak("one"), other("tip", "leak")]
    case .last: [other("one"), other("two", "one"), leak("two")]
    case .merge:
      [other("one"), other("two"), CatalogueStep(name: "leak", after: ["one", "two"], files: defect), other("tip", "leak")]
    case .takenBack: [leak(), mended("leak"), other("tip", "mended")]
    case .oldHistory: [leak(), mended("leak"), other("two", "mended"), other("tip", "two")]
    case .otherBranch, .tag: [leak(), other("tip")]
    }
  }

  /// The words of `git munge verify`, with the names of commits in `<>`.
  var words: [String] {
    switch self {
    case .tree: ["<leak>"]
    case .staged: ["--staged"]
    case .last: ["<main>..<leak>"]
    case .first, .middle, .merge, .takenBack: ["<main>..<tip>"]
    case .oldHistory, .otherBranch, .tag: ["--history"]
    }
  }

  /// What only looks like a leak may have been in a tree for ever.
  var isTree: Bool { self == .tree }
}

/// What is reported: `path:line:column: severity rule kind text`.
struct CatalogueFinding: Sendable {
  let place: String
  let severity: String
  let kind: String
  let rule: String?
  /// What its message has to show.
  let text: String
  /// The name of a step; `nil` where none is told.
  var since: String? = "leak"
}

struct CatalogueSeed: Sendable, CustomTestStringConvertible {
  /// Whose clone it is looked for in.
  enum Owner: Sendable {
    /// One in which nothing was ever installed.
    case nobody
    /// One that shows `Catalogue.own` now, and showed `Catalogue.former` once.
    case developer
  }

  let name: String
  var owner = Owner.nobody
  let place: CataloguePlace
  let steps: [CatalogueStep]
  let words: [String]
  let expected: [CatalogueFinding]

  var testDescription: String { "\(name), \(place)" }

  /// A form in which one text is another; that stands where `finding` says.
  init(_ form: CatalogueForm, _ kind: Kind, _ place: CataloguePlace) {
    let text = form.text(kind.texts)
    name = "\(kind.rawValue) in \(form.path)"
    self.place = place
    steps = place.steps([form.path: form.content(kind.texts)], [form.path: form.content()])
    words = place.words
    expected = [
      CatalogueFinding(
        place: "\(form.path):\(CatalogueSeed.position(of: kind.leak, in: text))",
        severity: kind == .looksLocal && place.isTree ? "warning" : "error", kind: kind.rawValue, rule: kind.rule, text: kind.leak,
        since: place == .staged ? nil : "leak")
    ]
  }

  /// Files that are other ones; `nil` for one that goes.
  init(_ name: String, _ place: CataloguePlace, _ files: [String: String?], _ expected: CatalogueFinding...) {
    let bytes = files.mapValues { $0.map { TestSupport.bytes($0) } }
    let before = Dictionary(uniqueKeysWithValues: bytes.keys.map { ($0, Catalogue.files[$0]) })
    (self.name, self.place, self.expected) = ("\(name) of \(files.keys.sorted())", place, expected)
    (steps, words) = (place.steps(bytes, before), place.words)
  }

  /// Commits; the name of the last one is `tip`. `from`: behind which commit it is looked for.
  init(_ name: String, from: String = "main", _ steps: [CatalogueStep], _ expected: CatalogueFinding...) {
    (self.name, place, self.steps, words, self.expected) = (name, .first, steps, ["<\(from)>..<tip>"], expected)
  }

  /// As a developer finds it.
  var own: CatalogueSeed {
    var seed = self
    seed.owner = .developer
    return seed
  }

  /// `line:column`, counted from 1 in code points, a byte order mark left out.
  static func position(of text: String, in content: String, from start: Int = 0) -> String {
    let scalars = Array(content.unicodeScalars.drop { $0 == "\u{FEFF}" }), wanted = Array(text.unicodeScalars)
    let place = scalars.indices.first { scalars[$0...].starts(with: wanted) } ?? 0
    let line = scalars[..<place].count { $0 == "\n" } + 1
    let column = place - (scalars[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0) + 1
    return "\(line):\(column)"
  }

  /// What can be seen by the rules alone.
  enum Kind: String, CaseIterable, Sendable {
    case foreignValue = "foreign-value", looksLocal = "looks-local", localText = "local-text"

    /// The project's texts with a leak of this kind among them.
    var texts: CatalogueTexts {
      switch self {
      case .foreignValue: CatalogueTexts(team: leak)
      case .looksLocal: CatalogueTexts(app: leak)
      case .localText: CatalogueTexts(host: leak)
      }
    }

    var leak: String {
      switch self {
      case .foreignValue: "FRED098765"
      case .looksLocal: "dev.fred.acme"
      case .localText: "localhost.acme.test"
      }
    }

    var rule: String {
      switch self {
      case .foreignValue: "team"
      case .looksLocal: "app"
      case .localText: "host"
      }
    }
  }
}
