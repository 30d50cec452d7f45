import Platform
import Rules
import Verify

/// Rules and attributes that `git munge init` would write.
struct Proposal {
  var rules: [RuleDraft]
  /// Those that do not exist yet; written if a rule has one.
  let variables: [VariableDraft]
  var attributes: AttributesDraft
  /// The files that exist, to which these are added.
  let existing: InitFiles

  /// Attributes alone are of no use without rules.
  var isEmpty: Bool { rules.isEmpty && (existing.rules.isEmpty || attributes.lines.isEmpty) }
  var files: InitFiles {
    let lines = attributes.lines.map(\.text)
    let title = "# git-munge: files with identifiers that developers set themselves"
    return InitFiles(
      rules: rulesFile, attributes: text(of: lines.isEmpty ? [] : [title] + lines, after: existing.attributes),
      overriding: existing.overriding)
  }
  private var rulesFile: [UInt8] { text(of: writtenRules.map(\.text), after: existing.rules) }

  /// The lines of the rules and the variables that they use, each with its draft.
  private var writtenRules: [(text: String, line: RuleDraft.Line?)] {
    let used = variables.filter { variable in rules.contains { $0.local.contains("${\(variable.name)}") } }
    let sections = rules.map(\.written) + used.map { $0.written.map { ($0, nil) } }
    return Array(sections.joined(separator: [("", nil)]))
  }

  /// The draft of a line of `.gitmunge`, by its number from 1.
  func draft(ofLine number: Int) -> RuleDraft.Line? {
    let lines = writtenRules
    let index = number - 1 - (rulesFile.count { $0 == .newline } - lines.count)
    return lines.indices.contains(index) ? lines[index].line : nil
  }

  private func text(of lines: [String], after existing: [UInt8]) -> [UInt8] {
    let isFirst = existing.isEmpty || lines.isEmpty
    return existing.followed(byLines: Array(((isFirst ? [] : [""]) + lines).map { $0 + "\n" }.joined().utf8))
  }
}

extension Proposal {
  /// Changed until `git munge verify` has nothing to say of it. A proposal that needs more rounds has a problem that no
  /// round solves.
  func refined(_ head: HeadTree, _ sightings: Sightings) throws -> Proposal {
    let paths = Set(head.files.map(\.path))
    var proposal = self
    for _ in 1...7 where !proposal.files.rules.isEmpty {
      let old = proposal
      let report = try ProposedCommit(head, proposal.files).verified()
      for finding in report.findings { proposal.apply(finding, of: old, paths, sightings) }
      proposal.rules.removeAll(where: \.canonicals.isEmpty)
      if (old.rules, old.attributes) == (proposal.rules, proposal.attributes) { return proposal }
    }
    return proposal
  }

  /// `old`: the proposal that the finding is about.
  private mutating func apply(_ finding: Finding, of old: Proposal, _ paths: Set<Path>, _ sightings: Sightings) {
    let rule = finding.rule.flatMap { name in rules.firstIndex { Array($0.name.utf8) == name } }
    let leaked = finding.detail.leaked.map { String(decoding: $0, as: UTF8.self) }
    switch finding.kind {
    case .missingAttribute, .neverMunged, .otherFilter:
      guard let path = finding.location?.path, paths.contains(path) else { return }
      attributes.reported.insert(path)
    case .foreignValue:
      guard let rule, let leaked else { return }
      let isFramework = sightings.frameworks.contains(leaked)
      rules[rule].except(
        leaked, sightings.tests.contains(leaked) ? "tests" : isFramework ? "a framework" : "another identifier")
    case .looksLocal:
      guard let rule, let leaked else { return }
      if rules[rule].locals.count > 1 {
        rules[rule].locals.removeFirst()
      } else {
        rules[rule].except(leaked, "not a local text")
      }
    case .unusedRule:
      if let rule { rules[rule].lines = [] }
    case .unusedLine:
      guard let rule, let line = finding.location?.line.flatMap(old.draft) else { return }
      rules[rule].lines.removeAll { $0 == line }
    case .ambiguousTexts: rules.removeAll { $0.name.hasPrefix("team-in-texts") }
    case _: break
    }
  }
}

extension RuleDraft {
  fileprivate mutating func except(_ text: String, _ reason: String) {
    let line = Line(.except, text, comment: reason)
    if !lines.contains(line) { lines.append(line) }
  }
}
