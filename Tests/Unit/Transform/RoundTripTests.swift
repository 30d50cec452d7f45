import TestSupport

@testable import Smudge

struct RoundTripTests {
  private static let path = Path("f")

  /// How a blob is restored.
  enum Way: Hashable {
    /// No direction changes anything.
    case untouched
    /// By the bytes alone, or with the source.
    case exact, withSource
  }

  /// The way in which a blob is restored; `nil` if it is not.
  private static func way(_ plan: Plan, _ blob: [UInt8], _ path: Path) throws -> Way? {
    guard RoundTrip(plan).restores(blob, at: path) else { return nil }
    let transform = CompiledPlan(plan).transform(for: path)
    if Exclusion.isExcluded(path) || Exclusion.kind(of: blob) != nil { return .untouched }
    let smudged = try transform.smudge(blob).bytes
    let cleaned = try? transform.clean(smudged).bytes
    if smudged == blob && cleaned == blob { return .untouched }
    return cleaned == blob ? .exact : .withSource
  }

  @Test(arguments: [
    (Plan(PlanRule("com.acme", "dev.me")), "com.acme.app\n", Way.exact),
    (Plan(PlanRule("com.acme", nil)), "com.acme dev.me\n", .untouched),
    // A local text that the blob already had: only the source determines it.
    (Plan(PlanRule("com.acme", "dev.me")), "dev.me\n", .withSource),
    (Plan(PlanRule("team.one", "mine"), PlanRule("team.two", "mine")), "team.one team.two\n", .withSource),
    (Plan(PlanRule(keys: ["K"], ["one", "two"], "mine")), "K = two\n", .withSource),
    (
      Plan(PlanRule("com.acme", "com.acme.dev"), PlanRule("acme", "acme.dev", suffixes: ["Tests"])), "com.acmeTests\n",
      .exact
    ),
    // A text that smudge forms, which covers the start of a local one.
    (Plan(PlanRule("a", "x.y", excepts: ["w.x"])), "w.a", .exact), (Plan(PlanRule("b.a", "a.x")), "b.b.a", .exact),
    // Texts that cannot be distinguished by bytes, also excepted ones that smudge forms.
    (Plan(PlanRule("com.utmapp", "com.bnr", retired: ["com.bnr.UTM"])), "com.utmapp.UTM", .withSource),
    (Plan(PlanRule("com.acme", "dev.me"), PlanRule("com.acme.ios", "dev.me.app")), "com.acme.app", .withSource),
    (Plan(PlanRule("a.a", "a", excepts: ["a.a.b"])), "a.a.a.b", .withSource),
    // Content that clean cannot clean by its bytes.
    (Plan(PlanRule("app", "app.dev")), "app.dev.dev.dev.dev.dev.dev.dev.dev.dev.dev.dev\n", .withSource),
    // A rule for other paths cleans here too.
    (Plan(PlanRule("com.acme", "dev.me", paths: ["/other"])), "dev.me\n", .withSource),
    (Plan(PlanRule("com.acme", "dev.me")), "com.acme\0", .untouched),
  ])
  func `A blob is restored, by its bytes if they are enough`(
    plan: Plan, blob: String, way: Way
  ) throws {
    #expect(try Self.way(plan, bytes(blob), Self.path) == way, "\(plan.words)")
  }

  @Test(arguments: [
    ("com.acme.app é\n", "f", Way.exact), ("dev.me com.acme\n", "f", .withSource),
    ("nothing\n", "f", .untouched),
    ("com.acme\n", "d/.gitmunge", .untouched),
  ])
  func `A blob is restored, and in a file that is never munged it is unchanged`(
    blob: String, path: String, way: Way
  ) throws {
    #expect(try Self.way(Plan(PlanRule("com.acme", "dev.me")), bytes(blob), Path(path)) == way)
  }

  @Test(arguments: [
    // Rules without computed certainty: clean uses bytes where it must not.
    ([PlanRule("com.acme", "dev.me"), PlanRule("com.acme.ios", "dev.me.app")], "com.acme.app\n"),
    ([PlanRule("a.a", "a", excepts: ["a.a.b"])], "a.a.a.b\n"),
  ])
  func `A blob that is not restored is reported`(rules: [PlanRule], blob: String) throws {
    let plan = Plan(rules: rules, fingerprint: Digest([]))
    #expect(try Self.way(AmbiguityAnalysis.withCertainty(plan), bytes(blob), Self.path) == .withSource)
    #expect(!RoundTrip(plan).restores(bytes(blob), at: Self.path))
  }

  @Test func `Every blob is restored, with any plan`() throws {
    var generator = SeededGenerator(salt: "round trips")
    var found: [Way: Int] = [:]
    for _ in 0..<200 {
      let random = RandomPlan(&generator)
      for _ in 0..<50 {
        let (path, blob) = (generator.oneIn(2) ? Path("f") : Path("d/g"), random.content(&generator))
        let way = try #require(try Self.way(random.plan, blob, path), "\(random.words(path, blob))")
        found[way, default: 0] += 1
      }
    }
    #expect(found.count == 3 && found.values.allSatisfy { $0 > 300 }, "\(found)")
  }
}

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
}
