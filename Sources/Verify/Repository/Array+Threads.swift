import Dispatch
import Synchronization

// Work on several threads.
extension Array where Element: Sendable {
  /// Calls `body` for slices of `size` elements on as many threads as there are processors, and returns the results in
  /// the order of the slices.
  ///
  /// Throws the error of the first slice that fails, as a loop would: slices are taken in their order, so all slices
  /// before one that fails have been called.
  package func mapSlices<Result: Sendable, Failure: Error>(
    of size: Int, _ body: @Sendable (ArraySlice<Element>) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    let count = (self.count + size - 1) / size
    let state = Mutex((next: 0, results: [Swift.Result<Result, Failure>?](repeating: nil, count: count)))

    // More threads than eight wait for each other and for the disk.
    DispatchQueue.concurrentPerform(iterations: Swift.min(count, 8)) { _ in
      while let number = state.withLock({ state in
        defer { state.next += 1 }
        return state.next < count ? state.next : nil
      }) {
        let slice = self[number * size..<Swift.min((number + 1) * size, self.count)]
        let result = Swift.Result { () throws(Failure) in try body(slice) }
        state.withLock { state in
          state.results[number] = result
          // After an error no further slice is taken.
          if case .failure = result { state.next = count }
        }
      }
    }

    return try state.withLock { $0.results }.compactMap(\.self).map { result throws(Failure) in try result.get() }
  }
}
