import Platform

/// The findings of one kind and one rule in one file.
struct FindingGroup {
  let first: Finding
  /// All findings of the group, in the order of the report.
  let findings: [Finding]
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
