import Platform
import Rules
import Verify

/// Rules and attributes that `git munge init` would write.
struct Proposal {
  var rules: [RuleDraft]
  /// The variables that do not exist yet; written if a rule has one.
  let variables: [VariableDraft]
  var attributes: AttributesDraft
  /// The files that exist, to which these are added.
  let existing: InitFiles

  /// Whether nothing is to be written. Attributes alone are of no use without rules.
  var isEmpty: Bool {
    rules.isEmpty && (existing.rules.isEmpty || attributes.lines.isEmpty)
  }

  /// The files with what is proposed.
  var files: InitFiles {
    var lines = attributes.lines
    if !lines.isEmpty {
      lines.insert("# git-munge: files with identifiers that developers set themselves", at: 0)
    }
    let used = variables.filter { variable in
      rules.contains { $0.local.contains("${\(variable.name)}") }
    }
    let sections = rules.map(\.written) + used.map(\.written)
    return InitFiles(
      rules: text(of: Array(sections.joined(separator: [""])), after: existing.rules),
      attributes: text(of: lines, after: existing.attributes),
      overriding: existing.overriding)
  }

  /// The lines with an empty one before them, where there are others.
  private func text(of lines: [String], after existing: [UInt8]) -> [UInt8] {
    let separator = existing.isEmpty || lines.isEmpty ? [] : [""]
    let text = (separator + lines).map { $0 + "\n" }.joined()
    return existing.followed(byLines: text.bytes)
  }
}

extension Proposal {
  /// The proposal, changed until `git munge verify` has nothing to say of it. One that needs more rounds has a problem
  /// that no round solves.
  func refined(_ head: HeadTree, _ sightings: Sightings) throws -> Proposal {
    let paths = Set(head.files.paths)
    var proposal = self
    for _ in 1...7 {
      let old = proposal
      let files = old.files
      if files.rules.isEmpty { break }
      let lines = files.rules.split(separator: .newline, omittingEmptySubsequences: false).map(\.string)
      let report = try ProposedCommit(head, files).verified()
      for finding in report.findings {
        proposal.apply(finding, lines, paths, sightings)
      }
      proposal.rules.removeAll(where: \.canonicals.isEmpty)
      if (old.rules, old.attributes) == (proposal.rules, proposal.attributes) { return proposal }
    }
    return proposal
  }

  /// Changes what a finding is about. `lines`: those of the rules; `paths`: the files that can be munged.
  private mutating func apply(
    _ finding: Finding, _ lines: [String], _ paths: Set<Path>, _ sightings: Sightings
  ) {
    let rule = finding.rule.flatMap { name in
      rules.firstIndex { $0.name.bytes == name }
    }
    let leaked = finding.detail.leaked.map(\.string)

    // A proposal can do nothing about other kinds.
    if [.missingAttribute, .neverMunged, .otherFilter].contains(finding.kind) {
      guard let path = finding.location?.path, paths.contains(path) else { return }
      attributes.reported.insert(path)
    } else if finding.kind == .ambiguousTexts {
      rules.removeAll { $0.name == "team-in-texts" }
      // The last one of an own text is its variable alone.
      for index in rules.indices where rules[index].locals.dropFirst().last?.hasPrefix("${") == false {
        rules[index].locals.removeFirst()
      }
    } else if let rule, finding.kind == .unusedRule {
      rules[rule].lines = []
    } else if let rule, finding.kind == .unusedLine, let line = finding.location?.line {
      rules[rule].lines.removeAll { $0.text == lines[line - 1] }
    } else if let rule, let leaked, finding.kind == .foreignValue {
      rules[rule].except(leaked, sightings.reasonToExcept(leaked))
    } else if let rule, let leaked, finding.kind == .looksLocal {
      if rules[rule].locals.count > 1 {
        rules[rule].locals.removeFirst()
      } else {
        rules[rule].except(leaked, "not a local text")
      }
    }
  }
}

extension Sightings {
  /// What an identifier that is not the app's belongs to.
  fileprivate func reasonToExcept(_ id: String) -> String {
    switch products[id] {
    case .tests: "tests"
    case .framework: "a framework"
    case .app, nil: "another identifier"
    }
  }
}

extension RuleDraft {
  /// Adds a line for a text that stays, unless the draft has it.
  fileprivate mutating func except(_ text: String, _ reason: String) {
    let line = Setting(.except, text, comment: reason)
    if !lines.contains(line) { lines.append(line) }
  }
}
