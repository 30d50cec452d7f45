package import Platform

/// A value of a variable, and where it was found.
package struct VariableValue: Sendable, Equatable {
  /// Where a value comes from.
  package enum Origin: Sendable, Hashable {
    /// Given with the command.
    case argument
    /// Typed at a prompt.
    case asked
    /// Nobody's, for a trial.
    case madeUp
    /// In git's configuration; `scope` is git's word for the level, `file` the file where there is one.
    case config(scope: String, file: String?)
  }

  package let name: String
  package let text: [UInt8]
  package let origin: Origin

  package init(name: String, text: [UInt8], origin: Origin) {
    (self.name, self.text, self.origin) = (name, text, origin)
  }

  /// The key that holds it in git's configuration.
  package var key: String { VariableValue.prefix + name }

  static let prefix = "munge.values."
  /// Of the keys that keep a decision against a value.
  static let declined = "munge.declined."
}

extension VariableValue.Origin: CustomStringConvertible {
  package var description: String {
    switch self {
    case .argument: "command line"
    case .asked: "prompt"
    case .madeUp: "generated"
    case .config(let scope, let file): file.map { "\(scope) config, \($0)" } ?? "\(scope) config"
    }
  }
}

extension VariableValue.Origin {
  /// How to take a value away that stands elsewhere than where it was looked for.
  fileprivate func unsetting(_ name: String) -> String {
    switch self {
    case .config("global", _?): "; `git munge unset --global \(name)` removes it"
    case .config("local", _?): "; `git munge unset \(name)` removes it"
    case .argument, .asked, .madeUp, .config: ""
    }
  }

  /// What makes `git config` write where this value stands; `nil` where it stands in no file.
  fileprivate var option: String? {
    switch self {
    case .argument, .asked, .madeUp, .config(_, nil): nil
    case .config("local", _?): ""
    case .config(let scope, _?): " --\(scope)"
    }
  }
}

/// Why a value cannot be used.
package enum ValueError: Error, Sendable, Equatable {
  case notAnAssignment(String)
  case unknownVariable(String, nearest: String?, known: [String])
  case twice(String)
  /// It was to be taken away, and has no value at this level.
  case notSet(String, ValueLevel, elsewhere: VariableValue.Origin?, nearest: String?)
  case empty(name: String, origin: VariableValue.Origin)
  case notOfKind(VariableValue, VariableKind)
  /// The value is of its kind, but the local text that it makes is none.
  case badLocal(VariableValue, rule: [UInt8], local: [UInt8], flaw: TextFlaw)
  /// A local text would be left alone by `except`.
  case excepted(local: [UInt8], rule: [UInt8], except: [UInt8])
  /// Two rules send one canonical text to two local texts on one path.
  case contradiction(canonical: [UInt8], rules: [[UInt8]], path: Path)
}

extension ValueLevel {
  /// Where that is.
  var words: String {
    switch self {
    case .local: "this clone's configuration"
    case .global: "your global configuration"
    }
  }
}

extension ValueError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAnAssignment(let word): "expected NAME=VALUE, found '\(escaped(word.utf8))'"
    case .unknownVariable(let name, let nearest, let known):
      "variable '\(escaped(name.utf8))' is not declared in .gitmunge; "
        + (nearest.map { "did you mean '\($0)'?" }
          ?? (known.isEmpty ? "it declares none" : "it declares \(known.joined(separator: ", "))"))
    case .twice(let name): "'\(name)' is given twice"
    case .notSet(let name, let level, let elsewhere, let nearest):
      "'\(escaped(name.utf8))' has no value in \(level.words)"
        + (elsewhere.map { ", but in \($0)\($0.unsetting(name))" } ?? nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .empty(let name, let origin):
      "\(name) (\(origin)): expected a value, found none"
        + (origin.option.map { "; remove it with `git config\($0) --unset \(VariableValue.prefix)\(name)`" } ?? "")
    case .notOfKind(let value, let kind):
      "\(value.name) = \(escaped(value.text)) (\(value.origin)): expected \(kind.expectation)"
    case .badLocal(let value, let rule, let local, let flaw):
      "\(value.name) = \(escaped(value.text)) (\(value.origin)): gives the local text '\(escaped(local))' of rule '\(escaped(rule))': \(flaw)"
    case .excepted(let local, let rule, let except):
      "rule '\(escaped(rule))': the local text '\(escaped(local))' is in '\(escaped(except))', which an `except` line excludes; choose another value or remove that line"
    case .contradiction(let canonical, let rules, let path):
      "\(path): rules \(rules.map { "'\(escaped($0))'" }.joined(separator: " and ")) both apply, with different local texts for '\(escaped(canonical))'; narrow their `path` lines"
    }
  }
}

extension Rules {
  /// Checks a value against its variable. Throws `ValueError`.
  func check(_ value: VariableValue) throws(ValueError) {
    guard let variable = variable(value.name) else {
      let known = variables.map(\.name)
      throw .unknownVariable(value.name, nearest: nearest(to: value.name, among: known), known: known)
    }
    if value.text.isEmpty { throw .empty(name: value.name, origin: value.origin) }
    guard variable.kind.accepts(value.text) else { throw .notOfKind(value, variable.kind) }
  }
}
