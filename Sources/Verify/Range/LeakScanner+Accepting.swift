// Findings that the newest rules accept.

import Platform
import Rules

extension LeakScanner {
  /// The findings without those by older rules whose text these accept, and one for each line of the rules file that
  /// does.
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

  /// The line of the rules file that accepts the text of a finding by older rules: that with the text, else the first
  /// one of its rule.
  func line(accepting finding: Finding) -> Int? {
    guard finding.base != nil, let text = finding.detail.leaked,
      let rule = known.first(where: { $0.knows(text) || $0.owns(text[...]) })?.rule
    else { return nil }
    let lines = rules.source.split(separator: .newline, omittingEmptySubsequences: false)
    let named = (rule.canonicals + rule.excepts).filter { !$0.isEmpty && text.firstRange(of: $0) != nil }
    let index = lines.indices.dropFirst(rule.place.line).prefix { !lines[$0].starts(with: "[".utf8) }
      .first { line in named.contains { lines[line].firstRange(of: $0) != nil } }
    return index.map { $0 + 1 } ?? rule.place.line
  }
}
