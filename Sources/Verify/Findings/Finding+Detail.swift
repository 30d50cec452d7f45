package import Platform
package import Rules

// The message of a finding and its remedy.
extension Finding {
  /// A finding without its location: equal for the same problem in two files, or in two versions of a file.
  package struct Detail: Sendable, Hashable {
    package let kind: Kind
    /// The local text, if one was found; masked in reports by default.
    package let leaked: [UInt8]?
    /// The canonical texts that it could be.
    package let canonicals: [[UInt8]]
    /// The key whose value it is; `nil` if it is not the value of a key.
    package let key: [UInt8]?
    package let message: Message
    let remedy: Remedy

    /// `message` and `remedy` have no full stop; `remedy` is `nil` for that of the kind.
    package init(
      _ kind: Kind, leaked: [UInt8]? = nil, canonicals: [[UInt8]] = [], key: [UInt8]? = nil, _ message: Message,
      _ remedy: Remedy? = nil
    ) {
      self.kind = kind
      self.leaked = leaked
      self.canonicals = canonicals
      self.key = key
      self.message = message
      self.remedy = remedy ?? .words("\(kind.shortRemedy)")
    }

    package var isRepairable: Bool { if case .repair = remedy { true } else { false } }

    /// Whether an installation alone ends it.
    package var isInstallable: Bool { remedy == .install }
  }

  package enum Remedy: Sendable, Hashable {
    /// `git munge install`
    case install
    case words(Message)
    /// `git munge repair` with the paths, followed by these words.
    case repair(Message = "")
    /// This command with the paths, followed by these words.
    case command(String, Message)
    /// These words, followed by the lines that set `filter=munge` for the files, each after `key`: for
    /// `.gitattributes`, or for private rules.
    case attributeLines(Message, key: String = "")
    /// The command that appends these lines to `.gitattributes`, between these words. `renormalizes`: and that cleans
    /// what is staged or committed of the files.
    case attributeCommand(after: String = "", Message, renormalizes: Bool = false)

    /// For a file without the attribute that holds a local text.
    static func munging(by rules: Rules, isDocument: Bool = false) -> Remedy {
      // Without rules in the tree they can be private.
      if rules.rules.isEmpty {
        return .words("write the canonical text, or add filter=munge as `git munge status` says")
      }
      if let file = rules.rules.first?.file, rules.origin == .private {
        return .attributeLines(
          "write the canonical text, or add the line to section [munge] of \(file)", key: "attributes = ")
      }
      return isDocument
        ? .attributeCommand(after: "write the canonical text; or ", " sets filter=munge", renormalizes: true)
        : .attributeCommand(" sets filter=munge; or write the canonical text", renormalizes: true)
    }

    private static let maxPaths = 6

    func words(for paths: [Path], rule: [UInt8]?) -> String {
      switch self {
      case .install: "git munge install"
      case .words(let words): words.text(rule: rule, .plain)
      case .repair(let more):
        (paths.isEmpty
          ? "restore"
          : (paths.count > Self.maxPaths ? "`git munge repair .`" : Self.command("git munge repair", paths))
            + " restores")
          + " the canonical text" + more.text(rule: rule, .plain)
      case .command(let command, let more): Self.command(command, paths) + more.text(rule: rule, .plain)
      case .attributeLines(let words, let key):
        words.text(rule: rule, .plain) + Self.lines(AttributePatterns.lines(for: paths).map { key + $0 })
      case .attributeCommand(let before, let more, let renormalizes):
        before + Self.command(Array(paths.prefix(Self.maxPaths)), renormalizes) + more.text(rule: rule, .plain)
      }
    }

    /// The last line of `.gitattributes` can lack its newline.
    private static func command(_ paths: [Path], _ renormalizes: Bool) -> String {
      if paths.isEmpty { return "a line in .gitattributes" }
      let add = renormalizes ? " && git add --renormalize .gitattributes \(quoted(paths))" : ""
      return "`printf '\\n%s' \(quoted(paths.map { Path($0.attributeLine) })) '' >> .gitattributes\(add)`"
    }

    /// A command with at most `maxPaths` paths: the next report has the others.
    package static func command(_ command: String, _ paths: [Path]) -> String {
      "`\(command) \(quoted(Array(paths.prefix(maxPaths))))`" + (paths.count > maxPaths ? " (and so on)" : "")
    }

    private static func quoted(_ paths: [Path]) -> String { paths.map(\.shellQuoted).joined(separator: " ") }

    private static func lines(_ lines: [String]) -> String {
      if lines.isEmpty { return "" }
      return ": " + lines.prefix(maxPaths).map { "`\($0)`" }.joined(separator: ", ")
        + (lines.count > maxPaths ? ", ..." : "")
    }
  }

  /// What to do about local texts in a file without the attribute.
  package static func munging(_ path: Path, by rules: Rules) -> String {
    Remedy.munging(by: rules).words(for: [path], rule: nil)
  }
}
