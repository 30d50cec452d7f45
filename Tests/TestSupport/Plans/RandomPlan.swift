@testable package import Smudge

/// Plans and contents from a few words, so that texts overlap in every way.
package struct RandomPlan {
  package let plan: Plan
  private let words: [String]
  private let texts: [[UInt8]]

  package var compiled: CompiledPlan { CompiledPlan(plan) }

  package init(_ generator: inout SeededGenerator) {
    let sets = [["a", "b"], ["a", "b", "c"], ["a", "b", "ab", "a-b"], ["a", "b", "c", "d", "e"]]
    let (words, most) = (sets.randomElement(using: &generator) ?? [], Int.random(in: 1...4, using: &generator))
    func text(_ more: String..., upTo most: Int = most) -> String {
      (0..<Int.random(in: 1...most, using: &generator)).map { _ in (words + more).randomElement(using: &generator) ?? ""
      }.joined(separator: ".")
    }
    func local(of canonical: String) -> String? {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: nil
      case 1: canonical
      case 2: canonical + ".d"
      case 3: "e." + canonical
      default: text("x", "y")
      }
    }
    /// A rule restricted to one of two keys; its texts match a whole value or a part of it.
    func keyedRule() -> PlanRule {
      let canonicals = Set((generator.oneIn(3) ? [1, 2] : [1]).map { _ in generator.oneIn(6) ? "" : text() }).sorted()
      let local = local(of: canonicals[0]).flatMap { canonicals.contains($0) ? nil : $0 }
      let isPart = canonicals.count == 1 && !canonicals[0].isEmpty && generator.oneIn(2)
      let (key, onInsert) = (generator.oneIn(2) ? "K" : "L", generator.oneIn(3) ? KeyScope.OnInsert.drop : .keep)
      return PlanRule(
        name: bytes("keyed"), pairs: canonicals.map { TextPair(canonical: bytes($0), local: local.map(bytes)) },
        keyed: KeyScope(keys: [bytes(key)], extent: isPart ? .part : .whole, onInsert: onInsert))
    }
    func rule() -> PlanRule {
      if generator.oneIn(4) { return keyedRule() }
      let (canonical, other) = (text(), text(upTo: 2))
      return PlanRule(
        canonical, local(of: canonical), prefixes: generator.oneIn(4) ? ["p-"] : [],
        suffixes: generator.oneIn(4) ? ["T"] : [],
        retired: generator.oneIn(3) ? [text("z")] : [], watched: generator.oneIn(4) ? [text("x")] : [],
        excepts: generator.oneIn(4) ? [generator.oneIn(2) ? "\(canonical).\(other)" : "\(other).\(canonical)"] : [],
        paths: generator.oneIn(3) ? [["f", "/d/", "!f", "*"].randomElement(using: &generator) ?? ""] : [],
        exceptKeys: generator.oneIn(4) ? ["K"] : [])
    }
    var rules: [PlanRule] = []
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let new = rule()
      // An installation refuses a rule with a canonical text that another rule has under the same key.
      let isRefused = rules.contains { other in
        new.keyed != nil && new.keyed?.keys == other.keyed?.keys
          && !Set(new.pairs.map(\.canonical)).isDisjoint(with: other.pairs.map(\.canonical))
      }
      if !isRefused { rules.append(new) }
    }
    // The same texts for other paths.
    if generator.oneIn(5), let rule = rules.first(where: { $0.keyed == nil }) {
      rules.append(
        PlanRule(name: bytes("twin"), pairs: rule.pairs, paths: rule.paths.isEmpty ? [PathPattern(bytes("f"))] : []))
    }
    (plan, self.words) = (Plan(withCertainty: rules), words)
    texts = rules.flatMap { rule in
      rule.pairs.flatMap { [$0.canonical, $0.local ?? []] } + rule.retired.map(\.text) + rule.excepts + rule.watched
    }
  }

  /// Texts of the plan, including local ones, with words around them.
  package func content(_ generator: inout SeededGenerator, most: Int = 8) -> [UInt8] {
    let separators = [".", ".", ".", ".", " ", "-", ":-", "é", "\n", "\"\n", ""]
    var content: [UInt8] = []
    for _ in 0..<Int.random(in: 0...most, using: &generator) {
      if generator.oneIn(3) {
        content += bytes(["\nK = ", "\nL=", "\n\"K\": \""].randomElement(using: &generator) ?? "")
      }
      let text = generator.oneIn(2) ? texts.randomElement(using: &generator) : nil
      content += text ?? bytes(words.randomElement(using: &generator) ?? "")
      content += bytes(separators.randomElement(using: &generator) ?? "")
    }
    return generator.oneIn(2) ? content.dropLast() : content
  }

  package static let paths: [Path?] = [Path("f"), Path("d/g"), nil]

  package func words(_ path: Path?, _ content: [UInt8]) -> String {
    "\(plan.words) on '\(escaped(content))' at \(path.map { "\($0)" } ?? "no path"); \(TestSeed.note)"
  }
}
