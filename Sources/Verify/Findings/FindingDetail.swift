// What a finding says, and what to do about it.

import Platform

extension Finding {
  /// What was found, without where: the same in two files, or in two versions of one.
  package struct Detail: Sendable, Hashable {
    package let kind: Kind
    /// A developer's text, if that is what was found; masked in reports unless they are asked to show it.
    package let leaked: [UInt8]?
    /// What it may stand for in the repository.
    package let canonicals: [[UInt8]]
    /// The key whose value it is; `nil` where that says nothing.
    package let key: [UInt8]?
    let message: Message
    let remedy: Remedy
    /// What `git munge doctor --fix` does about it; `nil` where a person has to decide.
    let fix: Fix?

    /// `message`: without a full stop; `remedy` as well, and `nil` for that of the kind.
    init(
      _ kind: Kind, leaked: [UInt8]? = nil, canonicals: [[UInt8]] = [], key: [UInt8]? = nil, _ message: Message,
      _ remedy: Remedy? = nil
    ) {
      (self.kind, self.leaked, self.canonicals, self.key) = (kind, leaked, canonicals, key)
      (self.message, self.remedy, fix) = (message, remedy ?? .words(Message(kind.shortRemedy)), nil)
    }

    /// Of the installation, with a remedy that costs nothing.
    init(_ kind: Kind, fix: Fix, _ message: Message) {
      (self.kind, leaked, canonicals, key) = (kind, nil, [], nil)
      (self.message, remedy, self.fix) = (message, .words("git munge doctor --fix"), fix)
    }

    /// Whether `git munge repair` puts a canonical text in its place.
    var isRepairable: Bool {
      switch remedy {
      case .repair: true
      case .words, .attributeLines: false
      }
    }
  }

  /// What to do about a finding.
  enum Remedy: Sendable, Hashable {
    case words(Message)
    /// `git munge repair`; and these words after it.
    case repair(Message = "")
    /// These words, and the lines of `.gitattributes` that give the files to git-munge.
    case attributeLines(Message)

    /// More paths than these are left to the reader.
    private static let maxPaths = 6

    func words(for paths: [Path], rule: [UInt8]?) -> String {
      switch self {
      case .words(let words): words.text(rule: rule, .plain)
      case .repair(let more): Self.repair(paths) + more.text(rule: rule, .plain)
      case .attributeLines(let words): words.text(rule: rule, .plain) + Self.lines(AttributePatterns.lines(for: paths))
      }
    }

    private static func lines(_ lines: [String]) -> String {
      if lines.isEmpty { return "" }
      return ": " + lines.prefix(maxPaths).map { "`\($0)`" }.joined(separator: ", ") + (lines.count > maxPaths ? ", ..." : "")
    }

    private static func repair(_ paths: [Path]) -> String {
      if paths.isEmpty { return "restore the canonical text" }
      let words = paths.prefix(maxPaths).map { "\($0.shellQuoted)" } + (paths.count > maxPaths ? ["..."] : [])
      return "`git munge repair \(words.joined(separator: " "))` restores the canonical text"
    }
  }
}
