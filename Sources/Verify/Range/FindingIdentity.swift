import Platform

/// The parts of a finding that two findings have in common if they are the same one.
struct FindingIdentity: Hashable {
  let detail: Finding.Detail
  let rule: [UInt8]?
  var context: [[UInt8]] = []

  /// The identity in two trees: that of a leak does not depend on its file, which can have moved.
  static func inTree(_ finding: Finding) -> FindingIdentity {
    let path = finding.detail.leaked == nil ? [finding.location?.path.bytes ?? []] : []
    return FindingIdentity(detail: finding.detail, rule: finding.rule, context: path)
  }
}

extension Array {
  /// The elements without those that another array has, each as often as they have it.
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
