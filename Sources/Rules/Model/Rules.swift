package import Smudge

/// The parsed rules file: rules and variables.
package struct Rules: Sendable, Equatable {
  package var rules: [Rule] = []
  package var variables: [Variable] = []
  /// The bytes of the file; of two, those of the committed one.
  package var source: [UInt8] = []
  /// The lines of gitattributes(5) of private rules, each of which sets only the filter; empty in committed rules.
  package var attributes: [String] = []
  package var origin = Origin.committed
  /// The names of private rules that are not used, because the committed rules have their texts.
  package var replaced: [[UInt8]] = []

  /// Where rules come from.
  package enum Origin: String, Sendable {
    /// The committed rules, the private ones, or (`both`) the committed rules and private ones for other texts.
    case committed, `private`, both
  }

  package init() {}

  package var fingerprint: Digest { RulesFingerprint.digest(of: source) }

  /// The variable of a name; `nil` if none is declared.
  package func variable(_ name: String) -> Variable? {
    variables.first { $0.name == name }
  }

  /// The file of a rule, as messages name it.
  package func file(of rule: [UInt8]?) -> String { rules.first { $0.name == rule }?.file ?? RulesFile.name }

  /// The values of its own variables, in the order of their declarations; the configuration can have others.
  package func declared(_ values: [VariableValue]) -> [VariableValue] {
    variables.compactMap { variable in values.first { $0.name == variable.name } }
  }

  /// Variables without a value, whose rules are idle, split by whether the developer chose to keep the canonical text.
  package func unset(
    _ values: [VariableValue], declined: Set<String>
  ) -> (open: [Variable], declined: [Variable]) {
    let all = variables.filter { variable in
      !values.contains { $0.name == variable.name }
    }
    return (
      all.filter { !declined.contains($0.name) },
      all.filter { declined.contains($0.name) }
    )
  }
}

/// A value that each developer supplies.
package struct Variable: Sendable, Equatable {
  package let name: String
  package let place: RulesPosition
  package var kind: VariableKind
  package var description: String?
}
