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

/// Rules for names and numbers of accounts at a service, such as a worker and its database.
struct Services {
  private(set) var rules: [RuleDraft] = []

  /// `known`: canonical texts of rules that exist.
  init(_ sightings: Sightings, _ known: [String]) {
    let accounts = sightings.values(.account)
    let databases = accounts.filter { $0.key == "database_id" && $0.value.count == 36 }.map(\.value).uniqued
    let workers = accounts.filter { $0.key == "name" }
    let zones = sightings.values(.host).map(\.value).uniqued
    if databases.count == 1, let id = databases.first, !known.contains(id) {
      let lines = [RuleDraft.Line(.canonical, id), .init(.key, "database_id")]
      rules.append(RuleDraft(name: "database", lines: lines, locals: ["${database}"]))
    }
    let first = workers.min { ($0.path.bytes.count, $0.path) < ($1.path.bytes.count, $1.path) }
    if let worker = first, !databases.isEmpty, !known.contains(worker.value) {
      let keys = ["name", "database_name"].filter { key in accounts.contains { $0.key == key && $0.value == worker.value } }
      let lines = [RuleDraft.Line(.canonical, worker.value)] + keys.map { .init(.key, $0) } + [.init(.path, "wrangler.*")]
      rules.append(RuleDraft(name: "worker", lines: lines, locals: ["${worker}"]))
    }
    if let zone = zones.first, !known.contains(zone) {
      rules.append(RuleDraft(name: "zone", lines: [.init(.canonical, zone), .init(.path, "wrangler.*")], locals: ["${zone}"]))
    }
  }

  /// Whether a file is one of the services.
  func mayHold(_ path: Path) -> Bool {
    IdentifierSource.of(path)?.keys.values.contains(.account) == true && LeaveReason.of(path) == nil
  }
}
