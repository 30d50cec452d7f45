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

  /// `.yes` for `y` or `yes` only.
  static func agrees(_ question: String) -> Refresh.Answer {
    guard isAllowed, let line = Terminal.ask(question) else { return .notAsked }
    let word = String(decoding: line, as: UTF8.self).lowercased().trimmed
    return word == "y" || word == "yes" ? .yes : .no
  }

  /// An answer to the question of `git munge init`.
  enum Choice { case yes, no, edit }

  /// `.no` without a terminal.
  static func choice(_ question: String) -> Choice {
    guard isAllowed, let line = Terminal.ask(question) else { return .no }
    return switch String(decoding: line, as: UTF8.self).lowercased().trimmed {
    case "y", "yes": .yes
    case "e", "edit": .edit
    case _: .no
    }
  }

  /// Asks about editor support; `nil` without a terminal. An empty answer means yes.
  static var editor: (() -> Install.EditorChoice)? {
    isAllowed ? { agreesByDefault("Let VS Code show no marks for identifiers (--editor)? [Y/n] ") ? .add : .asConfigured } : nil
  }

  /// Whether the answer is yes or empty; not at the end of input.
  private static func agreesByDefault(_ question: String) -> Bool {
    guard let line = Terminal.ask(question) else { return false }
    return ["", "y", "yes"].contains(String(decoding: line, as: UTF8.self).lowercased().trimmed)
  }

  private static func words(_ question: ValueQuestion) -> String {
    let prompt = "\(question.variable.name): "
    if let complaint = question.complaint { return "  \(complaint)\n\(prompt)" }
    let description = question.variable.description.map { "\(escaped($0.utf8))\n" } ?? ""
    let kept = question.canonical.map { escaped($0) }.uniqued.joined(separator: ", ")
    let choice = "Enter keeps \(kept.isEmpty ? "it unset" : kept)"
    return "\(description)  \(question.variable.name) is \(question.variable.kind.expectation); \(choice)\n\(prompt)"
  }
}

extension String {
  /// Without leading and trailing blanks.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
