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
    let (shown, more) = findings.capped(maxOfKind)
    return shown.flatMap(line) + more
  }

  /// The findings grouped by file, kind and rule, at most ten of each group.
  var groupedLines: [String] { findings.grouped.flatMap { $0.lines(line) } }

  private func line(_ finding: Finding) -> [String] {
    let severity = colours.paint(finding.severity.rawValue, finding.severity == .error ? .problem : .heading)
    let line = "\(finding.place)\(severity): \(finding.message(showing)) [\(finding.kind.rawValue)]"
    return [line] + (finding.origin.map { ["    since \($0.commit.prefix(12)) by \($0.author)"] } ?? [])
  }

  /// Each remedy once, with all its files.
  package var remedies: [String] {
    let remedies = findings.remedies
    if remedies.isEmpty { return [] }
    return [colours.paint("To fix, at the top of the working tree:", .heading)] + remedies.map { "  \($0)" }
  }
}

extension [Finding] {
  /// At most `max` findings of each kind, and a line for each kind with more.
  package func capped(_ max: Int) -> (shown: [Finding], more: [String]) {
    var counts: [Finding.Kind: Int] = [:]
    let shown = filter { finding in
      counts[finding.kind, default: 0] += 1
      return counts[finding.kind] ?? 0 <= max
    }
    let more = counts.filter { $0.value > max }.sorted { $0.key.rawValue < $1.key.rawValue }
    return (shown, more.map { "and \($0.value - max) more [\($0.key.rawValue)]" })
  }
}

extension FindingGroup {
  /// The lines of the first findings, and one with the number of the others. That line is indented, so that no editor reads it
  /// as a place in a file.
  func lines(_ line: (Finding) -> [String]) -> [String] {
    let rest = findings.count - FindingGroup.maxShown
    let more = rest > 0 ? ["    and \(rest) more [\(kind.rawValue)]\(path.map { " in \($0)" } ?? "") (--format json lists all)"] : []
    return findings.prefix(FindingGroup.maxShown).flatMap(line) + more
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
