import TestSupport

@testable import Smudge

struct CleanLawTests {
  @Test func `Clean leaves no local text as a whole word, and cleaning again changes nothing`() throws {
    var generator = SeededGenerator(salt: "clean")
    var (cleaned, changed, kinds) = (0, 0, Set<Bool>())
    for _ in 0..<120 {
      let random = RandomPlan(&generator)
      let compiled = random.compiled
      kinds.insert(compiled.cleanCanFormTexts)
      for _ in 0..<60 {
        let path = RandomPlan.paths.randomElement(using: &generator) ?? nil
        let content = random.content(&generator)
        let transform = compiled.transform(for: path)
        guard let once = try? transform.clean(content) else { continue }
        let message = Comment(rawValue: "'\(escaped(once.bytes))' by \(random.words(path, content))")
        checkTokens(compiled, once.bytes, message)
        checkWords(random.plan, once.bytes, message)
        if hasNoTextOfBothKinds(compiled) {
          let twice = try transform.clean(once.bytes).bytes
          #expect(difference(twice, once.bytes) == nil, message)
        }
        (cleaned, changed) = (cleaned + 1, changed + (once.bytes == content ? 0 : 1))
      }
    }
    #expect(kinds.count == 2, "one pass has to be enough for some of the plans")
    #expect(cleaned > 6000 && changed > 1200, "most contents have to be cleaned, and many changed")
  }

  /// Except texts that are canonical too.
  private func checkTokens(_ compiled: CompiledPlan, _ content: [UInt8], _ message: Comment) {
    let left = compiled.matches(in: content).filter {
      $0.fit == .token && !$0.roles.isDisjoint(with: [.local, .retired]) && !$0.roles.contains(.canonical)
    }
    #expect(left.isEmpty, message)
  }

  /// No local text is found by a search for it alone, except inside of a text of the project, and outside the keys of
  /// its rule.
  private func checkWords(_ plan: Plan, _ content: [UInt8], _ message: Comment) {
    let projects = Set(plan.rules.flatMap { $0.pairs.map(\.canonical) + $0.excepts }).subtracting([[]])
    let kept = projects.flatMap { places(of: $0, in: content) }
    let rules = plan.rules.filter { $0.keyed == nil }
    let locals = rules.flatMap { $0.pairs.compactMap(\.replacement) + $0.retired.map(\.text) }
    for place in locals.flatMap({ places(of: $0, in: content) }) {
      #expect(kept.contains { $0.clamped(to: place) == place }, message)
    }
  }

  private func places(of text: [UInt8], in content: [UInt8]) -> [Range<Int>] {
    content.indices.filter { content[$0...].starts(with: text) }.map { $0..<$0 + text.count }
      .filter { NaiveMatcher.standsAlone($0, content) }
  }

  private func hasNoTextOfBothKinds(_ compiled: CompiledPlan) -> Bool {
    Set(compiled.localTexts).isDisjoint(with: compiled.rules.flatMap { $0.pairs.map(\.canonical) })
  }

  @Test func `An idle plan is the identity both ways`() throws {
    var generator = SeededGenerator(salt: "idle")
    var count = 0
    while count < 400 {
      let random = RandomPlan(&generator)
      let rules = random.plan.rules.map { rule in
        var rule = rule
        let pairs = rule.pairs.map { TextPair(canonical: $0.canonical, local: generator.oneIn(2) ? nil : $0.canonical) }
        (rule.pairs, rule.retired) = (pairs, [])
        return rule
      }
      let plan = Plan(withCertainty: rules)
      #expect(plan.isIdle)
      for path in RandomPlan.paths {
        let (transform, content) = (CompiledPlan(plan).transform(for: path), random.content(&generator))
        for direction in Direction.allCases {
          let (result, summary) = try transform.apply(direction, to: content)
          #expect(difference(result, content) == nil, "\(direction) by \(plan.words); \(TestSeed.note)")
          #expect(summary.replacements == 0)
        }
        count += 1
      }
    }
  }
}
