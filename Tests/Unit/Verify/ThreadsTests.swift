import Synchronization
import Testing
import Verify

struct ThreadsTests {
  private struct Failure: Error, Equatable { let number: Int }

  @Test(arguments: [0, 1, 2, 7, 8, 9, 1000]) func `The results are those of a loop over the slices`(count: Int) {
    let numbers = Array(0..<count)
    let sums = numbers.mapSlices(of: 8) { slice in slice.reduce(0, +) }
    #expect(sums == stride(from: 0, to: count, by: 8).map { numbers[$0..<min($0 + 8, count)].reduce(0, +) })
  }

  @Test func `The error is that of the first slice that fails in their order`() {
    for _ in 0..<50 {
      #expect(throws: Failure(number: 30)) {
        try Array(0..<100).mapSlices(of: 1) { slice throws(Failure) in
          for number in slice where number >= 30 { throw Failure(number: number) }
        }
      }
    }
  }

  @Test(arguments: [true, false])
  func `A value is computed once, by the thread that needs it first, and its error is thrown each time`(atOnce: Bool)
    throws
  {
    let calls = Mutex(0)
    let value = Later(atOnce: atOnce) {
      calls.withLock { count in
        count += 1
        return count
      }
    }
    let seen = try Array(0..<50).mapSlices(of: 1) { _ in try value.value }
    #expect(Set(seen) == [1])
    let error = Later<Int>(atOnce: atOnce) { throw Failure(number: calls.withLock { $0 }) }
    for _ in 0..<2 { #expect(throws: Failure(number: 1)) { try error.value } }
  }

  @Test func `A value that is not begun is computed only if it is needed`() throws {
    let calls = Mutex(0)
    let value = Later(atOnce: false) { calls.withLock { $0 += 1 } }
    #expect(calls.withLock { $0 } == 0)
    try value.value
    #expect(calls.withLock { $0 } == 1)
  }
}
