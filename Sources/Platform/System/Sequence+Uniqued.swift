// Additions to the collections of the standard library.

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

extension Array {
  /// The elements by a key, in the order in which each key occurs first.
  @inlinable
  package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
    let keys = map(key)
    let groups = Dictionary(grouping: zip(keys, self), by: \.0)
    return keys.uniqued.map { ($0, (groups[$0] ?? []).map(\.1)) }
  }

  /// For each element, the indices of those before it that have a key in common with it, in ascending order.
  package func sharing<Key: Hashable>(_ keys: (Element) -> [Key]) -> [[Int]] {
    var known: [Key: [Int]] = [:]
    return enumerated().map { index, element in
      let keys = Set(keys(element))
      defer { for key in keys { known[key, default: []].append(index) } }
      return Set(keys.flatMap { known[$0] ?? [] }).sorted()
    }
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies `holds`; all elements after it have to satisfy it too
  /// (`std::partition_point`).
  ///
  /// Inlinable, because the matcher of another target calls it for each candidate: unspecialized, clean took 10 %
  /// longer.
  @inlinable
  package func partitioningIndex(_ holds: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
