import Platform

/// Prints findings, one line each in the format of compilers, and their remedies.
package struct FindingPrinter {
  private let findings: [Finding]
  private let showing: Finding.Showing
  private let colours: Palette

  package init(_ findings: [Finding], _ showing: Finding.Showing, in colours: Palette) {
    (self.findings, self.showing, self.colours) = (findings, showing, colours)
  }

  /// `maxOfKind`: the maximum number of findings of a kind.
  package func lines(maxOfKind: Int = .max) -> [String] {
    let (shown, more) = findings.merged.capped(maxOfKind)
    return shown.flatMap(equalLines) + more
  }

  /// The findings grouped by file, kind and rule, at most ten of each group.
  var groupedLines: [String] { findings.grouped.flatMap { $0.lines(equalLines) } }

  private func equalLines(_ equal: [Finding]) -> [String] {
    guard let finding = equal.first else { return [] }
    let severity = colours.paint(finding.severity.rawValue, finding.severity == .error ? .problem : .heading)
    let line = "\(finding.place)\(severity): \(finding.message(showing)) [\(finding.kind.rawValue)]"
    return [line] + equal.moreLines + (finding.origin.map { ["    since \($0.commit.prefix(12)) by \($0.author)"] } ?? [])
  }

  /// Each remedy once, with all its files.
  package var remedies: [String] {
    let remedies = findings.remedies
    if remedies.isEmpty { return [] }
    return [colours.paint("To fix, at the top of the working tree:", .heading)] + remedies.map { "  \($0)" }
  }
}

extension [Finding] {
  /// Findings of a file that differ in their lines only, each group at the place of its first.
  package var merged: [[Finding]] {
    byKey { [$0.kind.rawValue, $0.message(.plain), $0.location.map { "\($0.path)" } ?? "", $0.originWords ?? ""] }.map(\.findings)
  }

  /// Of equal findings, the lines of all but the first.
  package var moreLines: [String] {
    let lines = dropFirst().compactMap { $0.location?.line }.uniqued.filter { $0 != first?.location?.line }
    if lines.isEmpty { return [] }
    let numbers = lines.prefix(10).map { "\($0)" }.joined(separator: ", ") + (lines.count > 10 ? ", ..." : "")
    return ["    and in \(Platform.count(lines.count, "more line")): \(numbers)"]
  }
}

extension [[Finding]] {
  /// At most `max` of each kind, and a line for each kind with more.
  package func capped(_ max: Int) -> (shown: [[Finding]], more: [String]) {
    var counts: [Finding.Kind: Int] = [:]
    let shown = filter { equal in
      guard let kind = equal.first?.kind else { return false }
      counts[kind, default: 0] += 1
      return counts[kind] ?? 0 <= max
    }
    let more = counts.filter { $0.value > max }.sorted { $0.key.rawValue < $1.key.rawValue }
    return (shown, more.map { "and \($0.value - max) more [\($0.key.rawValue)]" })
  }
}

extension FindingGroup {
  /// The lines of the first findings, and one with the number of the others. That line is indented, so that no editor reads it
  /// as a place in a file.
  func lines(_ lines: ([Finding]) -> [String]) -> [String] {
    let merged = findings.merged
    let rest = merged.dropFirst(FindingGroup.maxShown).map(\.count).reduce(0, +)
    let more = rest > 0 ? ["    and \(rest) more [\(kind.rawValue)]\(path.map { " in \($0)" } ?? "") (--format json lists all)"] : []
    return merged.prefix(FindingGroup.maxShown).flatMap(lines) + more
  }
}

extension Finding {
  /// The place, the message and the kind.
  package func words(_ showing: Showing) -> String { "\(place)\(message(showing)) [\(kind.rawValue)]" }

  /// The prefix of a message: `path:line:column: `.
  package var place: String { location.map { "\($0.words): " } ?? "" }
}

extension Finding.Location {
  /// `path:line:column`, as far as they are known.
  var words: String { (["\(path)"] + [line, column].compactMap { $0.map { "\($0)" } }).joined(separator: ":") }
}
