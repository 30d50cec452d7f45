package import Smudge

/// What the rules file says: which texts are munged, and which values each developer supplies.
package struct Rules: Sendable, Equatable {
  package var rules: [Rule] = []
  package var variables: [Variable] = []
  /// The file, byte for byte.
  var source: [UInt8] = []

  /// Of the bytes of the file.
  package var fingerprint: Digest { Digest(source) }

  package func variable(_ name: String) -> Variable? { variables.first { $0.name == name } }

  /// The values of its variables, as they are declared; git knows more, of other projects.
  func declared(_ values: [VariableValue]) -> [VariableValue] {
    variables.compactMap { variable in values.first { $0.name == variable.name } }
  }

  /// Variables without a value: their rules are idle.
  func unset(_ values: [VariableValue]) -> [Variable] {
    variables.filter { variable in !values.contains { $0.name == variable.name } }
  }

  /// The same as those that wait for a decision, and those that have one.
  func unset(_ values: [VariableValue], declined: Set<String>) -> (open: [Variable], declined: [Variable]) {
    let all = unset(values)
    return (all.filter { !declined.contains($0.name) }, all.filter { declined.contains($0.name) })
  }
}

/// Canonical texts, what stands for them locally, and where it applies.
package struct Rule: Sendable, Equatable {
  package let name: [UInt8]
  package let place: RulesPosition
  /// At least one, and only one where there are no keys.
  package var canonicals: [[UInt8]]
  package var local: Template
  /// Where its texts count; none: wherever they stand alone.
  package var keys: [[UInt8]] = []
  package var onInsert: KeyScope.OnInsert = .keep
  package var suffixes: [[UInt8]] = []
  package var excepts: [[UInt8]] = []
  package var paths: [[UInt8]] = []
  /// Its lines that say where it applies, and what it covers besides.
  var lines: [RuleLine] = []

  /// One of several lines of a key, as it is written.
  struct RuleLine: Sendable, Hashable {
    let key: RulesFile.RuleKey
    let value: [UInt8]
    let place: RulesPosition
  }

  /// What a new line gets.
  package var canonical: [UInt8] { canonicals.first ?? [] }

  /// All texts that it puts otherwise, in the order of the plan.
  var covered: [[UInt8]] { ([[]] + suffixes).flatMap { suffix in canonicals.map { $0 + suffix } } }

  /// `nil` without keys. One text that can be told from what surrounds it may be a part of a value.
  package var extent: KeyScope.Extent? {
    if keys.isEmpty { return nil }
    let isToken = canonicals.count == 1 && TextFlaw.flaw(of: canonical) == nil
    return isToken && local.isOfTokenBytes ? .part : .whole
  }

  var keyed: KeyScope? {
    extent.map { KeyScope(keys: keys, extent: $0, onInsert: onInsert) }
  }

  /// What keeps bytes from being a text of this rule.
  func flaw(of text: [UInt8]) -> TextFlaw? {
    switch extent {
    case .whole: TextFlaw.flaw(ofValue: text)
    case .part, nil: TextFlaw.flaw(of: text)
    }
  }
}

/// A value that each developer supplies.
package struct Variable: Sendable, Equatable {
  package let name: String
  package let place: RulesPosition
  package var kind: VariableKind
  package var description: String?
}

/// A local text with holes for variables: `com.blah.user-${handle}`.
package struct Template: Sendable, Equatable {
  enum Part: Sendable, Equatable {
    case text([UInt8])
    case variable(String)
  }

  let parts: [Part]
  let place: RulesPosition

  /// The names of its variables, in order.
  package var variables: [String] {
    parts.compactMap { part in
      switch part {
      case .text: nil
      case .variable(let name): name
      }
    }
  }

  /// The text with all holes filled; `nil` where a value is missing.
  func filled(_ value: (String) -> [UInt8]?) -> [UInt8]? {
    var text: [UInt8] = []
    for part in parts {
      switch part {
      case .text(let bytes): text += bytes
      case .variable(let name):
        guard let value = value(name) else { return nil }
        text += value
      }
    }
    return text
  }
}

extension Template: CustomStringConvertible {
  /// As it is written in the rules file.
  package var description: String {
    parts.map { part in
      switch part {
      case .text(let bytes): String(decoding: bytes, as: UTF8.self)
      case .variable(let name): "${\(name)}"
      }
    }.joined()
  }
}
