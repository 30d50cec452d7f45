import Platform
import Rules
import WorkingTree

/// Asks on the terminal, unless there is none or `GIT_TERMINAL_PROMPT` is 0.
enum Prompt {
  private static var isAllowed: Bool {
    let isForbidden = Environment.value("GIT_TERMINAL_PROMPT") != nil && !Environment.isOn("GIT_TERMINAL_PROMPT")
    return !isForbidden && Terminal.isInput
  }

  /// Asks for values; `nil` without a terminal.
  static var asking: ValuePrompt? { isAllowed ? { Terminal.ask(words($0)) } : nil }

  /// The answer in small letters, without blanks around it; `nil` at the end of input, and without a terminal.
  static func answer(_ question: String) -> String? {
    guard isAllowed, let line = Terminal.ask(question) else { return nil }
    return line.string.lowercased().split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
  }

  /// Whether the answer is `y` or `yes`; `false` without a terminal.
  static func agrees(_ question: String) -> Bool { ["y", "yes"].contains(answer(question)) }

  /// Whether the answer is `y`, `yes`, or if that is usual, empty; `d` shows the details in the pager first.
  static func agrees(_ question: String, isUsual: Bool = true, details: String) throws -> Bool {
    while let answer = answer("\(question) [\(isUsual ? "Y/n" : "y/N")/d] ") {
      if answer != "d" { return ["y", "yes"].contains(answer) || answer.isEmpty && isUsual }
      try Pager.show(details)
    }
    return false
  }

  private static func words(_ question: ValueQuestion) -> String {
    let complaint = question.complaint.map { "  \($0)\n" } ?? ""
    let variable = question.variable
    let kept = question.canonical.map { escaped($0) }.uniqued.prefix(2).joined(separator: ", ")
    let keeps = kept.isEmpty ? "keeps it unset" : "keeps \(kept)"
    return "\(complaint)\(variable.description.map { escaped($0.utf8) } ?? variable.name) (Enter \(keeps)): "
  }
}
