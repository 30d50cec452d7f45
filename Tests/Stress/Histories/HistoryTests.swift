// A munged world next to a plain one: whatever a team does, nothing but the identifiers on disk may differ.

import Foundation
import TestSupport
import Testing

@Suite struct HistoryTests {
  /// How many histories are played; some seconds without, as long as one likes with the variable.
  private static let rounds = ProcessInfo.processInfo.environment["GIT_MUNGE_STRESS"].flatMap { UInt64($0) } ?? 2
  private static let steps = 100

  @Test func `A munged world has the commits, the index and the files of a plain one`() throws {
    var tally = Tally()
    let start = ContinuousClock.now
    for round in 0..<HistoryTests.rounds {
      if round > 0 && round % 50 == 0 { print("stress: \(tally), \(ContinuousClock.now - start)") }
      // Each can be had again alone, as the first one of its own seed.
      let history = History(seed: TestSeed.value &+ round)
      guard let parting = try history.run(steps: HistoryTests.steps, counting: &tally) else { continue }
      Issue.record("\(try history.description(history.shrunk(parting, attempts: 80)))")
    }
    print("stress: \(tally), \(ContinuousClock.now - start)")
  }
}
