import ArgumentParser
import Platform
import Rules
import Smudge
import Verify
import WorkingTree

/// A title and up to `max` lines below it; empty without lines.
func list(_ title: String, _ lines: [String], max: Int = .max) -> [String] {
  if lines.isEmpty { return [] }
  return [title] + lines.prefix(max).map { "  \($0)" } + (lines.count > max ? ["  and \(lines.count - max) more"] : [])
}

/// A title and up to ten paths; empty without paths.
func list(_ title: String, _ paths: [Path]) -> [String] { list(title, paths.map { "\($0)" }, max: 10) }

extension [String] {
  /// The lines, each with its newline.
  var text: String { map { $0 + "\n" }.joined() }
}

/// In characters.
private let terminalWidth = 80

/// The lines of a report for a terminal, broken at blanks. Indented lines and texts in backticks can be typed, so they
/// stay whole.
func wrapped(_ report: String) -> String {
  report.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    if line.count <= terminalWidth || line.hasPrefix("  ") { return String(line) }
    var lines = [""]
    var isQuoted = false
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      let last = lines.removeLast()
      let isFull = !isQuoted && last.count + word.count >= terminalWidth
      lines += last.isEmpty ? [String(word)] : isFull ? [last, "    \(word)"] : ["\(last) \(word)"]
      if !word.count(where: { $0 == "`" }).isMultiple(of: 2) { isQuoted.toggle() }
    }
    return lines.joined(separator: "\n")
  }.joined(separator: "\n")
}

