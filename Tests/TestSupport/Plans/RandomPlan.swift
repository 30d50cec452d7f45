package import Platform

@testable package import Smudge

/// Plans and contents from a few words, so that texts overlap in every way.
package struct RandomPlan {
  package let plan: Plan
  private let words: [String]
  private let texts: [[UInt8]]

  package var compiled: CompiledPlan { CompiledPlan(plan) }

  package init(_ generator: inout SeededGenerator) {
    let sets = [["a", "b"], ["a", "b", "c"], ["a", "b", "ab", "a-b"], ["a", "b", "c", "d", "e"]]
    let words = sets.randomElement(using: &generator) ?? []
    let most = Int.random(in: 1...4, using: &generator)
    var rules: [PlanRule] = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
      RandomPlan.rule(words, most, &generator)
    }.reduce(into: []) { if !RandomPlan.conflicts($1, with: $0) { $0.append($1) } }
    if generator.oneIn(5), let twin = rules.first(where: { $0.keyed == nil }).map(RandomPlan.twin) { rules.append(twin) }
    plan = Plan(withCertainty: rules)
    texts = plan.rules.flatMap(RandomPlan.texts)
    self.words = words
  }

  /// A rule with the same texts for other paths.
  private static func twin(of rule: PlanRule) -> PlanRule {
    PlanRule(name: bytes("twin"), pairs: rule.pairs, paths: rule.paths.isEmpty ? [PathPattern(bytes("f"))] : [])
  }

  private static func texts(of rule: PlanRule) -> [[UInt8]] {
    let pairs = rule.pairs.flatMap { [$0.canonical, $0.local ?? []] }
    return pairs + rule.retired.map(\.text) + rule.excepts + rule.watched
  }

  private static func rule(_ words: [String], _ most: Int, _ generator: inout SeededGenerator) -> PlanRule {
    if generator.oneIn(4) { return keyedRule(words, most, &generator) }
    let canonical = text(words, most, &generator)
    let other = text(words, 2, &generator)
    return PlanRule(
      canonical, local(of: canonical, words, most, &generator),
      prefixes: generator.oneIn(4) ? ["p-"] : [], suffixes: generator.oneIn(4) ? ["T"] : [],
      retired: generator.oneIn(3) ? [text(words + ["z"], most, &generator)] : [],
      watched: generator.oneIn(4) ? [text(words + ["x"], most, &generator)] : [],
      excepts: generator.oneIn(4) ? [generator.oneIn(2) ? "\(canonical).\(other)" : "\(other).\(canonical)"] : [],
      paths: generator.oneIn(3) ? [["f", "/d/", "!f", "*"].randomElement(using: &generator) ?? ""] : [],
      exceptKeys: generator.oneIn(4) ? ["K"] : [])
  }

  /// Whether an installation refuses the rule: another rule has one of its canonical texts under the same key.
  private static func conflicts(_ rule: PlanRule, with others: [PlanRule]) -> Bool {
    others.contains { other in
      rule.keyed != nil && rule.keyed?.keys == other.keyed?.keys
        && !Set(rule.pairs.map(\.canonical)).isDisjoint(with: other.pairs.map(\.canonical))
    }
  }

  /// A rule restricted to one of two keys; its texts match a whole value or a part of it.
  private static func keyedRule(_ words: [String], _ most: Int, _ generator: inout SeededGenerator) -> PlanRule {
    let count = generator.oneIn(3) ? 2 : 1
    let canonicals = Set((0..<count).map { _ in generator.oneIn(6) ? "" : text(words, most, &generator) }).sorted()
    let local = local(of: canonicals[0], words, most, &generator).flatMap { canonicals.contains($0) ? nil : $0 }
    let isPart = canonicals.count == 1 && !canonicals[0].isEmpty && generator.oneIn(2)
    return PlanRule(
      name: bytes("keyed"),
      pairs: canonicals.map { canonical in TextPair(canonical: bytes(canonical), local: local.map { bytes($0) }) },
      keyed: KeyScope(
        keys: [bytes(generator.oneIn(2) ? "K" : "L")], extent: isPart ? .part : .whole,
        onInsert: generator.oneIn(3) ? .drop : .keep))
  }

  private static func local(
    of canonical: String, _ words: [String], _ most: Int, _ generator: inout SeededGenerator
  ) -> String? {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: nil
    case 1: canonical
    case 2: canonical + ".d"
    case 3: "e." + canonical
    default: text(words + ["x", "y"], most, &generator)
    }
  }

  private static func text(_ words: [String], _ most: Int, _ generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...most, using: &generator)).map { _ in words.randomElement(using: &generator) ?? "" }
      .joined(separator: ".")
  }

  /// Texts of the plan, including local ones, with words around them.
  package func content(_ generator: inout SeededGenerator, most: Int = 8) -> [UInt8] {
    let separators = [".", ".", ".", ".", " ", "-", "é", "\n", "\"\n", ""]
    var content: [UInt8] = []
    for _ in 0..<Int.random(in: 0...most, using: &generator) {
      if generator.oneIn(3) { content += bytes(["\nK = ", "\nL=", "\n\"K\": \""].randomElement(using: &generator) ?? "") }
      let text = generator.oneIn(2) ? texts.randomElement(using: &generator) : nil
      content += text ?? bytes(words.randomElement(using: &generator) ?? "")
      content += bytes(separators.randomElement(using: &generator) ?? "")
    }
    return generator.oneIn(2) ? content.dropLast() : content
  }

  package static let paths: [Path?] = [Path("f"), Path("d/g"), nil]

  /// One line for messages.
  package func words(_ path: Path?, _ content: [UInt8]) -> String {
    "\(plan.words) on '\(escaped(content))' at \(path.map { "\($0)" } ?? "no path"); \(TestSeed.note)"
  }
}
