import Rules

// Values of variables, as words of the command line and as what a text needs.
extension Rules {
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

  /// The value of one variable with which a rule gives a text. `values`: those of the others.
  func value(giving text: [UInt8], by rule: Rule?, _ values: [VariableValue]) -> VariableValue? {
    guard let local = rule?.local else { return nil }
    return local.variables.lazy.compactMap { name -> VariableValue? in
      let stem = local.value(of: name, giving: text) { other in values.first { $0.name == other }?.text }
      guard let stem else { return nil }
      let value = VariableValue(name: name, text: stem, origin: .argument)
      return (try? Compiler(self, values: declared([value] + values)).plan()).map { _ in value }
    }.first
  }
}
