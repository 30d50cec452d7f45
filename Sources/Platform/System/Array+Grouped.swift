/// Groups of the elements of an array by their keys.
extension Array {
  /// The elements by a key, in the order in which each key occurs first.
  ///
  /// Inlinable, because it is called for all findings.
  @inlinable
  package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
    let keys = map(key)
    let groups = Dictionary(grouping: zip(keys, self), by: \.0)
    return keys.uniqued.map { ($0, (groups[$0] ?? []).map(\.1)) }
  }

  /// The indices of the elements before each element that have a key in common with it, in ascending order.
  package func sharing<Key: Hashable>(_ keys: (Element) -> [Key]) -> [[Int]] {
    var indices: [Key: [Int]] = [:]
    return enumerated().map { index, element in
      let keys = Set(keys(element))
      defer { for key in keys { indices[key, default: []].append(index) } }
      return Set(keys.flatMap { indices[$0] ?? [] }).sorted()
    }
  }
}
