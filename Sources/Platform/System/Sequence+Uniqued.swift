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
