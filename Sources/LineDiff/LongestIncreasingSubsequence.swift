/// The most pairs that are in the same order on both sides.
extension [LinePair] {
  /// For pairs in the content's order.
  func inOrder() -> [LinePair] {
    // `ends[n]` is where the run of n + 1 pairs ends that leaves most room for others behind it.
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

  /// How long the runs are that `source` can follow.
  private func runLength(before source: Int, _ ends: [Int]) -> Int {
    // Nearly always: a line behind all others.
    if let last = ends.last, self[last].source < source { return ends.count }
    return ends.partitioningIndex { self[$0].source >= source }
  }
}
