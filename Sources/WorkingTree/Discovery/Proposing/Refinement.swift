import Platform
import Rules
import Verify

/// Changes a proposal until `git munge verify` has nothing to say of it.
struct Refinement {
  private let head: HeadTree
  private let sightings: Sightings
  private let paths: Set<Path>
  /// A proposal that needs more rounds has a problem that no round solves.
  private static let maxRounds = 8

  init(_ head: HeadTree, _ sightings: Sightings) {
    (self.head, self.sightings) = (head, sightings)
    paths = Set(head.files.map(\.path))
  }

  func refined(_ proposal: Proposal) throws -> Proposal {
    var proposal = proposal
    if proposal.files.rules.isEmpty { return proposal }
    for _ in 1..<Self.maxRounds {
      let (old, report) = (proposal, try ProposedCommit(head, proposal.files).verified())
      for finding in report.findings { apply(finding, of: old, to: &proposal) }
      proposal.rules.removeAll { $0.canonicals.isEmpty }
      if (old.rules, old.attributes) == (proposal.rules, proposal.attributes) { return proposal }
    }
    return proposal
  }

  /// `old`: the proposal that the finding is about.
  private func apply(_ finding: Finding, of old: Proposal, to proposal: inout Proposal) {
    let rule = finding.rule.flatMap { name in proposal.rules.firstIndex { Array($0.name.utf8) == name } }
    let leaked = finding.detail.leaked.map { String(decoding: $0, as: UTF8.self) }
    switch finding.kind {
    case .missingAttribute, .neverMunged, .otherFilter:
      guard let path = finding.location?.path, paths.contains(path) else { return }
      proposal.attributes.leave(path)
      proposal.left[path] = proposal.left[path] ?? .notBuilt
    case .foreignValue:
      guard let rule, let leaked else { return }
      proposal.rules[rule].except(leaked, reason(for: leaked))
    case .looksLocal:
      guard let rule, let leaked else { return }
      if proposal.rules[rule].locals.count > 1 {
        proposal.rules[rule].locals.removeFirst()
      } else {
        proposal.rules[rule].except(leaked, "not a local text")
      }
    case .unusedRule:
      if let rule { proposal.rules[rule].lines = [] }
    case .unusedLine:
      guard let rule, let line = finding.location?.line.flatMap(old.draft) else { return }
      proposal.rules[rule].lines.removeAll { $0 == line }
    case .ambiguousTexts: proposal.rules.removeAll { $0.name.hasPrefix("team-in-texts") }
    case _: break
    }
  }

  private func reason(for text: String) -> String {
    if sightings.tests.contains(text) { return "tests" }
    if sightings.frameworks.contains(text) { return "a framework" }
    return "another identifier"
  }
}

extension RuleDraft {
  fileprivate mutating func except(_ text: String, _ reason: String) {
    let line = Line(.except, text, comment: reason)
    if !lines.contains(line) { lines.append(line) }
  }
}
