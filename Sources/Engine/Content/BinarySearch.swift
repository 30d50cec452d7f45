// The search of all that is sorted.

extension RandomAccessCollection where Index == Int {
  /// The first index for whose element something holds, given that it holds for all behind that one too.
  package func partitioningIndex(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
