import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of `RoundTrip` against the round trip through git.
struct RoundTripAgainstGitTests {
  @Test func `The same blobs are lost as with git`() throws {
    var generator = SeededGenerator(salt: "round trips by git")
    var lost: Set<Path> = []
    while lost.count < 3 {
      let random = RandomPlan(&generator)
      var trusting = random.plan
      for index in trusting.rules.indices { trusting.rules[index].certainty = .exact }
      let trip = RoundTrip(trusting)
      // Each file contains its name: else the record of one could help another with the same local form.
      let files = (0..<40).map { ("f\($0)", random.content(&generator) + bytes(" file \($0)\n")) }
      lost = Set(files.filter { trip.outcome(of: $0.1, at: Path($0.0)) == .lost }.map { Path($0.0) })
      if lost.count < 3 { continue }
      let repository = try InstalledRepository(Dictionary(uniqueKeysWithValues: files), attributes: "* filter=munge")
      try repository.install(trusting)
      try repository.checkOut()
      _ = try repository.stagedChanges()
      let changed = try repository.sandbox.line("diff", "--cached", "--name-only").split(separator: "\n").map { Path(String($0)) }
      #expect(Set(changed) == lost, "\(random.words(nil, []))")
    }
  }
}
