// The findings that a change adds to a file.

import Platform

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
