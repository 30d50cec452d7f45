import Platform
package import Rules

/// The values of an installation.
package struct GatheredValues: Sendable {
  package var values: [VariableValue] = []
  /// Variables with an empty answer.
  package var declined: [String] = []
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
  /// that were declined before. The team comes first: without one of the developer, nothing else is asked, because
  /// identifiers of their own cannot be signed by the team of the project.
  func gather(
    _ arguments: [String], configured: [VariableValue], declined: Set<String> = [], _ ask: ValuePrompt?
  ) throws -> GatheredValues {
    let given = try assignments(arguments) + configured
    var gathered = GatheredValues()
    for variable in variables.filter({ $0.kind == .teamID }) + variables.filter({ $0.kind != .teamID }) {
      if let value = given.first(where: { $0.name == variable.name }) {
        gathered.values.append(value)
      } else if let ask, !declined.contains(variable.name) {
        let isPointless = gathered.declined.contains { self.variable($0)?.kind == .teamID }
        let text = try isPointless ? [] : answer(variable, ask)
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
    let canonical = rules.filter { $0.local.variables.contains(variable.name) }
      .flatMap(\.canonicals)
      .filter { !$0.isEmpty }
    var complaint: String?
    while let text = ask(ValueQuestion(variable: variable, canonical: canonical, complaint: complaint)) {
      if text.isEmpty || variable.kind.accepts(text) { return text }
      complaint = "expected \(variable.kind.expectation)"
    }
    throw InputError.inputEnded
  }
}
