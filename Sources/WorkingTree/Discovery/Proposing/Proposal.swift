package import Platform
import Rules

/// Rules and attributes that `git munge init` would write.
package struct Proposal: Sendable {
  var rules: [RuleDraft]
  /// Those that do not exist yet; written if a rule has one.
  let variables: [VariableDraft]
  var attributes: AttributesDraft
  /// Files that hold identifiers and stay as they are.
  package var left: [Path: LeaveReason]
  /// The files that exist, to which these are added.
  let existing: InitFiles

  package var isEmpty: Bool { rules.isEmpty && attributes.lines.isEmpty }
  package var files: InitFiles { InitFiles(rules: rulesFile, attributes: attributesFile, overriding: existing.overriding) }
  private var rulesFile: [UInt8] { text(of: writtenRules.map(\.text), after: existing.rules) }

  private var attributesFile: [UInt8] {
    if attributes.lines.isEmpty { return existing.attributes }
    let lines = ["# git-munge: files with identifiers that developers set themselves"] + attributes.lines.map(\.text)
    return text(of: lines, after: existing.attributes)
  }

  /// The lines of the rules and variables, each with its draft.
  private var writtenRules: [(text: String, line: RuleDraft.Line?)] {
    let sections = rules.map(\.written) + usedVariables.map { $0.written.map { ($0, nil) } }
    return Array(sections.joined(separator: [("", nil)]))
  }

  private var usedVariables: [VariableDraft] {
    variables.filter { variable in rules.contains { $0.local.contains("${\(variable.name)}") } }
  }

  /// The draft of a line of `.gitmunge`, by its number from 1.
  func draft(ofLine number: Int) -> RuleDraft.Line? {
    let before = rulesFile.count { $0 == UInt8(ascii: "\n") } - writtenRules.count
    let index = number - before - 1
    return writtenRules.indices.contains(index) ? writtenRules[index].line : nil
  }

  private func text(of lines: [String], after existing: [UInt8]) -> [UInt8] {
    let isFirst = existing.isEmpty || lines.isEmpty
    return existing.followed(byLines: Array(((isFirst ? [] : [""]) + lines).map { $0 + "\n" }.joined().utf8))
  }
}
