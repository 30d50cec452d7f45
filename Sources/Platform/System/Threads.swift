/// Work on several threads.
package enum Threads {
  /// More threads than this wait for each other and for the disk.
  private static let max = 8

  /// Calls both functions at the same time. If both throw, throws the error of `one`.
  package static func both<One: Sendable, Other: Sendable, Failure: Error>(
    _ one: @Sendable () throws(Failure) -> One, _ other: @Sendable () throws(Failure) -> Other
  ) throws(Failure) -> (One, Other) {
    let (first, second) = (Slices<One, Failure>(1), Slices<Other, Failure>(1))
    run(2) {
      if first.take() != nil { first.put(Result { () throws(Failure) in try one() }, 0) }
      if second.take() != nil { second.put(Result { () throws(Failure) in try other() }, 0) }
    }
    return try (first.get()[0], second.get()[0])
  }

  fileprivate final class Slices<Result: Sendable, Failure: Error>: @unchecked Sendable {
    private let lock = ThreadLock()
    private let count: Int
    private var next = 0
    private var results: [Swift.Result<Result, Failure>?]

    init(_ count: Int) { (self.count, results) = (count, Array(repeating: nil, count: count)) }

    /// The number of the next slice; `nil` if there is none.
    func take() -> Int? {
      lock.withLock {
        defer { next += 1 }
        return next < count ? next : nil
      }
    }

    /// After an error no further slice is taken.
    func put(_ result: Swift.Result<Result, Failure>, _ number: Int) {
      lock.withLock {
        results[number] = result
        if case .failure = result { next = count }
      }
    }

    /// The results in the order of the slices; throws the error of the first slice that failed.
    func get() throws(Failure) -> [Result] {
      var all: [Result] = []
      for case let result? in results { all.append(try result.get()) }
      return all
    }
  }

  fileprivate static func run(_ count: Int, _ body: @Sendable () -> Void) {
    if count > 0 { Libc.onThreads(min(count, Libc.processorCount(), max) - 1, body) }
  }
}

/// A value that one thread at a time reads or changes.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = ThreadLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
    try lock.withLock { () throws(Failure) in try body(&value) }
  }
}

extension Array where Element: Sendable {
  /// Calls `body` for slices of `size` elements on as many threads as there are processors, and returns the results in the
  /// order of the slices.
  ///
  /// Throws the error of the first slice that fails, as a loop would: slices are taken in their order, so all slices before
  /// one that fails have been called.
  package func mapSlices<Result: Sendable, Failure: Error>(
    of size: Int, _ body: @Sendable (ArraySlice<Element>) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    let count = (self.count + size - 1) / size
    let slices = Threads.Slices<Result, Failure>(count)
    Threads.run(count) {
      while let number = slices.take() {
        let slice = self[number * size..<Swift.min((number + 1) * size, self.count)]
        slices.put(Swift.Result { () throws(Failure) in try body(slice) }, number)
      }
    }
    return try slices.get()
  }
}
