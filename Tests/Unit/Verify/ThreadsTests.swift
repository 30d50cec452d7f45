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

  @Test func `Two calls return both results, and throw the error of the first`() throws {
    let (one, other) = concurrently({ 1 }, { "two" })
    #expect(one == 1 && other == "two")
    #expect(throws: Failure(number: 1)) {
      try concurrently({ () throws(Failure) -> Int in throw Failure(number: 1) }, { () throws(Failure) -> Int in throw Failure(number: 2) })
    }
    #expect(throws: Failure(number: 2)) {
      try concurrently({ () throws(Failure) -> Int in 1 }, { () throws(Failure) -> Int in throw Failure(number: 2) })
    }
  }
}
