// Inlinable, because they are called for all lines of a file, or all findings: unspecialized, they take several times
// as long.
extension Sequence where Element: Hashable {
  /// The elements without repetitions, in the order of their first occurrence.
  @inlinable
  package var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }

  /// The number of occurrences of each element.
  @inlinable
  package var counted: [Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}

extension Dictionary where Value == Int {
  /// The counts that are higher than those of others, less these.
  package func subtracting(_ others: [Key: Int]) -> [Key: Int] {
    merging(others.mapValues { -$0 }, uniquingKeysWith: +).filter { $0.value > 0 }
  }

  /// Decrements a count and returns true, unless it is zero.
  package mutating func take(_ key: Key) -> Bool {
    guard let count = self[key], count > 0 else { return false }
    self[key] = count - 1
    return true
  }
}
