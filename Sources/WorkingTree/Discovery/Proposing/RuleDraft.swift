import Platform
import Rules

/// A rule to be written, with the reasons for its exceptions.
struct RuleDraft: Equatable {
  /// A line of `.gitmunge` below the head of the rule; `comment` is printed above it.
  struct Setting: Hashable {
    let key: RulesFile.RuleKey
    let value: String
    let comment: String?

    init(_ key: RulesFile.RuleKey, _ value: String, comment: String? = nil) {
      self.key = key
      self.value = value
      self.comment = comment
    }

    /// The line as it is written.
    var text: String {
      value.isEmpty ? "\t\(key.rawValue) =" : "\t\(key.rawValue) = \(ConfigValue.written(value.bytes).string)"
    }
  }

  let name: String
  /// The lines of the rule, without that of the local text.
  var lines: [Setting]
  /// Local texts, the best one first; the others are for rules whose local text cannot be recognized.
  var locals: [String]

  /// The values of `canonical` lines.
  var canonicals: [String] {
    lines.filter { $0.key == .canonical }.map(\.value)
  }

  /// The local text; empty for a rule that has one already.
  var local: String { locals.first ?? "" }

  /// The section as it is written.
  var written: [String] {
    var written = ["[rule \"\(name)\"]"]
    for (index, line) in lines.enumerated() {
      if let comment = line.comment, index == 0 || lines[index - 1].comment != comment {
        written.append("\t# \(comment)")
      }
      written.append(line.text)

      let isLast = index + 1 == lines.count || lines[index + 1].key != .canonical
      if line.key == .canonical, isLast, !local.isEmpty {
        written.append("\tlocal = \(local)")
      }
    }
    return written
  }

  /// Local texts for a base, the best one first.
  ///
  /// The variable is inside the text, so that `verify` recognizes the text by what is around it, and the end of the
  /// text still says which app it is: `com.${handle}.app`, `com.acme.${handle}.app`, `com.acme.dev-${handle}`. A domain
  /// is before the whole text, `group.${domain}.com.acme.app`: `group.${domain}.app` can contain that of another rule.
  static func locals(for base: String, _ variable: VariableDraft) -> [String] {
    let reference = "${\(variable.name)}"
    if variable.kind == .bundleID {
      let name = IdentifierText(base)?.name ?? base
      return [base.replacing(name, with: "\(reference).\(name)")]
    }

    let words = base.split(separator: ".", maxSplits: 2)
    let last = base.split(separator: ".").last ?? ""
    let first = base.dropLast(last.count)
    return ["\(first)\(reference).\(last)"]
      + (words.count > 2 ? ["\(words[0]).\(reference).\(words[2])"] : [])
      + ["\(first)dev-\(reference).\(last)"]
  }
}

/// A variable to be written.
struct VariableDraft {
  let name: String
  let kind: VariableKind
  let description: String

  /// The name of a developer in identifiers. `isForAndroid`: the names of Android have no hyphens and begin with a
  /// letter.
  static func handle(isForAndroid: Bool) -> VariableDraft {
    VariableDraft(
      name: "handle",
      kind: isForAndroid ? .word : .label,
      description: "A short name of your own, such as bnr")
  }

  /// What the identifiers of a developer begin with, who puts nothing into those of the project.
  static let domain = VariableDraft(
    name: "domain", kind: .bundleID, description: "Your own domain, reversed, such as org.example")

  /// The team of a developer.
  static let team = VariableDraft(name: "team", kind: .teamID, description: "Your Apple team")

  /// The section as it is written.
  var written: [String] {
    [
      "[variable \"\(name)\"]",
      "\tkind = \(kind.rawValue)",
      "\tdescription = \(description)",
    ]
  }
}
