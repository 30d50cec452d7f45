/// Why rules and values make no plan.
package enum CompileError: Error, Sendable, Equatable {
  /// The rules file is wrong.
  case rules(RulesError)
  /// A value does not fit its variable or its rule.
  case value(ValueError)
}

extension CompileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .rules(let error): "\(error)"
    case .value(let error): "\(error)"
    }
  }
}
