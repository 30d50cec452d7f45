import ArgumentParser
import Platform
import Rules
import Smudge
import Verify
import WorkingTree

/// A title and up to ten paths; empty without paths.
func list(_ title: String, _ paths: [Path]) -> [String] {
  if paths.isEmpty { return [] }
  let shown = paths.prefix(10).map { "  \($0)" }
  return [title] + shown + (paths.count > 10 ? ["  and \(paths.count - 10) more"] : [])
}

/// A setting with its origin.
func line(_ setting: ConfigEntry) -> String { "  \(setting.words)" }

/// Submodules with rules and without an installation, with the command to run.
func submoduleLines(_ paths: [Path]) -> [String] {
  if paths.isEmpty { return [] }
  let more = paths.count > 10 ? ["  and \(paths.count - 10) more"] : []
  return ["Submodules with a .gitmunge, not installed (each needs its own installation):"]
    + paths.prefix(10).map { "  git -C \($0.shellQuoted) munge install" } + more
}

/// The copy of a rules file that git has overwritten and no commit has.
func formerRulesLines(_ path: Path?) -> [String] {
  path.map { ["git has overwritten your uncommitted .gitmunge; a copy is in \($0)."] } ?? []
}

/// `rule 'a'`, `rules 'a', 'b'`.
func ruleNames(_ names: [[UInt8]]) -> String {
  "\(names.count == 1 ? "rule" : "rules") \(names.map { "'\(show($0))'" }.joined(separator: ", "))"
}

/// A name or text with control characters escaped.
func show(_ bytes: [UInt8]) -> String { escaped(bytes) }

/// A text of a rule, which can be empty.
func showText(_ text: [UInt8]) -> String { text.isEmpty ? "(nothing)" : show(text) }

/// A word of a file, truncated if it is longer than any text of a rule.
func showWord(_ word: [UInt8]) -> String {
  word.count > PlanMatch.longest ? show(Array(word.prefix(60))) + "..." : show(word)
}

/// The bytes of a word of the command line: a path need not be UTF-8, but the parser returns strings.
func asTyped(_ word: String) -> [UInt8] {
  typedWords.first { String(decoding: $0, as: UTF8.self) == word } ?? Array(word.utf8)
}

/// The arguments of the process.
let typedWords: [[UInt8]] = {
  var words: [[UInt8]] = []
  while let word = Environment.argument(words.count + 1) { words.append(word) }
  return words
}()

/// Padded with blanks.
func padded(_ name: [UInt8], to width: Int) -> String {
  let name = show(name)
  return name + String(repeating: " ", count: max(0, width - name.count))
}

/// Variables without a value, and the command to set one.
func unsetLines(_ variables: [Variable]) -> [String] {
  if variables.isEmpty { return [] }
  return ["Variables without a value; their rules are idle (`git munge set NAME=VALUE`):"]
    + variables.map { "  \($0.name): \($0.description.map { show(Array($0.utf8)) } ?? $0.kind.expectation)" }
}

/// Variables that keep the canonical text by choice.
func declinedLines(_ variables: [Variable]) -> [String] {
  if variables.isEmpty { return [] }
  return ["Variables that keep the canonical text, as you chose (`git munge set NAME=VALUE` changes that): \(variables.map(\.name).joined(separator: ", "))"]
}

/// Values with their origins.
func valueLines(_ values: [VariableValue]) -> [String] {
  if values.isEmpty { return [] }
  return ["Values:"] + values.map { "  \($0.name) = \(show($0.text)) (\($0.origin))" }
}

/// Files that are no longer modified.
func unmodifiedLines(_ paths: [Path]) -> [String] {
  list("Now unmodified (only identifiers differed):", paths)
}

/// The colours of this terminal, read on first use.
let palette = Palette.find()

extension WorkingTreeScan {
  /// A line for each rule, with the number of its matches.
  func ruleLines(_ rules: [PlanRule]) -> [String] {
    let width = rules.map { show($0.name).count }.max() ?? 0
    return rules.map { rule in
      let found = counts.first { $0.rule == rule.name }
      let places = found.map { $0.places == 0 ? "nowhere" : "\(count($0.places, "place")) in \(count($0.files, "file"))" }
      return "  \(padded(rule.name, to: width))  \(rule.change)  \(places ?? "nowhere")"
    }
  }

  /// Rules that match no munged file.
  var idleRuleLines: [String] {
    if attributed == 0 { return [] }
    return counts.filter { $0.places == 0 }.map { count in
      let missing = "no munged file holds its canonical text\(count.isKeyed ? " as a value of its keys" : "")"
      let why = count.isCovering ? missing : "its `path` lines cover no munged file"
      return "Rule '\(show(count.rule))' matches nothing: \(why). Correct the rule, then run `git munge refresh`."
    }
  }
}

/// Findings with their remedies. `scan`: for the number of findings that were left out.
func findingLines(_ findings: [Finding], _ scan: WorkingTreeScan?) -> [String] {
  let more = (scan?.leftOut ?? [:]).sorted { $0.key < $1.key }.map { "  and \($0.value) more in \($0.key)" }
  return findings.lines(.plain, in: palette, maxOfKind: 10) + more + findings.remedyLines(in: palette)
}

/// Options of commands that can take long.
struct ProgressOptions: ParsableArguments {
  @Flag(name: [.long, .customShort("q")], help: "Print only what needs attention, and no progress.")
  var quiet = false

  var progress: Progress { quiet ? .none : .onTerminal }
}

/// The option of commands that change files.
struct DryRunOption: ParsableArguments {
  @Flag(name: [.long, .customShort("n")], help: "Print what would be done, and change nothing.")
  var dryRun = false

  /// A report, which is worded as if it were done.
  func titled(_ text: String) -> String {
    if !dryRun { return text }
    return text.isEmpty ? "Nothing to do.\n" : "Nothing was changed. Without --dry-run:\n" + text
  }
}
