package import Platform

/// A value of a variable and its origin.
package struct VariableValue: Sendable, Equatable, CustomStringConvertible {
  /// Where a value comes from: the command line, a prompt, or `verify --simulate`, which generates it.
  package enum Origin: Sendable, Hashable, CustomStringConvertible {
    case argument, asked, madeUp
    /// The configuration of git; `file`: the file if there is one.
    case config(scope: ConfigScope, file: String?)

    package var description: String {
      switch self {
      case .argument: "command line"
      case .asked: "prompt"
      case .madeUp: "generated"
      case .config(let scope, let file): file.map { "\(scope) config, \($0)" } ?? "\(scope) config"
      }
    }
  }

  package let name: String
  package let text: [UInt8]
  package let origin: Origin

  package init(name: String, text: [UInt8], origin: Origin) {
    self.name = name
    self.text = text
    self.origin = origin
  }

  package var description: String { "\(name) = \(excerpt(text)) (\(origin))" }
  /// The key of the value in the configuration.
  package var key: String { VariableValue.prefix + name }

  package static let prefix = "munge.values."
  /// The prefix of keys that record the choice to keep the canonical text.
  package static let declined = "munge.declined."
}

extension Rules {
  /// Throws if no variable has the name, or if it has another kind.
  package func check(_ value: VariableValue) throws(ValueError) {
    guard let variable = variable(value.name) else {
      let known = variables.map(\.name)
      throw .unknownVariable(value.name, nearest: nearestWord(to: value.name, among: known), known: known)
    }
    if value.text.isEmpty { throw .empty(name: value.name, origin: value.origin, variable.kind) }
    if !variable.kind.accepts(value.text) { throw .notOfKind(value, variable.kind) }
  }
}

/// The level of configuration for a value: this clone, or all clones of the user.
package enum ValueLevel: String, Sendable, CaseIterable, Codable {
  case local, global

  package var scope: ConfigScope { self == .local ? .local : .global }

  var words: String { self == .local ? "this clone's configuration" : "your global configuration" }
}
