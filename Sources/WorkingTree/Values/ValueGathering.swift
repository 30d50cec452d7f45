package import Rules
import Smudge
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

/// The values of an installation.
package struct GatheredValues: Sendable {
  package var values: [VariableValue] = []
  /// Variables with an empty answer.
  var declined: [String] = []
  /// Variables without a value, whose rules are idle: undecided ones, and those that keep the canonical text by choice.
  package var unset: (open: [Variable], declined: [Variable]) = ([], [])

  /// The values that are in no file of git's configuration, to be stored in the clone.
  var edits: [ValueEdit] {
    values.compactMap { value in
      if case .config(_, file: _?) = value.origin {
        nil
      } else {
        ValueEdit(name: value.name, text: value.text, level: .local)
      }
    }
  }
}

extension Rules {
  /// The values of all variables: from arguments (`NAME=VALUE`), else configured, else from prompts, except for those
  /// that were declined before.
  func gather(
    _ arguments: [String], configured: [VariableValue], declined: Set<String> = [], _ ask: ValuePrompt?
  ) throws -> GatheredValues {
    let known = try assignments(arguments) + configured
    var gathered = GatheredValues()
    for variable in variables {
      if let found = known.first(where: { $0.name == variable.name }) {
        gathered.values.append(found)
      } else if let ask, !declined.contains(variable.name) {
        let text = try answer(variable, ask)
        if text.isEmpty {
          gathered.declined.append(variable.name)
        } else {
          gathered.values.append(VariableValue(name: variable.name, text: text, origin: .asked))
        }
      }
    }
    gathered.unset = unset(gathered.values, declined: declined.union(gathered.declined))
    return gathered
  }

  /// An accepted or empty answer. Throws at the end of input (Ctrl-D).
  private func answer(_ variable: Variable, _ ask: ValuePrompt) throws -> [UInt8] {
    let canonical = rules.filter { $0.local.variables.contains(variable.name) }.flatMap(\.canonicals).filter {
      !$0.isEmpty
    }
    var complaint: String?
    while let text = ask(ValueQuestion(variable: variable, canonical: canonical, complaint: complaint)) {
      if text.isEmpty || variable.kind.accepts(text) { return text }
      complaint = "expected \(variable.kind.expectation)"
    }
    throw InputError.inputEnded
  }

  /// Parses `NAME=VALUE` words and checks each against its variable.
  func assignments(_ words: [String]) throws -> [VariableValue] {
    let given = try words.map(Rules.assignment)
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
    let text = Array(word[word.index(after: equals)...].utf8)
    return VariableValue(name: String(word[..<equals]), text: text, origin: .argument)
  }
}

extension Rules {
  /// The value of one variable with which a rule gives a text. `values`: those of the others.
  func value(giving text: [UInt8], by rule: Rule?, _ values: [VariableValue]) -> VariableValue? {
    guard let local = rule?.local, !VendorTexts.holds(text[...]) else { return nil }
    return local.variables.lazy.compactMap { name -> VariableValue? in
      let stem = local.value(of: name, giving: text) { other in values.first { $0.name == other }?.text }
      guard let stem else { return nil }
      let value = VariableValue(name: name, text: stem, origin: .argument)
      return (try? Compiler(self, values: declared([value] + values)).plan()).map { _ in value }
    }.first
  }
}