/// Submodules with rules and without an installation, with the command to run.
func submoduleLines(_ paths: [Path]) -> [String] {
  let commands = paths.map { "git -C \($0.shellQuoted) munge install" }
  return list("Submodules with a .gitmunge, not installed (each needs its own installation):", commands, max: 10)
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

/// The bytes of a word of the command line: a path need not be UTF-8, but the parser returns strings.
func asTyped(_ word: String) -> [UInt8] {
  typedWords.first { String(decoding: $0, as: UTF8.self) == word } ?? Array(word.utf8)
}

let typedWords = CommandLine.arguments.indices.dropFirst().compactMap { Environment.argument($0) }

/// The value of this name. `noun`: what it is, for the error.
func named<Value: RawRepresentable<String>>(_ name: String, _ noun: String, _ all: [Value]) throws -> Value {
  if let value = all.first(where: { $0.rawValue == name }) { return value }
  let names = all.map(\.rawValue).joined(separator: ", ")
  throw ValidationError("unknown \(noun) '\(show(Array(name.utf8)))'; expected one of \(names)")
}

/// The texts of a column, with blanks up to the width of the longest.
func aligned(_ texts: [String]) -> [String] {
  let width = texts.map(\.count).max() ?? 0
  return texts.map { $0 + String(repeating: " ", count: width - $0.count) }
}

/// Variables without a value, and the command to set one.
func unsetLines(_ variables: [Variable]) -> [String] {
  list(
    "Variables without a value; their rules are idle (`git munge set NAME=VALUE`):",
    variables.map { variable in
      "\(variable.name): \(variable.description.map { show(Array($0.utf8)) } ?? variable.kind.expectation)"
    })
}

/// Variables that keep the canonical text by choice.
func declinedLines(_ variables: [Variable]) -> [String] {
  if variables.isEmpty { return [] }
  return [
    "Variables that keep the canonical text, as you chose (`git munge set NAME=VALUE` changes that): \(variables.map(\.name).joined(separator: ", "))"
  ]
}

func valueLines(_ values: [VariableValue]) -> [String] { list("Values:", values.map(\.description)) }

func unmodifiedLines(_ paths: [Path]) -> [String] {
  list("Now unmodified (only identifiers differed):", paths)
}

/// Ambiguous pairs of rules, each with its first conflict.
func conflictLines(_ plan: Plan?, _ showing: Finding.Showing = .plain) -> [String] {
  guard let plan else { return [] }
  let first = AmbiguityAnalysis.conflicts(in: plan).grouped { Set($0.rules) }.compactMap(\.elements.first)
  return list(
    "Ambiguous rules; clean reads the committed version of the file to decide:",
    first.map { conflict in
      let names = Set(conflict.rules).sorted().map { "'\(show(plan.rules[$0].name))'" }
      let rules = (names.count == 1 ? "rule " : "rules ") + names.joined(separator: " and ")
      return "\(rules): \(showing.text(conflict.text)) \(conflict.kind.rawValue) \(showing.text(conflict.other))"
    })
}

extension PlanRule {
  /// `canonical -> local`, or why the rule is idle.
  func change(_ showing: Finding.Showing = .plain) -> String {
    guard let pair = pairs.first else { return "" }
    let canonical = canonicals.map { palette.paint(showText($0), .canonical) }.joined(separator: ", ")
    guard let local = pair.local else { return "\(canonical) (idle: no value)" }
    if local == pair.canonical { return "\(canonical) (idle: the local text is the canonical one)" }
    return "\(canonical) -> \(palette.paint(showing.text(local), .local))"
  }
}

/// The colours of this terminal, read on first use.
let palette = Palette.find()

extension WorkingTreeScan {
  /// A line for each rule, with the number of its matches.
  func ruleLines(_ rules: [PlanRule], _ showing: Finding.Showing = .plain) -> [String] {
    zip(aligned(rules.map { show($0.name) }), rules).map { name, rule in
      let found = counts.first { $0.rule == rule.name && $0.places > 0 }
      let places = found.map { "\(count($0.places, "place")) in \(count($0.files, "file"))" } ?? "nowhere"
      return "  \(name)  \(rule.change(showing))  \(places)"
    }
  }

  /// Rules that match no munged file.
  var idleRuleLines: [String] {
    if attributed == 0 { return [] }
    return counts.filter { $0.places == 0 && !leaking.contains($0.rule) }.map { count in
      let missing = "no munged file holds its canonical text\(count.isKeyed ? " as a value of its keys" : "")"
      let why = count.isCovering ? missing : "its `path` lines cover no munged file"
      return "Rule '\(show(count.rule))' matches nothing: \(why). Correct the rule, then run `git munge install`."
    }
  }
}

/// Findings with their remedies. `scan`: for the number of findings that were left out. `known`: one that the report
/// has already.
func findingLines(
  _ findings: [Finding], _ scan: WorkingTreeScan?, _ showing: Finding.Showing = .plain, besides known: Finding? = nil
) -> [String] {
  let more = (scan?.leftOut ?? [:]).sorted { $0.key < $1.key }.map { "  and \($0.value) more in \($0.key)" }
  let lines = findings.filter { $0 != known }.lines(showing, in: palette, maxOfKind: 10)
  // The last line of a report is the command that installs.
  return lines + more + findings.filter { !$0.detail.isInstallable }.deciding.remedyLines(in: palette)
}

/// The next command, if there is one.
func nextLines(_ command: String?) -> [String] { command.map { ["\(palette.paint("Next:", .heading)) \($0)"] } ?? [] }

/// How to run git while it fails because of a finding.
func bypassLines(_ findings: [Finding]) -> [String] {
  findings.contains { $0.kind.blocksGit } ? ["Until this is fixed, \(FilterBypass.line)"] : []
}

/// Options of commands that can take long.
struct ProgressOptions: ParsableArguments {
  @Flag(name: [.long, .customShort("q")], help: "Print only what needs attention, and no progress.")
  var quiet = false

  var progress: Progress { quiet ? .none : .onTerminal }
}

/// The option of reports in which local texts are masked outside of a terminal.
struct MaskingOptions: ParsableArguments {
  @Flag(help: "Show local texts in full also in a file or a pipe, not only their first characters.")
  var showValues = false

  var showing: Finding.Showing { showValues || Terminal.isOutput ? .plain : .masked }

  /// For a file.
  var showingInFile: Finding.Showing { showValues ? .plain : .masked }
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
