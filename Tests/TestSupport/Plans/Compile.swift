@testable import Rules
@testable package import Smudge

/// The plan of a rules file and of values as a developer sets them.
package func compiled(
  _ text: String, _ values: [String: String] = [:], after previous: Plan = .idle, now: Int64 = 0
) throws -> Plan {
  let rules = try RulesFile.parse(bytes(text))
  let values = values.sorted { $0.key < $1.key }.map { name, text in
    VariableValue(name: name, text: bytes(text), origin: .argument)
  }
  return try Compiler(rules, values: values, previous: previous, now: now).plan()
}

/// A rule with a variable of kind `text`, which accepts any value.
package enum OneRule {
  package static let variable = "[variable \"v\"]\nkind = text\n"
  package static let text = variable + "[rule \"r\"]\ncanonical = com.acme\nlocal = ${v}\n"

  package static func plan(_ value: String?, after previous: Plan = .idle, now: Int64 = 0) throws -> Plan {
    try compiled(text, value.map { ["v": $0] } ?? [:], after: previous, now: now)
  }
}
