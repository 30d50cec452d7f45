import Platform
import TestSupport
import Testing

@testable import Smudge

/// The property that clean undoes smudge, for random plans and contents.
struct RoundTripLawTests {
  private static let plans = 240
  private static let contentsPerPlan = 100

  /// The number of cases of each kind: a property without cases proves nothing.
  private struct Tally {
    var inverted = 0
    var composableNotInvertible = 0
    var ambiguousInvertible = 0
    var leftToTheSource = 0
  }

  @Test func `Clean restores a blob by its bytes if smudge is invertible, else it needs the source`() throws {
    var generator = SeededGenerator(salt: "round trip")
    var tally = Tally()
    for _ in 0..<Self.plans {
      let random = RandomPlan(&generator)
      let isComposable = AmbiguityAnalysis.conflicts(in: random.plan).isEmpty
      let compiled = random.compiled
      for _ in 0..<Self.contentsPerPlan {
        let path = RandomPlan.paths.randomElement(using: &generator) ?? nil
        let content = random.content(&generator)
        try check(compiled.transform(for: path), content, isComposable, &tally) {
          Comment(rawValue: "\($0): \(random.words(path, content))")
        }
      }
    }
    #expect(tally.inverted > 2400, "of \(Self.plans * Self.contentsPerPlan)")
    #expect(tally.composableNotInvertible > 30)
    #expect(tally.ambiguousInvertible > 100)
    #expect(tally.leftToTheSource > 100)
  }

  private func check(
    _ transform: Transform, _ content: [UInt8], _ isComposable: Bool, _ tally: inout Tally,
    _ message: (String) -> Comment
  ) throws {
    let (smudged, summary) = try transform.smudge(content)
    let cleaned = try? transform.clean(smudged)
    let comesBack = cleaned?.bytes == content
    if summary.isInvertible {
      #expect(comesBack, message("smudge said that clean undoes it"))
      tally.inverted += 1
      tally.ambiguousInvertible += isComposable ? 0 : 1
    } else if isComposable {
      // The converse: else clean would query the source without need.
      #expect(!comesBack, message("smudge said that clean does not undo it"))
      tally.composableNotInvertible += 1
    }
    if !comesBack {
      let isAsked = cleaned.map { !$0.summary.roles.isDisjoint(with: [.local, .retired, .ambiguous]) }
      #expect(isAsked ?? true, message("clean does not query the source"))
      tally.leftToTheSource += 1
    }
  }

  @Test func `A NUL after a shorter local text is still found`() throws {
    let content = bytes("com.acme.application ") + [UInt8](repeating: 0x20, count: 7978) + [0]
    let munger = Munger(Plan(PlanRule("com.acme.application", "a.b")))
    #expect(content.lastIndex(of: 0) == 7999, "the last offset at which git looks for one")
    #expect(difference(try munger.smudge(content), content) == nil, "binary, at any offset of the NUL")
    let further: [UInt8] = content.dropLast() + [0x20, 0]
    #expect(difference(try munger.smudge(further), further) == nil, "smudged it would be within git's first 8000 bytes")
    #expect(difference(try munger.clean(munger.smudge(further)), further) == nil)
  }

  @Test func `A watched text does not hide others`() throws {
    // As a match, `com.bnr.UTM` would hide `com.bnr` from clean.
    let munger = Munger(Plan(PlanRule("com.utmapp", "com.bnr", watched: ["com.bnr.UTM"])))
    let (smudged, summary) = try munger.transform.smudge(bytes("com.utmapp.UTM"))
    #expect(summary.isInvertible)
    #expect(difference(try munger.clean(smudged), bytes("com.utmapp.UTM")) == nil)
  }
}
