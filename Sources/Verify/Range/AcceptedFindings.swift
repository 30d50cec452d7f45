import Platform
import Rules
import Smudge

/// Findings of older rules whose text the newest rules accept, counted for the finding `accepted-by-change`.
struct AcceptedFindings {
  private struct FindingGroup {
    let first: Finding.Location
    let base: String
    var count = 0
  }

  private let rules: Rules
  private let known: [LeakRule]
  /// By the line of the rules file that accepts the text.
  private var groups: [Int: FindingGroup] = [:]

  init(_ inspector: FileInspector) { (rules, known) = (inspector.rules, inspector.scanner.known) }

  /// Counts the finding and returns true if the newest rules accept its text.
  mutating func take(_ finding: Finding, base: String) -> Bool {
    guard let text = finding.detail.leaked, let location = finding.location,
      let rule = known.first(where: { $0.knows(text) || $0.owns(text[...]) })?.rule
    else { return false }
    groups[line(naming: text, rule), default: FindingGroup(first: location, base: base)].count += 1
    return true
  }

  /// The line of the rule that contains the text, else the first line of the rule.
  private func line(naming text: [UInt8], _ rule: Rule) -> Int {
    let lines = rules.source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let named = (rule.canonicals + rule.excepts).filter { !$0.isEmpty && text.firstRange(of: $0) != nil }
    let index = lines.indices.dropFirst(rule.place.line).prefix { !lines[$0].starts(with: "[".utf8) }
      .first { line in named.contains { lines[line].firstRange(of: $0) != nil } }
    return index.map { $0 + 1 } ?? rule.place.line
  }

  /// One for each line of the rules file.
  var findings: [Finding] {
    groups.sorted { $0.key < $1.key }.map { line, group in
      Finding(
        .acceptedByChange(findings: group.count, first: group.first, base: group.base), .warning,
        at: Finding.Location(path: Path(RulesFile.name), line: line, column: 1),
        fingerprint: Finding.fingerprint(.acceptedByChange, nil, group.first.path, "\(line)".utf8))
    }
  }
}

struct FindingLocations {
  private struct FindingLine: Hashable { let path: Path, line: Int }

  private var columns: [FindingLine: [Range<Int>]] = [:]

  init(_ findings: some Sequence<Finding>) {
    for finding in findings {
      if let place = Self.place(of: finding) { columns[place.line, default: []].append(place.columns) }
    }
  }

  func overlap(_ finding: Finding) -> Bool {
    guard let place = Self.place(of: finding) else { return false }
    return columns[place.line]?.contains { $0.overlaps(place.columns) } ?? false
  }

  private static func place(of finding: Finding) -> (line: FindingLine, columns: Range<Int>)? {
    guard let location = finding.location, let line = location.line else { return nil }
    let start = location.column ?? 1
    return (FindingLine(path: location.path, line: line), start..<max(start + 1, location.endColumn ?? .max))
  }
}

extension [FileInspector.Found] {
  /// The indices of the findings that another version of the file does not have, or has less often.
  ///
  /// Findings are paired in three rounds: by text of the line and its neighbours, by text of the line, and by detail alone.
  /// For example, if a leak on `TEAM = X;` is now on the edited line `TEAM = X; // new`, the third round pairs them, so it is
  /// not new.
  func indices(besides before: [FileInspector.Found]) -> Set<Int> {
    var (new, old) = (Array<Int>(indices), before)
    let keys: [(FileInspector.Found) -> HitLocator.Identity] = [
      { HitLocator.Identity(detail: $0.finding.detail, rule: $0.finding.rule, lines: [$0.text] + $0.neighbours) },
      { HitLocator.Identity(detail: $0.finding.detail, rule: $0.finding.rule, lines: [$0.text]) },
      { HitLocator.Identity(detail: $0.finding.detail, rule: nil) },
    ]
    for key in keys {
      var (olds, news) = (old.map(key).counted, new.map { key(self[$0]) }.counted)
      new = new.filter { !olds.take(key(self[$0])) }
      old = old.filter { !news.take(key($0)) }
    }
    return Set(new)
  }
}

extension Dictionary where Value == Int {
  /// Decrements the count and returns true, unless it is zero.
  mutating func take(_ key: Key) -> Bool {
    guard let count = self[key], count > 0 else { return false }
    self[key] = count - 1
    return true
  }
}
