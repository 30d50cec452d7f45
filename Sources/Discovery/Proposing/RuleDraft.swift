package import Rules

/// A rule to be written, with the reasons for its exceptions.
package struct RuleDraft: Sendable, Equatable {
  /// A line of `.gitmunge` below the head of the rule; `comment` is printed above it.
  package struct Line: Sendable, Hashable {
    package let key: RulesFile.RuleKey
    package let value: String
    package var comment: String?

    package init(_ key: RulesFile.RuleKey, _ value: String, comment: String? = nil) {
      (self.key, self.value, self.comment) = (key, value, comment)
    }
  }

  package let name: String
  /// Without the line of the local text.
  package var lines: [Line]
  /// Local texts, the best one first; the others are for rules whose local text cannot be recognized.
  package var locals: [String]

  package var canonicals: [String] { lines.filter { $0.key == .canonical }.map(\.value) }
  package var local: String { locals.first ?? "" }

  /// The section as it is written, each line with its draft; `nil` for the head, the local text and comments.
  package var written: [(text: String, line: Line?)] {
    var written: [(String, Line?)] = [("[rule \"\(name)\"]", nil)]
    for (index, line) in lines.enumerated() {
      if let comment = line.comment, index == 0 || lines[index - 1].comment != comment { written.append(("\t# \(comment)", nil)) }
      written.append(("\t\(line.key.rawValue) =\(line.value.isEmpty ? "" : " " + Self.quoted(line.value))", line))
      let isLast = index + 1 == lines.count || lines[index + 1].key != .canonical
      if line.key == .canonical, isLast, !local.isEmpty { written.append(("\tlocal = \(local)", nil)) }
    }
    return written
  }

  /// In quotes, if the value would not be read back without them.
  private static func quoted(_ value: String) -> String {
    if !value.contains(where: { "#;\"\\".contains($0) }) { return value }
    return "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

/// A variable to be written.
package struct VariableDraft: Sendable, Hashable {
  package let name: String
  package let kind: VariableKind
  package let description: String

  /// `isForAndroid`: the names of Android have no hyphens and begin with a letter.
  package static func handle(isForAndroid: Bool) -> VariableDraft {
    VariableDraft(name: "handle", kind: isForAndroid ? .word : .label, description: "A short name of your own, such as bnr")
  }

  package static let team = VariableDraft(name: "team", kind: .teamID, description: "Your Apple development team")
  static let database = VariableDraft(name: "database", kind: .uuid, description: "The id of your own database")
  static let worker = VariableDraft(name: "worker", kind: .label, description: "The name of your own worker")
  static let zone = VariableDraft(name: "zone", kind: .host, description: "Your own Cloudflare zone")
  static let domain = VariableDraft(name: "domain", kind: .host, description: "Your own domain")

  package var written: [String] {
    ["[variable \"\(name)\"]", "\tkind = \(kind.rawValue)", "\tdescription = \(description)"]
  }
}
