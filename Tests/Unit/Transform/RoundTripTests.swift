import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of the round trip of a blob through the filter.
struct RoundTripTests {
  private static let path = Path("f")

  @Test(arguments: [
    (Plan(PlanRule("com.acme", "dev.me")), "com.acme.app\n", RoundTrip.RoundTripOutcome.exact),
    (Plan(PlanRule("com.acme", "dev.me")), "nothing\n", .untouched),
    (Plan.idle, "com.acme dev.me\n", .untouched),
    (Plan(PlanRule("com.acme", nil)), "com.acme dev.me\n", .untouched),
    // A local text that the blob already had: only the source determines it.
    (Plan(PlanRule("com.acme", "dev.me")), "dev.me\n", .withSource),
    (Plan(PlanRule("com.acme", "dev.me")), "com.acme dev.me\n", .withSource),
    (Plan(PlanRule("team.one", "mine"), PlanRule("team.two", "mine")), "team.one team.two\n", .withSource),
    // The source is queried, and bytes are enough: an ambiguous rule, and the first of several texts.
    (Plan(PlanRule("team.one", "mine"), PlanRule("team.two", "mine")), "team.one\n", .exact),
    (Plan(PlanRule(keys: ["K"], ["one", "two"], "mine")), "K = one\n", .exact),
    (Plan(PlanRule(keys: ["K"], ["one", "two"], "mine")), "K = two\n", .withSource),
    (Plan(PlanRule(keys: ["K"], ["", "two"], "mine")), "K = \"\"\nK = two\n", .withSource),
    (
      Plan(PlanRule("com.acme", "com.acme.dev"), PlanRule("acme", "acme.dev", suffixes: ["Tests"])), "com.acmeTests\n",
      .withSource
    ),
    // Texts that cannot be distinguished by bytes, also excepted ones that smudge forms.
    (Plan(PlanRule("com.utmapp", "com.bnr", retired: ["com.bnr.UTM"])), "com.utmapp.UTM", .withSource),
    (Plan(PlanRule("com.acme", "dev.me"), PlanRule("com.acme.ios", "dev.me.app")), "com.acme.app", .withSource),
    (Plan(PlanRule("a", "b.b")), "b.a", .withSource), (Plan(PlanRule("a.a", "a", excepts: ["a.a.b"])), "a.a.a.b", .withSource),
    (Plan(PlanRule("a", "x.y", excepts: ["w.x"])), "w.a", .withSource),
    // Content that clean cannot clean by its bytes.
    (
      Plan(PlanRule("app", "app.dev")), "app.dev.dev.dev.dev.dev.dev.dev.dev.dev.dev.dev\n", .withSource
    ),
    (Plan(PlanRule("com.acme", "dev.me", paths: ["/other"])), "com.acme\n", .untouched),
    // A rule for other paths cleans here too.
    (Plan(PlanRule("com.acme", "dev.me", paths: ["/other"])), "dev.me\n", .withSource),
    (Plan(PlanRule("com.acme", "dev.me")), "com.acme\0", .untouched),
  ])
  func `A blob is restored, by its bytes if they are enough`(plan: Plan, blob: String, outcome: RoundTrip.RoundTripOutcome) {
    #expect(RoundTrip(plan).outcome(of: bytes(blob), at: Self.path) == outcome, "\(plan.words)")
  }

  @Test(arguments: [
    ("com.acme.app é\n", "f", RoundTrip.RoundTripOutcome.exact), ("dev.me com.acme\n", "f", .withSource), ("nothing\n", "f", .untouched),
    ("com.acme\n", "d/.gitmunge", .untouched),
  ])
  func `A blob is restored in UTF-16 too, and in a file that is never munged it is unchanged`(
    blob: String, path: String, outcome: RoundTrip.RoundTripOutcome
  ) {
    let trip = RoundTrip(Plan(PlanRule("com.acme", "dev.me")))
    for blob in [bytes(blob), utf16(blob), utf16(blob, .big)] { #expect(trip.outcome(of: blob, at: Path(path)) == outcome) }
  }

  @Test(arguments: [
    // Rules without computed certainty: clean uses bytes where it must not.
    ([PlanRule("com.acme", "dev.me"), PlanRule("com.acme.ios", "dev.me.app")], "com.acme.app\n"),
    ([PlanRule("a.a", "a", excepts: ["a.a.b"])], "a.a.a.b\n"),
  ])
  func `A blob that is not restored is reported`(rules: [PlanRule], blob: String) {
    let judged = RoundTrip(AmbiguityAnalysis.withCertainty(Plan(rules: rules, fingerprint: Digest([]))))
    #expect(judged.outcome(of: bytes(blob), at: Self.path) == .withSource)
    #expect(RoundTrip(Plan(rules: rules, fingerprint: Digest([]))).outcome(of: bytes(blob), at: Self.path) == .lost)
  }

  @Test func `Every blob is restored, with any plan`() {
    var generator = SeededGenerator(salt: "round trips")
    var found: [RoundTrip.RoundTripOutcome: Int] = [:]
    for _ in 0..<200 {
      let random = RandomPlan(&generator)
      let trip = RoundTrip(random.plan)
      for _ in 0..<50 {
        let (path, blob) = (generator.oneIn(2) ? Path("f") : Path("d/g"), random.content(&generator))
        let outcome = trip.outcome(of: blob, at: path)
        #expect(outcome != .lost, "\(random.words(path, blob))")
        found[outcome, default: 0] += 1
      }
    }
    #expect(found.count == 3 && found.values.allSatisfy { $0 > 300 }, "\(found)")
  }
}
