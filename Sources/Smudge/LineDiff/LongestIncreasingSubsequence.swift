import Platform

/// The longest increasing subsequence of pairs that are sorted by `content`, by their `source` (patience sorting).
extension [LinePair] {
  /// The longest subsequence that is in order on both sides; the pairs have to be sorted by content.
  func inOrder() -> [LinePair] {
    // `ends[n]` is the index of the last pair of the run of n + 1 pairs whose last source line is smallest.
    var (ends, previous) = ([Int](), [Int?]())
    for index in indices {
      let length = runLength(before: self[index].source, ends)
      previous.append(length > 0 ? ends[length - 1] : nil)
      if length < ends.count { ends[length] = index } else { ends.append(index) }
    }
    var (run, next) = ([LinePair](), ends.last)
    while let index = next {
      run.append(self[index])
      next = previous[index]
    }
    return run.reversed()
  }

  /// The length of the longest run that a pair with `source` can extend.
  private func runLength(before source: Int, _ ends: [Int]) -> Int {
    // The common case: `source` is after all others.
    if let last = ends.last, self[last].source < source { return ends.count }
    return ends.partitioningIndex { self[$0].source >= source }
  }
}
