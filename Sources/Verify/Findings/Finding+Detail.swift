package import Platform
package import Rules

// The message of a finding and its remedy.
extension Finding {
  /// A finding without its location: equal for the same problem in two files, or in two versions of a file.
  package struct Detail: Sendable, Hashable {
    /// The kind of the problem.
    package let kind: Kind
    /// The local text, if one was found.
    package let leaked: [UInt8]?
    /// The canonical texts that belong there.
    package let canonicals: [[UInt8]]
    /// The key whose value the text is; `nil` if it is not the value of a key.
    package let key: [UInt8]?
    /// The sentence, without a full stop.
    package internal(set) var message: Message
    /// The instructions to solve the problem, without a full stop.
    let remedy: Remedy

    /// Creates a detail; `remedy` is `nil` for the remedy of the kind.
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

    /// Whether `git munge repair` solves the problem.
    package var isRepairable: Bool { if case .repair = remedy { true } else { false } }

    /// Whether an installation alone solves the problem.
    package var isInstallable: Bool { remedy == .install }
  }

  /// The instructions to solve a problem, which name the files of all findings that have it.
  package enum Remedy: Sendable, Hashable {
    /// The command `git munge install`.
    case install
    /// Words without paths.
    case words(Message)
    /// The command `git munge repair` with the paths, followed by words.
    case repair(Message = "")
    /// A command with the paths, followed by words.
    case command(String, Message)
    /// Words, followed by the lines that set `filter=munge` for the files, each after `key`: for
    /// `.gitattributes`, or for private rules.
    case attributeLines(Message, key: String = "")
    /// The command that appends these lines to `.gitattributes`, between these words. `renormalizes`: and that cleans
    /// what is staged or committed of the files.
    case attributeCommand(after: String = "", Message, renormalizes: Bool = false)

    /// The remedy for a local text in a file without the attribute.
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

    /// The maximum number of paths in a command: the next report has the others.
    private static let maxPaths = 6

    /// The instructions for these files; `rule`: the name that the messages of a rule show.
    func words(for paths: [Path], rule: [UInt8]?) -> String {
      switch self {
      case .install: "git munge install"
      case .words(let words): words.text(rule: rule)
      case .repair(let more): Self.restoring(paths) + " the canonical text" + more.text(rule: rule)
      case .command(let command, let more): Self.command(command, paths) + more.text(rule: rule)
      case .attributeLines(let words, let key):
        words.text(rule: rule) + Self.lines(AttributePatterns.lines(for: paths).map { key + $0 })
      case .attributeCommand(let before, let more, let renormalizes):
        before + Self.command(Array(paths.prefix(Self.maxPaths)), renormalizes) + more.text(rule: rule)
      }
    }

    /// The command that restores canonical texts, and its verb; without paths only a verb.
    private static func restoring(_ paths: [Path]) -> String {
      if paths.isEmpty { return "restore" }
      return (paths.count > maxPaths ? "`git munge repair .`" : command("git munge repair", paths)) + " restores"
    }

    /// The command that appends the lines for some files to `.gitattributes`.
    private static func command(_ paths: [Path], _ renormalizes: Bool) -> String {
      if paths.isEmpty { return "a line in .gitattributes" }
      // The last line of the file can lack its newline.
      let add = renormalizes ? " && git munge install && git add --renormalize .gitattributes \(quoted(paths))" : ""
      return "`printf '\\n%s' \(quoted(paths.map { Path($0.attributeLine) })) '' >> .gitattributes\(add)`"
    }

    /// A command with at most `maxPaths` paths, between backticks.
    package static func command(_ command: String, _ paths: [Path]) -> String {
      "`\(command) \(quoted(Array(paths.prefix(maxPaths))))`" + (paths.count > maxPaths ? " (and so on)" : "")
    }

    /// Paths as arguments in a shell.
    private static func quoted(_ paths: [Path]) -> String { paths.map(\.shellQuoted).joined(separator: " ") }

    /// Lines of a file as the end of a sentence.
    private static func lines(_ lines: [String]) -> String {
      if lines.isEmpty { return "" }
      let list = lines.prefix(maxPaths).map { "`\($0)`" } + (lines.count > maxPaths ? ["..."] : [])
      return ": " + list.joined(separator: ", ")
    }
  }

  /// The remedy for local texts in a file without the attribute.
  package static func munging(_ path: Path, by rules: Rules) -> String {
    Remedy.munging(by: rules).words(for: [path], rule: nil)
  }
}
