import Platform

/// A variable without a value, to be asked for.
package struct ValueQuestion: Sendable {
  package let variable: Variable
  /// What its rules show while it has no value.
  package let canonical: [[UInt8]]
  /// Why the last answer would not do; `nil` at first.
  package let complaint: String?
}

/// Asks a person; nothing: the project's text stays; `nil`: there are no more answers.
package typealias ValuePrompt = (ValueQuestion) -> [UInt8]?

/// Gathers the values of all variables: given with the command, else configured, else asked for.
struct ValueGathering {
  let rules: Rules
  let arguments: [VariableValue]
  let configured: [VariableValue]
  /// Variables that are not asked for again.
  let declined: Set<String>

  init(_ rules: Rules, arguments: [String], configured: [VariableValue], declined: Set<String> = []) throws(MungeError) {
    (self.rules, self.configured, self.declined) = (rules, configured, declined)
    self.arguments = try rules.assignments(arguments)
  }

  /// What was gathered, in the order of the declarations.
  struct GatheredValues {
    var values: [VariableValue] = []
    /// The variables for which an empty answer was given now.
    var declined: [String] = []
    /// The variables that have no value: those that wait for a decision, and those that have one.
    var unset: (open: [Variable], declined: [Variable]) = ([], [])
  }

  private enum Answer {
    case value(VariableValue)
    case declined
    case none
  }

  /// What is set must be right, even if there is no terminal to ask on.
  func gather(_ ask: ValuePrompt?) throws(MungeError) -> GatheredValues {
    var (gathered, ask) = (GatheredValues(), ask)
    for variable in rules.variables {
      let found = arguments.first { $0.name == variable.name } ?? configured.first { $0.name == variable.name }
      if let found {
        gathered.values.append(found)
      } else if !declined.contains(variable.name) {
        switch answer(variable, &ask) {
        case .value(let value): gathered.values.append(value)
        case .declined: gathered.declined.append(variable.name)
        case .none: break
        }
      }
    }
    gathered.unset = rules.unset(gathered.values, declined: declined.union(gathered.declined))
    return gathered
  }

  private func answer(_ variable: Variable, _ ask: inout ValuePrompt?) -> Answer {
    var complaint: String?
    while let asking = ask {
      guard let text = asking(question(variable, complaint)) else {
        ask = nil
        return .none
      }
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
  /// `NAME=VALUE` words, each checked against its variable.
  func assignments(_ words: [String]) throws(MungeError) -> [VariableValue] {
    do throws(ValueError) {
      let given = try words.map { word throws(ValueError) in try Rules.assignment(word) }
      for (index, value) in given.enumerated() {
        if given[..<index].contains(where: { $0.name == value.name }) { throw ValueError.twice(value.name) }
        try check(value)
      }
      return given
    } catch {
      throw .value(error)
    }
  }

  private static func assignment(_ word: String) throws(ValueError) -> VariableValue {
    guard let equals = word.firstIndex(of: "="), equals > word.startIndex else {
      throw .notAnAssignment(word)
    }
    return VariableValue(
      name: String(word[..<equals]), text: Array(word[word.index(after: equals)...].utf8),
      origin: .argument)
  }
}
