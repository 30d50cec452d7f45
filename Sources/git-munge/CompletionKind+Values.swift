import ArgumentParser
import Platform
import Rules
import WorkingTree

// Words of the command line.
extension CompletionKind {
  /// A variable of the rules, followed by `=` unless its value is removed.
  static let values = custom { words, _, _ in
    let end = words.contains("--unset") ? "" : "="
    return (try? WorkingTree.find().rules()?.variables.map { $0.name + end }) ?? []
  }
}

/// The bytes of a word of the command line: a path need not be UTF-8, but the parser returns strings.
func asTyped(_ word: String) -> [UInt8] {
  typedWords.first { $0.string == word } ?? word.bytes
}

/// The words of the command line, without the name of the program.
let typedWords = CommandLine.arguments.indices.dropFirst().compactMap { Environment.argument($0) }

/// The value of this name. `noun`: what it is, for the error.
func named<Value: RawRepresentable<String>>(_ name: String, _ noun: String, _ all: [Value]) throws -> Value {
  if let value = all.first(where: { $0.rawValue == name }) { return value }
  let names = all.map(\.rawValue).joined(separator: ", ")
  throw ValidationError("unknown \(noun) '\(show(name.bytes))'; expected one of \(names)")
}

/// Throws if a word is not `NAME=VALUE`; values are checked later.
func checkAssignments(_ words: [String]) throws {
  for word in words where word.firstIndex(of: "=").map({ $0 == word.startIndex }) ?? true {
    throw ValidationError("expected NAME=VALUE, found '\(excerpt(word.utf8))'")
  }
}
