// Histories in plain and munged clones: only the identifiers on disk differ, whatever a team does.

import Foundation
import TestSupport

@Suite struct HistoryTests {
  /// Two take seconds.
  private static let rounds = ProcessInfo.processInfo.environment["GIT_MUNGE_STRESS"].flatMap { UInt64($0) } ?? 2
  private static let steps = 100

  @Test func `munged clones have the commits, the index and the files of plain ones`() throws {
    var tally = Tally()
    let start = ContinuousClock.now
    for round in 0..<HistoryTests.rounds {
      if round > 0 && round % 50 == 0 { print("stress: \(tally), \(ContinuousClock.now - start)") }
      // Each history has a seed of its own, so it can be run alone.
      let history = History(seed: TestSeed.value &+ round)
      guard let divergence = try history.run(steps: HistoryTests.steps, counting: &tally) else { continue }
      Issue.record("\(try history.description(history.shrunk(divergence, attempts: 80)))")
    }
    print("stress: \(tally), \(ContinuousClock.now - start)")
    #expect(tally.guesses * 5 <= tally.histories + 4, "guesses end few histories")
  }
}
