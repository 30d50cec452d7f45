// Findings that the newest rules accept.

import Platform
import Rules

extension LeakScanner {
  /// The findings without those by older rules whose text these accept, and one for each rule that does.
  func accepting(_ findings: [Finding]) -> (rest: [Finding], accepted: [Finding]) {
    let groups = Dictionary(grouping: findings) { line(accepting: $0) }
    let accepted = groups.keys.compactMap(\.self).sorted().compactMap { line -> Finding? in
      guard let group = groups[line], let first = group[0].location else { return nil }
      return Finding(
        .acceptedByChange(findings: group.count, first: first), .warning,
        at: Finding.Location(path: Path(RulesFile.name), line: line, column: 1),
        fingerprint: Finding.fingerprint(.acceptedByChange, nil, first.path, "\(line)".utf8))
    }
    return (groups[nil] ?? [], accepted)
  }

  /// The line of the rule that accepts the text of a finding by older rules.
  func line(accepting finding: Finding) -> Int? {
    guard finding.base != nil, let text = finding.detail.leaked else { return nil }
    return known.first { $0.knows(text) || $0.owns(text[...]) }?.rule.place.line
  }
}
