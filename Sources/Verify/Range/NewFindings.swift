import Platform
import Rules

/// What makes two findings the same one.
struct FindingIdentity: Hashable {
  let detail: Finding.Detail
  let rule: [UInt8]?
  var context: [[UInt8]] = []

  /// In two trees: that of a leak does not depend on its file, which can have moved.
  static func inTree(_ finding: Finding) -> FindingIdentity {
    let path = finding.detail.leaked == nil ? [finding.location?.path.bytes ?? []] : []
    return FindingIdentity(detail: finding.detail, rule: finding.rule, context: path)
  }
}

extension Array {
  /// The elements without those that `others` have, each as often as they have it.
  package func besides<Key: Hashable>(_ others: [Element], by key: (Element) -> Key) -> [Element] {
    var counts = others.map(key).counted
    return filter { !counts.take(key($0)) }
  }
}

extension [LocatedFinding] {
  /// The findings that another version of the file does not have, or has less often.
  ///
  /// They are paired in three rounds: by text of the line and its neighbours, by text of the line, and by detail alone.
  /// For example, if a leak on `TEAM = X;` is now on the edited line `TEAM = X; // new`, the third round pairs them, so
  /// it is not new.
  func besides(_ before: [LocatedFinding]) -> [LocatedFinding] {
    let keys: [(LocatedFinding) -> FindingIdentity] = [
      { FindingIdentity(detail: $0.finding.detail, rule: $0.finding.rule, context: $0.lines) },
      { FindingIdentity(detail: $0.finding.detail, rule: $0.finding.rule, context: [[UInt8]]($0.lines.prefix(1))) },
      { FindingIdentity(detail: $0.finding.detail, rule: nil) },
    ]
    var new = self
    var old = before
    for key in keys { (new, old) = (new.besides(old, by: key), old.besides(new, by: key)) }
    return new
  }
}

extension Dictionary where Value == Int {
  /// The counts that are higher than those of others, less these.
  func subtracting(_ others: [Key: Int]) -> [Key: Int] {
    merging(others.mapValues { -$0 }, uniquingKeysWith: +).filter { $0.value > 0 }
  }

  /// Decrements the count and returns true, unless it is zero.
  mutating func take(_ key: Key) -> Bool {
    guard let count = self[key], count > 0 else { return false }
    self[key] = count - 1
    return true
  }
}

/// The places of findings.
struct FindingLocations {
  /// By path and line.
  private var columns: [Finding.Location: [Range<Int>]] = [:]

  init(_ findings: some Sequence<Finding>) {
    for place in findings.compactMap(\.location) {
      columns[Self.line(of: place), default: []].append(Self.columns(of: place))
    }
  }

  func overlap(_ finding: Finding) -> Bool {
    guard let place = finding.location else { return false }
    return columns[Self.line(of: place)]?.contains { $0.overlaps(Self.columns(of: place)) } ?? false
  }

  private static func line(of place: Finding.Location) -> Finding.Location { .init(path: place.path, line: place.line) }

  private static func columns(of place: Finding.Location) -> Range<Int> {
    let start = place.column ?? 1
    return start..<max(start + 1, place.endColumn ?? .max)
  }
}

extension LeakScanner {
  /// The findings without those by older rules whose text these accept, and one for each line of the rules file that
  /// does.
  func accepting(_ findings: [Finding]) -> (rest: [Finding], accepted: [Finding]) {
    let groups = Dictionary(grouping: findings) { line(accepting: $0) }
    let accepted = groups.keys.compactMap(\.self).sorted().compactMap { line -> Finding? in
      guard let found = groups[line], let first = found[0].location, let base = found[0].base else { return nil }
      return Finding(
        .acceptedByChange(findings: found.count, first: first, base: base), .warning,
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
