import Platform
import Testing
import TestSupport

@testable import Smudge

/// The way of one blob to the disk and back, as it is foretold and as git goes it.
struct RoundTripAgainstGitTests {
  @Test func `What does not come back here does not come back from git either`() throws {
    var generator = SeededGenerator(salt: "round trips by git")
    var lost: Set<Path> = []
    while lost.count < 3 {
      let random = RandomPlan(&generator)
      var trusting = random.plan
      for index in trusting.rules.indices { trusting.rules[index].certainty = .exact }
      let trip = RoundTrip(trusting)
      // Each with a name in it: else a note on one file could help another that looks the same.
      let files = (0..<40).map { ("f\($0)", random.content(&generator) + bytes(" file \($0)\n")) }
      lost = Set(files.filter { trip.outcome(of: $0.1, at: Path($0.0)) == .lost }.map { Path($0.0) })
      if lost.count < 3 { continue }
      let repository = try InstalledRepository(Dictionary(uniqueKeysWithValues: files))
      try repository.install(trusting)
      try repository.checkOut()
      _ = try repository.stagedChanges()
      let changed = try repository.sandbox.line("diff", "--cached", "--name-only").split(separator: "\n").map { Path(String($0)) }
      #expect(Set(changed) == lost, "\(random.words(nil, []))")
    }
  }
}
