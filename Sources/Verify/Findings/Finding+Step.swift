package import Platform
package import Rules

// What solves a finding.
extension Finding {
  /// What a user does about a problem: a command, or an instruction in words.
  package struct Step: Sendable, Hashable {
    /// The case in which it is right, such as `a mistake`; empty if there is no other.
    fileprivate let reason: Message
    let action: Message
    fileprivate let isCommand: Bool

    /// The command `git munge install`.
    package static let install = run("git munge install")

    /// The command `git munge repair` with the files.
    static func repair(if reason: Message = "") -> Self { run(.repair, if: reason) }

    package static func run(_ command: Message, if reason: Message = "") -> Self {
      Self(reason: reason, action: command, isCommand: true)
    }

    package static func words(_ words: Message, if reason: Message = "") -> Self {
      Self(reason: reason, action: words, isCommand: false)
    }

    static func write(_ texts: [[UInt8]], if reason: Message = "") -> Self {
      words("write \(texts: texts) there", if: reason)
    }

    /// The command that adds a line to the rule of the finding. `file`: the rules.
    static func add(_ key: String, _ value: [UInt8], to file: String, if reason: Message) -> Self {
      // What begins with a hyphen is an option before `--`.
      let option = value.first == .hyphen ? "-- " : ""
      let command: Message =
        "git config -f \(Path(file).shellWord) --add \(option)\(.key(key)) \(value.shellWord) && git munge install"
      return run(command, if: reason)
    }

    /// The command that declares a text to be one of the project. `file`: the rules.
    static func keep(_ text: [UInt8], in file: String) -> Self {
      add("except", text, to: file, if: "the project's")
    }

    /// The command that appends a line for each file to the attributes. `file`: the rules, if they are private.
    package static func set(_ attribute: String, in file: String = RulesFile.name, if reason: Message) -> Self {
      run("\(.attributes(attribute, file)) && git munge install", if: reason)
    }

    /// The command that munges files, and that cleans what is staged or committed of them.
    package static func munging(by rules: Rules) -> Self {
      let file = rules.origin == .private ? rules.rules.first?.file : nil
      let set = set("filter=munge", in: file ?? RulesFile.name, if: "munge it")
      return file == nil ? run(set.action + " && git add --renormalize .gitattributes \(.paths)", if: set.reason) : set
    }

    /// Whether it adds a line to a rule.
    package var isOfRule: Bool { action.namesKey }

    /// The step in a sentence.
    package func words(for paths: [Path], rule: [UInt8]? = nil) -> String {
      let reason = reason.text(rule: rule)
      let words = action.text(rule: rule, for: paths)
      return (reason.isEmpty ? "" : "\(reason): ") + (isCommand ? "`\(words)`" : words)
    }
  }
}

extension [Finding.Step] {
  /// The steps, one on each line, with their cases in a column.
  func lines(for paths: [Path], rule: [UInt8]?) -> [String] {
    let reasons = map { $0.reason.text(rule: rule) }
    let width = reasons.map(\.count).max() ?? 0
    return zip(reasons, self).map { reason, step in
      let start = width == 0 ? "" : reason + ":" + String(repeating: " ", count: width - reason.count + 2)
      return start + step.action.text(rule: rule, for: paths)
    }
  }
}

extension Path {
  /// The command that appends lines, each one word of a shell, to the file.
  package func appending(_ lines: [String]) -> String {
    let command = lines.count == 1 && !lines[0].contains("\\") ? "echo" : "printf '%s\\n'"
    // Its last line can lack the newline; where it is not at hand, an empty line does no harm.
    let isAtTop = FileSystem.exists(Path(".git"))
    let last = isAtTop ? (try? FileSystem.contents(self, limit: 1 << 20))?.last ?? .newline : nil
    return (last == .newline ? "" : "echo >> \(shellWord) && ")
      + "\(command) \(lines.joined(separator: " ")) >> \(shellWord)"
  }
}
