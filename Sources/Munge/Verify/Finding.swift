public import Platform

/// Something that `git munge verify` has found.
public struct Finding: Sendable, Equatable {
  /// How much it matters.
  public enum Severity: String, Sendable, CaseIterable {
    /// It has to be mended: `git munge verify` ends with exit code 1.
    case error
    /// It may be meant; with `--strict` it counts as an error.
    case warning
    /// Something of the rules that nobody can see in the content.
    case advice
  }

  /// Where it is.
  public struct Location: Sendable, Hashable {
    public let path: Path
    /// From 1; `nil` where the whole file is meant.
    public let line: Int?
    /// From 1, in Unicode code points; in bytes where the line is no UTF-8.
    public let column: Int?
    /// Behind the last character.
    public let endColumn: Int?

    public init(path: Path, line: Int? = nil, column: Int? = nil, endColumn: Int? = nil) {
      (self.path, self.line, self.column, self.endColumn) = (path, line, column, endColumn)
    }
  }

  /// What brought it in.
  public struct Origin: Sendable, Hashable {
    /// The whole name of the commit, in hexadecimal digits.
    public let commit: String
    /// `Name <address>`, with what a terminal should not see escaped.
    public let author: String

    public init(commit: String, author: String) {
      (self.commit, self.author) = (commit, author)
    }
  }

  public let matter: Matter
  public let severity: Severity
  /// `nil` where it is a matter of the whole repository.
  public let location: Location?
  /// The name of the rule; `nil` where it is of none.
  public let rule: [UInt8]?
  /// `nil` where that is not known, or there is no commit yet.
  public var origin: Origin?
  /// The commit by whose rules it was found; `nil` for the newest rules, and those of the index.
  public var base: String?
  /// Stays the same where the line moves within its file: 32 hexadecimal digits.
  public let fingerprint: String

  public init(
    _ matter: Matter, _ severity: Severity, at location: Location? = nil, rule: [UInt8]? = nil,
    origin: Origin? = nil, fingerprint: String
  ) {
    (self.matter, self.severity, self.location, self.rule) = (matter, severity, location, rule)
    (self.origin, self.fingerprint) = (origin, fingerprint)
  }

  public var kind: Kind { matter.kind }
}

extension Finding {
  /// What can be found, by the name that reports have for it.
  public enum Kind: String, Sendable, CaseIterable {
    // Somebody's text in the repository.
    case foreignValue = "foreign-value"
    case looksLocal = "looks-local"
    case localText = "local-text"
    case ownText = "own-text"
    case formerText = "former-text"
    case nearLeak = "near-leak"
    case replacedCanonical = "replaced-canonical"
    case partlySearched = "partly-searched"
    // The rules, and the attributes that go with them.
    case badRules = "bad-rules"
    case missingRules = "missing-rules"
    case unusedRule = "unused-rule"
    case unusedLine = "unused-line"
    case missingAttribute = "missing-attribute"
    case noLongerMunged = "no-longer-munged"
    case needlessAttribute = "needless-attribute"
    case otherFilter = "other-filter"
    case neverMunged = "never-munged"
    case ambiguousTexts = "ambiguous-texts"
    case unseenLocal = "unseen-local"
    case acceptedByChange = "accepted-by-change"
    // Whether the filter gives back what it was given.
    case notRestored = "not-restored"
    case filterActive = "filter-active"
    case changedFile = "changed-file"
  }

  /// What it is, with all that there is to say of it.
  public enum Matter: Sendable, Hashable {
    /// A key of a rule has a value that is none of its canonical texts.
    case foreignValue([UInt8], key: [UInt8], canonicals: [[UInt8]])
    /// A text that the local text of a rule could be, with some developer's values.
    case looksLocal([UInt8], template: String, canonical: [UInt8])
    /// The local text of a rule without variables.
    case localText([UInt8], canonical: [UInt8])
    /// What this working tree shows.
    case ownText([UInt8], canonical: [UInt8])
    /// What it showed once.
    case formerText([UInt8], canonical: [UInt8])
    /// Such a text in a longer word, or outside the keys of its rule: no clean takes it back.
    case nearLeak([UInt8], word: [UInt8])
    /// A change has put a text in the place of a canonical one.
    case replacedCanonical([UInt8], canonical: [UInt8])
    /// The search for shapes in a file took too long, and was ended.
    case partlySearched
    case badRules(String)
    /// Files have the attribute, and there is no rules file.
    case missingRules(files: Int)
    /// No attributed file holds one of its texts.
    case unusedRule(canonicals: [[UInt8]])
    /// A line of a rule, as it is written, that changes nothing in any attributed file.
    case unusedLine([UInt8])
    /// A file holds a canonical text, and no attribute gives it to git-munge.
    case missingAttribute([UInt8])
    /// A line of `.gitattributes` gives files to git-munge, and no rule is for their paths.
    case needlessAttribute
    /// A rule is for the path of a file that belongs to another filter.
    case otherFilter(filter: String)
    /// A file has the attribute and holds a canonical text, and is of a kind that is never munged.
    case neverMunged([UInt8])
    /// Two texts that cannot be told apart, in words that fit between them.
    case ambiguousTexts([UInt8], relation: String, other: [UInt8])
    /// The local text of a rule could be any text: nobody sees it but whose it is.
    case unseenLocal(template: String)
    /// The rules of a change name as the project's what other rules report: so often, and there first.
    case acceptedByChange(findings: Int, first: Location, base: String)
    /// So many files had the attribute in another commit, and have not any more.
    case noLongerMunged(files: Int, base: String)
    /// Clean does not give back what smudge was given, for a developer with these values.
    case notRestored(values: [String])
    /// git would run a filter here, and files may show local texts.
    case filterActive(String)
    /// A file on disk is not what the commit holds for it.
    case changedFile

    public var kind: Kind {
      switch self {
      case .foreignValue: .foreignValue
      case .looksLocal: .looksLocal
      case .localText: .localText
      case .ownText: .ownText
      case .formerText: .formerText
      case .nearLeak: .nearLeak
      case .replacedCanonical: .replacedCanonical
      case .partlySearched: .partlySearched
      case .badRules: .badRules
      case .missingRules: .missingRules
      case .unusedRule: .unusedRule
      case .unusedLine: .unusedLine
      case .missingAttribute: .missingAttribute
      case .needlessAttribute: .needlessAttribute
      case .otherFilter: .otherFilter
      case .neverMunged: .neverMunged
      case .ambiguousTexts: .ambiguousTexts
      case .unseenLocal: .unseenLocal
      case .acceptedByChange: .acceptedByChange
      case .noLongerMunged: .noLongerMunged
      case .notRestored: .notRestored
      case .filterActive: .filterActive
      case .changedFile: .changedFile
      }
    }

    /// Somebody's text, where that is what was found; masked in reports unless they are asked to show it.
    public var leaked: [UInt8]? {
      switch self {
      case .foreignValue(let text, _, _), .looksLocal(let text, _, _), .localText(let text, _), .ownText(let text, _),
        .formerText(let text, _), .nearLeak(let text, _), .replacedCanonical(let text, _):
        text
      case .partlySearched, .badRules, .missingRules, .unusedRule, .unusedLine, .missingAttribute, .needlessAttribute,
        .otherFilter, .neverMunged, .ambiguousTexts, .unseenLocal, .acceptedByChange, .noLongerMunged, .notRestored,
        .filterActive, .changedFile:
        nil
      }
    }
  }
}
