import Platform
import Rules
import Smudge
import Verify

/// A title and up to `max` lines below it; empty without lines.
func list(_ title: String, _ lines: [String], max: Int = .max) -> [String] {
  if lines.isEmpty { return [] }
  return [title] + lines.prefix(max).map { "  \($0)" } + (lines.count > max ? ["  and \(lines.count - max) more"] : [])
}

/// A title and up to ten paths; empty without paths.
func list(_ title: String, _ paths: [Path]) -> [String] { list(title, paths.map { "\($0)" }, max: 10) }

/// The files that are kept for the user, each with the command that removes it.
func saveLines(_ saves: [Path]) -> [String] {
  list(
    "Kept, because git-munge did not write it; compare it with your files, then:",
    saves.map { "rm -r \($0.shellWord)" }, max: 10)
}

extension Array<String> {
  /// The lines, each with its newline.
  var text: String { map { $0 + "\n" }.joined() }
}

/// The number of characters of a line.
private let terminalWidth = 80

/// The lines of a report for a terminal, broken at blanks. Indented lines and texts in backticks can be typed, so they
/// stay whole.
func wrapped(_ report: String) -> String {
  report.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    // A line of a finding ends with its kind.
    let start = line.hasPrefix("  ") && !line.hasPrefix("   ") && line.hasSuffix("]") ? "  " : ""
    if line.count <= terminalWidth || line.hasPrefix(start + "  ") { return String(line) }
    var lines = [""]
    var isQuoted = false
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      let last = lines.removeLast()
      if last.isEmpty {
        lines.append(String(word))
      } else if !isQuoted, last.count + word.count >= terminalWidth {
        lines += [last, "    \(word)"]
      } else {
        lines.append("\(last) \(word)")
      }
      if !word.count(where: { $0 == "`" }).isMultiple(of: 2) { isQuoted.toggle() }
    }
    return lines.joined(separator: "\n")
  }.joined(separator: "\n")
}

/// The texts of a column, with blanks up to the width of the longest.
func aligned(_ texts: [String]) -> [String] {
  let width = texts.map(\.count).max() ?? 0
  return texts.map { $0 + String(repeating: " ", count: width - $0.count) }
}

/// A name or text with control characters escaped.
func show(_ bytes: [UInt8]) -> String { escaped(bytes) }

/// A text of a rule, which can be empty.
func showText(_ text: [UInt8]) -> String { text.isEmpty ? "(nothing)" : show(text) }

/// The colours of this terminal, read on first use.
let palette = Palette.find()

/// Submodules with rules and without an installation, with the command to run.
func submoduleLines(_ paths: [Path]) -> [String] {
  let commands = paths.map { "git -C \($0.shellQuoted) munge install" }
  return list("Submodules with a .gitmunge, not installed (each needs its own installation):", commands, max: 10)
}

/// The names of rules: `rule 'a'`, `rules 'a', 'b'`.
func ruleNames(_ names: [[UInt8]]) -> String {
  "\(names.count == 1 ? "rule" : "rules") \(names.map { "'\(show($0))'" }.joined(separator: ", "))"
}

/// Variables without a value, and the command to set one.
func unsetLines(_ variables: [Variable]) -> [String] {
  list(
    "Variables without a value; their rules are idle (`git munge set NAME=VALUE`):",
    variables.map { variable in
      "\(variable.name): \(variable.description.map { show($0.bytes) } ?? variable.kind.expectation)"
    })
}

/// Values and their origin.
func valueLines(_ values: [VariableValue]) -> [String] { list("Values:", values.map(\.description)) }
