import Platform
import Testing
import Verify

/// Tests of children that several threads start.
struct ConcurrentChildrenTests {
  @Test func `Children that threads start at the same time do not hold the pipes of others`() throws {
    let outputs = try Array(0..<40).mapSlices(of: 1) { slice throws(SystemError) in
      // A child that held the input of another one would keep it from ending.
      try Subprocess.run(["cat"].map { Array($0.utf8) }, environment: Environment.entries(changing: []), input: Array("\(slice)".utf8))
    }
    #expect(outputs.map { String(decoding: $0.output, as: UTF8.self) } == (0..<40).map { "[\($0)]" })
  }
}
