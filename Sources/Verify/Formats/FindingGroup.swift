import Platform

/// The findings of one kind and one rule in one file.
struct FindingGroup {
  let first: Finding
  /// All findings of the group, in the order of the report.
  let findings: [Finding]

  /// The number of findings of a group that people read at once; a report for people lists no more.
  private static let maxShown = 10

  /// The lines of the first findings, and one with the number of the others. That line is indented, so that no editor
  /// reads it as a place in a file.
  func lines(_ lines: ([Finding]) -> [String]) -> [String] {
    let merged = findings.merged
    let rest = merged.dropFirst(Self.maxShown).map(\.count).reduce(0, +)
    let place = first.location.map { " in \($0.path)" } ?? ""
    let more = rest > 0 ? ["    and \(rest) more [\(first.kind.rawValue)]\(place) (--format json lists all)"] : []
    return merged.prefix(Self.maxShown).flatMap(lines) + more
  }
}

extension [Finding] {
  /// The groups by file, then by kind and rule; each in the order in which it occurs first.
  var grouped: [FindingGroup] { groupedByFile.flatMap(\.self) }

  /// The groups by kind and rule of each file.
  var groupedByFile: [[FindingGroup]] {
    grouped { $0.location?.path }.map { _, ofFile in
      ofFile.grouped { [$0.rule, [UInt8]($0.kind.rawValue.utf8)] }.compactMap { _, findings in
        findings.first.map { FindingGroup(first: $0, findings: findings) }
      }
    }
  }
}
