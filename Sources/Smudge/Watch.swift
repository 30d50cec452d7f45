/// Local texts that clean cannot take back where they stand, among all texts that it knows.
///
/// Former ones that collide with a text of today, and those of rules with keys, outside the values of their keys. They
/// are kept apart: as tokens they would shield what they contain, and a local text would pass clean.
struct Watch: Sendable {
  let matcher: Matcher
  /// None for the texts that only shield.
  let traits: [Lexicon.Traits]

  /// `nil` where nothing is watched; `texts`: those of the rules for all content.
  init?(_ plan: Plan, beside texts: [[UInt8]]) {
    let keyed = plan.rules.filter { $0.keyed != nil }
    let canonical = Set(plan.rules.flatMap { $0.pairs.map(\.canonical) + $0.excepts })
    let watched = Set(plan.rules.flatMap(\.watched)).subtracting(texts)
    let outside = Set(keyed.flatMap(\.foreignTexts).filter(Watch.isTellable)).subtracting(canonical.union(texts))
    if watched.isEmpty && outside.isEmpty { return nil }
    let shields = keyed.flatMap { $0.pairs.map(\.canonical) + $0.excepts }.filter { !$0.isEmpty }
    matcher = Matcher(texts + shields + watched + outside)
    traits = matcher.texts.map { watched.contains($0) ? .watched : outside.contains($0) ? .outsideKey : [] }
  }

  var texts: [[UInt8]] { zip(matcher.texts, traits).filter { !$0.1.isEmpty }.map(\.0) }

  /// Shorter ones, and those that do not end with words, are in too many files by chance.
  private static func isTellable(_ text: [UInt8]) -> Bool {
    text.count >= 4 && [text.first, text.last].allSatisfy { $0.map(Boundary.isIdentifier) == true }
  }
}

extension PlanRule {
  /// Its local texts, present and former.
  var foreignTexts: [[UInt8]] { pairs.compactMap(\.replacement) + retired.map(\.text) }
}
