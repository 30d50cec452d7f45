package import Platform

/// All texts of a plan and what each one means, compiled for matching.
///
/// Canonical, local, retired and excepted texts are all tokens in both directions. Those that a
/// direction does not replace are fixed points, so that a local text which contains its canonical
/// does not grow, and an excepted text shields what it contains.
package struct CompiledPlan: Sendable {
  /// Of the rules for all content.
  let patterns: PatternSet
  /// `nil` where no rule has keys.
  let keyed: KeyPatterns?
  /// `nil` where no text is only reported.
  let reportOnly: PatternSet?
  package let rules: [PlanRule]

  package init(_ plan: Plan) {
    let rules = plan.rules.enumerated().map { (index: $0, rule: $1) }
    patterns = PatternSet(rules.filter { $0.rule.keyed == nil })
    keyed = KeyPatterns(rules)
    reportOnly = PatternSet.reportOnly(rules, besides: patterns.matcher.texts)
    self.rules = plan.rules
  }

  /// The texts that must not reach the repository, present and former.
  package var localTexts: [[UInt8]] {
    patterns.texts(.foreign) + (reportOnly?.texts(.foreign) ?? []) + rules.filter { $0.keyed != nil }.flatMap(\.localTexts)
  }

  /// What is done to the content of one path; `nil` for a path that git did not tell.
  package func transform(for path: Path?) -> Transform {
    if let path, Exclusion.isExcluded(path) { return Transform(compiled: self, scope: .nothing) }
    return Transform(compiled: self, scope: .rules(rules.map { $0.applies(to: path) }))
  }

  /// What is done where every rule applies, whatever its paths.
  package var transformOfAllRules: Transform { Transform(compiled: self, scope: .rules([])) }
}
