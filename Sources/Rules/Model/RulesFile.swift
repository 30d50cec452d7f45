import Smudge

/// The names in a rules file.
package enum RulesFile {
  /// The place of a rules file.
  package enum Place: Sendable {
    /// The file `.gitmunge` of a tree; its attributes are in `.gitattributes`.
    case committed
    /// A file of one developer, in no commit, which has its attributes as well.
    case `private`
  }

  package static let name = RulesFingerprint.file
  /// The pathspecs of the rules file and of all attributes files (gitglossary(7)).
  package static let pathspecs = [":(top,literal)\(name)", ":(top,glob)**/.gitattributes"]
  package static let maxBytes = RulesFingerprint.maxBytes
  /// The limit for all rules with their prefixes and suffixes, so that a committed file cannot make every checkout
  /// slow.
  package static let maxTexts = 1000

  /// A section by the word of its header.
  enum Section: String, CaseIterable {
    case rule, variable, munge

    /// The keys that a section can have.
    func keys(in file: Place) -> [String] {
      switch self {
      case .rule: RuleKey.allCases.map(\.rawValue)
      case .variable: ["kind", "description"]
      // Only private rules have attributes.
      case .munge: ["version"] + (file == .private ? ["attributes"] : [])
      }
    }
  }

  /// A key of a rule, in the order of reports.
  package enum RuleKey: String, Sendable, CaseIterable {
    case canonical, local, key
    case exceptKey = "except-key"
    case check
    case onInsert = "on-insert"
    case prefix, suffix, except, path
  }
}
