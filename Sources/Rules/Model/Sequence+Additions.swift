// What the standard library lacks.

/// What the standard library does with any errors, with typed ones.
extension Sequence {
  /// `filter` that says what it throws; the standard library's throws anything.
  func kept<Failure: Error>(
    _ isKept: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> [Element] {
    var result: [Element] = []
    for element in self where try isKept(element) { result.append(element) }
    return result
  }
}

extension Sequence where Element: Hashable {
  /// Each element where it stands first.
  package var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }

  /// How often each element is there.
  var counted: [Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}
