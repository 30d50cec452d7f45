import Platform

/// A position in the rules file; lines and columns count from 1, columns in bytes.
package struct RulesPosition: Sendable, Hashable, CustomStringConvertible {
  package let line: Int
  package let column: Int

  package var description: String { "\(line):\(column)" }
}

/// What is wrong with the rules file, where, and what to write instead.
package struct RulesError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The position in the file; `nil` for the whole file.
  package let place: RulesPosition?
  package let problem: String
  package let file: String

  package init(_ place: RulesPosition?, _ problem: String, file: String = RulesFile.name) {
    self.place = place
    self.problem = problem
    self.file = file
  }

  /// The same error, of a file with another name.
  package func of(_ file: String) -> RulesError { RulesError(place, problem, file: file) }

  package var description: String { "\(file)\(place.map { ":\($0)" } ?? ""): \(problem)" }

  // Errors of the whole file.
  package static let notRegular = RulesError(
    nil, "expected a regular file, found something else; a symbolic link is not followed")
  static let tooLarge = RulesError(nil, "expected a file of at most \(RulesFile.maxBytes) bytes, found a longer one")

  /// The error for more texts than `RulesFile.maxTexts`.
  static func tooManyTexts(_ count: Int) -> RulesError {
    RulesError(
      nil,
      "expected at most \(RulesFile.maxTexts) texts in all rules with their prefixes and suffixes, found \(count)")
  }
}

/// The bytes between quotes, for a message.
func quoted(_ bytes: [UInt8]) -> String { bytes.isEmpty ? "nothing" : "'\(excerpt(bytes))'" }

/// The words between quotes, separated by commas, for a message.
func list(_ words: [String]) -> String { words.map { "'\($0)'" }.joined(separator: ", ") }
