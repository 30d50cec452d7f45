import Platform
import Testing
import TestSupport

@testable import Smudge

/// The promise that clean undoes smudge, on random plans and contents.
struct RoundTripLawTests {
  private static let plans = 240
  private static let contentsPerPlan = 100

  /// How often each kind of case came about: a law that is never put to the test proves nothing.
  private struct Tally {
    var inverted = 0
    var composableNotInvertible = 0
    var ambiguousInvertible = 0
    var leftToTheSource = 0
  }

  @Test func `A blob comes back by bytes where smudge says so, and elsewhere clean asks the source`() throws {
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
    let (smudged, summary) = try transform.apply(.smudge, to: content)
    let cleaned = try? transform.apply(.clean, to: smudged)
    let comesBack = cleaned?.bytes == content
    if summary.isInvertible {
      #expect(comesBack, message("smudge said that clean undoes it"))
      tally.inverted += 1
      tally.ambiguousInvertible += isComposable ? 0 : 1
    } else if isComposable {
      // The other direction: else the source would be asked for nothing.
      #expect(!comesBack, message("smudge said that clean does not undo it"))
      tally.composableNotInvertible += 1
    }
    if !comesBack {
      let isAsked = cleaned.map { !$0.summary.roles.isDisjoint(with: [.local, .retired, .ambiguous]) }
      #expect(isAsked ?? true, message("clean sees no reason to ask the source"))
      tally.leftToTheSource += 1
    }
  }

  /// The texts that bytes alone could not tell apart when this was designed.
  @Test(arguments: [
    (Plan(PlanRule("com.utmapp", "com.bnr", retired: ["com.bnr.UTM"])), "com.utmapp.UTM"),
    (Plan(PlanRule("com.acme", "dev.me"), PlanRule("com.acme.ios", "dev.me.app")), "com.acme.app"),
    (Plan(PlanRule("a", "b.b")), "b.a"),
    // An excepted text that smudging makes.
    (Plan(PlanRule("a.a", "a", excepts: ["a.a.b"])), "a.a.a.b"),
    (Plan(PlanRule("a", "x.y", excepts: ["w.x"])), "w.a"),
  ])
  func `Where bytes do not lead back, smudge says so and clean asks the source`(plan: Plan, content: String) throws {
    let munger = Munger(plan)
    let (smudged, summary) = try munger.transform.apply(.smudge, to: bytes(content))
    #expect(!summary.isInvertible, "\(plan.words)")
    let (cleaned, seen) = try munger.transform.apply(.clean, to: smudged)
    #expect(cleaned != bytes(content), "else there is nothing to show here")
    #expect(!seen.roles.isDisjoint(with: [.local, .retired, .ambiguous]), "\(plan.words)")
  }

  @Test func `A NUL far behind is still there when a shorter local text has moved it`() throws {
    let content = bytes("com.acme.application ") + [UInt8](repeating: 0x20, count: 7978) + [0]
    let munger = Munger(Plan(PlanRule("com.acme.application", "a.b")))
    #expect(content.lastIndex(of: 0) == 7999, "the last place where git itself looks for one")
    #expect(difference(try munger.smudge(content), content) == nil, "binary, wherever the NUL is")
    let further: [UInt8] = content.dropLast() + [0x20, 0]
    #expect(difference(try munger.smudge(further), further) == nil, "smudged it would lie within git's first 8000")
    #expect(difference(try munger.clean(munger.smudge(further)), further) == nil)
  }

  @Test func `A watched text shields nothing`() throws {
    // As a token, `com.bnr.UTM` would keep clean from taking `com.bnr` back.
    let munger = Munger(Plan(PlanRule("com.utmapp", "com.bnr", watched: ["com.bnr.UTM"])))
    let (smudged, summary) = try munger.transform.apply(.smudge, to: bytes("com.utmapp.UTM"))
    #expect(summary.isInvertible)
    #expect(difference(try munger.clean(smudged), bytes("com.utmapp.UTM")) == nil)
  }
}
