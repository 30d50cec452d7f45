// Additions to the standard library.

/// Typed throws for functions that have untyped ones in the standard library.
extension Sequence {
  /// `filter` with typed throws.
  package func kept<Failure: Error>(
    _ isKept: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> [Element] {
    var result: [Element] = []
    for element in self where try isKept(element) { result.append(element) }
    return result
  }
}

extension Sequence where Element: Hashable {
  /// The elements without repetitions, in the order of their first occurrence.
  package var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }

  /// The number of occurrences of each element.
  package var counted: [Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}
