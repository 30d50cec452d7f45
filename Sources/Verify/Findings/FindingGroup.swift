package import Platform

/// The findings of one kind and one rule in one file.
package struct FindingGroup: Sendable {
  /// `nil` for findings about the whole repository.
  package let path: Path?
  package let kind: Finding.Kind
  /// The name of the rule; `nil` if there is none.
  let rule: [UInt8]?
  /// At least one, in the order of the report.
  package let findings: [Finding]

  /// The number of findings of a group that people read at once; a report for people lists no more.
  package static let maxShown = 10

  var remedies: [String] { findings.map(\.remedy).uniqued }
}

extension [Finding] {
  /// Groups by file, then by kind and rule; each in the order in which it occurs first.
  package var grouped: [FindingGroup] { groupedByFile.flatMap(\.self) }

  /// The same, with the groups of a file in an array of their own.
  var groupedByFile: [[FindingGroup]] {
    byKey { $0.location?.path }.map { path, ofFile in
      ofFile.byKey { KindAndRule(kind: $0.kind, rule: $0.rule) }.map { key, findings in
        FindingGroup(path: path, kind: key.kind, rule: key.rule, findings: findings)
      }
    }
  }

  private struct KindAndRule: Hashable {
    let kind: Finding.Kind
    let rule: [UInt8]?
  }

  func byKey<Key: Hashable>(_ key: (Finding) -> Key) -> [(key: Key, findings: [Finding])] {
    let groups = Dictionary(grouping: self, by: key)
    return map(key).uniqued.map { ($0, groups[$0] ?? []) }
  }

  /// Each remedy once, with all its files.
  package var remedies: [String] {
    byKey { $0.sharedRemedy(for: []) }.compactMap { _, findings in
      findings.first?.sharedRemedy(for: findings.compactMap { $0.location?.path }.uniqued)
    }
  }
}
