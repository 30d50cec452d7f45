import Platform

/// A variable without a value, to be asked for.
public struct Question: Sendable {
  public let variable: Variable
  /// What its rules show while it has no value.
  public let canonical: [[UInt8]]
  /// Why the last answer would not do; `nil` at first.
  public let complaint: String?
}

/// Asks a person; nothing: leave it without a value; `nil`: nobody answers any more.
public typealias Asking = (Question) -> [UInt8]?

/// Gathers the values of all variables: given with the command, else configured, else asked for.
struct ValueGathering {
  let rules: Rules
  let arguments: [Value]
  let configured: [Value]

  init(_ rules: Rules, arguments: [String], configured: [Value]) throws(MungeError) {
    (self.rules, self.configured) = (rules, configured)
    self.arguments = try rules.assignments(arguments)
  }

  /// The values there are, in the order of the declarations. What is set must be right, even if nobody asks.
  func gather(_ ask: Asking?) throws(MungeError) -> [Value] {
    var (values, ask): ([Value], Asking?) = ([], ask)
    for variable in rules.variables {
      let found = arguments.first { $0.name == variable.name } ?? configured.first { $0.name == variable.name }
      if let found { values.append(found) } else if let value = answer(variable, &ask) { values.append(value) }
    }
    return values
  }

  private func answer(_ variable: Variable, _ ask: inout Asking?) -> Value? {
    var complaint: String?
    while let asking = ask {
      guard let text = asking(question(variable, complaint)) else {
        ask = nil
        return nil
      }
      if text.isEmpty { return nil }
      if variable.kind.accepts(text) { return Value(name: variable.name, text: text, origin: .asked) }
      complaint = "expected \(variable.kind.expectation)"
    }
    return nil
  }

  private func question(_ variable: Variable, _ complaint: String?) -> Question {
    let rules = rules.rules.filter { $0.local.variables.contains(variable.name) }
    return Question(variable: variable, canonical: rules.flatMap(\.canonicals).filter { !$0.isEmpty }, complaint: complaint)
  }
}

extension Rules {
  /// `NAME=VALUE` words, each checked against its variable.
  func assignments(_ words: [String]) throws(MungeError) -> [Value] {
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

  private static func assignment(_ word: String) throws(ValueError) -> Value {
    guard let equals = word.firstIndex(of: "="), equals > word.startIndex else {
      throw .notAnAssignment(word)
    }
    return Value(
      name: String(word[..<equals]), text: Array(word[word.index(after: equals)...].utf8),
      origin: .argument)
  }
}
