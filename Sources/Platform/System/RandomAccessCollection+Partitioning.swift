/// A binary search in a collection whose elements are in order.
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
