import Platform
package import Rules
import Verify

/// A question for the value of a variable.
package struct ValueQuestion: Sendable {
  package let variable: Variable
  /// The canonical texts of its rules.
  package let canonical: [[UInt8]]
  /// Why the last answer was invalid; `nil` for the first question.
  package let complaint: String?
}

/// Asks on the terminal. An empty answer keeps the canonical text; `nil`: end of input.
package typealias ValuePrompt = (ValueQuestion) -> [UInt8]?

/// Gathers the values of all variables: from arguments, else configured, else from prompts.
struct ValueGathering {
  let rules: Rules
  let arguments: [VariableValue]
  let configured: [VariableValue]
  /// Variables that are not asked for again.
  let declined: Set<String>

  init(_ rules: Rules, arguments: [String], configured: [VariableValue], declined: Set<String> = []) throws {
    (self.rules, self.configured, self.declined) = (rules, configured, declined)
    self.arguments = try rules.assignments(arguments)
  }

  struct GatheredValues {
    var values: [VariableValue] = []
    /// Variables with an empty answer.
    var declined: [String] = []
    /// Variables without a value: undecided ones, and those that keep the canonical text by choice.
    var unset: (open: [Variable], declined: [Variable]) = ([], [])
  }

  private enum Answer {
    case value(VariableValue)
    case declined
    case none
  }

  /// Checks given and configured values.
  func gather(_ ask: ValuePrompt?) throws -> GatheredValues {
    var gathered = GatheredValues()
    for variable in rules.variables {
      let found = arguments.first { $0.name == variable.name } ?? configured.first { $0.name == variable.name }
      if let found {
        gathered.values.append(found)
      } else if !declined.contains(variable.name) {
        switch try answer(variable, ask) {
        case .value(let value): gathered.values.append(value)
        case .declined: gathered.declined.append(variable.name)
        case .none: break
        }
      }
    }
    gathered.unset = rules.unset(gathered.values, declined: declined.union(gathered.declined))
    return gathered
  }

  /// Throws at the end of input (Ctrl-D).
  private func answer(_ variable: Variable, _ ask: ValuePrompt?) throws -> Answer {
    var complaint: String?
    while let ask {
      guard let text = ask(question(variable, complaint)) else { throw MungeError.inputEnded }
      if text.isEmpty { return .declined }
      if variable.kind.accepts(text) { return .value(VariableValue(name: variable.name, text: text, origin: .asked)) }
      complaint = "expected \(variable.kind.expectation)"
    }
    return .none
  }

  private func question(_ variable: Variable, _ complaint: String?) -> ValueQuestion {
    let rules = rules.rules.filter { $0.local.variables.contains(variable.name) }
    return ValueQuestion(variable: variable, canonical: rules.flatMap(\.canonicals).filter { !$0.isEmpty }, complaint: complaint)
  }
}

extension Rules {
  /// Parses `NAME=VALUE` words and checks each against its variable.
  func assignments(_ words: [String]) throws -> [VariableValue] {
    let given = try words.map { word in try Rules.assignment(word) }
    for (index, value) in given.enumerated() {
      if given[..<index].contains(where: { $0.name == value.name }) { throw ValueError.twice(value.name) }
      try check(value)
    }
    return given
  }

  private static func assignment(_ word: String) throws -> VariableValue {
    guard let equals = word.firstIndex(of: "="), equals > word.startIndex else {
      throw ValueError.notAnAssignment(word)
    }
    return VariableValue(
      name: String(word[..<equals]), text: Array(word[word.index(after: equals)...].utf8),
      origin: .argument)
  }
}
