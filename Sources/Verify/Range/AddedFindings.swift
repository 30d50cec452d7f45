// What a change brings in, by what tells a finding from others in its file.

extension [FileInspector.Found] {
  /// The indices of what another version of the file has not, or not so often. Of several on lines that look the same, the
  /// neighbours of a line tell which one is new. What is left of the other version stood on lines that were edited: so many of
  /// the same are no news.
  func indices(besides before: [FileInspector.Found]) -> Set<Int> {
    var (new, old) = (Array<Int>(indices), before)
    let keys: [(FileInspector.Found) -> LeakReport.Identity] = [
      { LeakReport.Identity(detail: $0.finding.detail, rule: $0.finding.rule, lines: [$0.text] + $0.neighbours) },
      { LeakReport.Identity(detail: $0.finding.detail, rule: $0.finding.rule, lines: [$0.text]) },
      { LeakReport.Identity(detail: $0.finding.detail, rule: nil) },
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
  /// Answers whether there was one more.
  mutating func take(_ key: Key) -> Bool {
    guard let count = self[key], count > 0 else { return false }
    self[key] = count - 1
    return true
  }
}
