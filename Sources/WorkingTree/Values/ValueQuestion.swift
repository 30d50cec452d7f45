package import Rules

/// A question for the value of a variable.
package struct ValueQuestion: Sendable {
  package let variable: Variable
  /// The canonical texts of its rules.
  package let canonical: [[UInt8]]
  /// The reason why the last answer was invalid; `nil` for the first question.
  package let complaint: String?
}

/// Asks on the terminal. `nil`: end of input.
package typealias ValuePrompt = (ValueQuestion) -> [UInt8]?
