package import Platform

/// Why a value cannot be used.
package enum ValueError: Error, Sendable, Equatable, CustomStringConvertible {
  case notAnAssignment(String)
  case unknownVariable(String, nearest: String?, known: [String])
  case twice(String)
  /// A variable to unset that has no value at this level.
  case notSet(String, ValueLevel, elsewhere: VariableValue.Origin?, nearest: String?)
  case empty(name: String, origin: VariableValue.Origin, VariableKind)
  case notOfKind(VariableValue, VariableKind)
  /// The value is valid, but gives an invalid local text.
  case badLocal(VariableValue, rule: [UInt8], local: [UInt8], flaw: TextFlaw)
  case excepted(local: [UInt8], rule: [UInt8], except: [UInt8])
  /// Two rules for one path have different local texts for one canonical text.
  case contradiction(canonical: [UInt8], rules: [[UInt8]], path: Path)

  package var description: String {
    switch self {
    case .notAnAssignment(let word): "expected NAME=VALUE, found '\(excerpt(word.utf8))'"
    case .unknownVariable(let name, let nearest, let known):
      "variable '\(excerpt(name.utf8))' is not declared in the rules; "
        + (nearest.map { "did you mean '\($0)'?" } ?? "they declare \(ValueError.names(known))")
    case .twice(let name): "'\(name)' is given twice"
    case .notSet(let name, let level, let elsewhere, let nearest):
      "'\(excerpt(name.utf8))' has no value in \(level.words)"
        + (elsewhere.map { ", but in \($0)\($0.change(by: "--unset \(name)", "removes"))" }
          ?? nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .empty(let name, let origin, let kind):
      "\(name) (\(origin)): expected \(kind.expectation), found nothing"
        + origin.remedy(name)
    case .notOfKind(let value, let kind):
      "\(value): expected \(kind.expectation)\(value.origin.change(by: "\(value.name)=VALUE", "changes"))"
    case .badLocal(let value, let rule, let local, let flaw):
      "\(value): gives the local text '\(excerpt(local))' of rule '\(escaped(rule))': \(flaw)"
    case .excepted(let local, let rule, let except):
      "rule '\(escaped(rule))': the local text '\(excerpt(local))' is in '\(escaped(except))', "
        + "which an `except` line excludes; choose another value or remove that line"
    case .contradiction(let canonical, let rules, let path):
      "\(path): rules \(rules.map { "'\(escaped($0))'" }.joined(separator: " and ")) both apply, "
        + "with different local texts for '\(escaped(canonical))'; narrow their `path` lines"
    }
  }

  private static func names(_ known: [String]) -> String {
    known.isEmpty ? "none" : known.joined(separator: ", ")
  }
}

extension VariableValue.Origin {
  /// How to remove an empty value, as the end of a sentence.
  fileprivate func remedy(_ name: String) -> String {
    if let option { return "; remove it with `git config\(option) --unset-all \(VariableValue.prefix)\(name)`" }
    if self != .argument { return "" }
    return "; `git munge set --unset \(name)` removes a value (a shell replaces ${...}, except in single quotes)"
  }

  /// The command that changes or removes a value at this level, as the end of a sentence.
  fileprivate func change(by words: String, _ verb: String) -> String {
    guard let option, ["", " --global"].contains(option) else { return "" }
    return "; `git munge set\(option) \(words)` \(verb) it"
  }

  /// The option of `git config` that selects the file of this value; `nil` if it is in no file.
  fileprivate var option: String? {
    switch self {
    case .argument, .asked, .madeUp, .config(_, nil): nil
    case .config(.local, _?): ""
    case .config(let scope, _?): " --\(scope)"
    }
  }
}
