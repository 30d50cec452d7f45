package import Platform

/// A plan compiled for matching: the matchers for all its texts, and their meanings.
///
/// Canonical, local, retired and excepted texts are matched in both directions. A match that a direction does not
/// replace hides the texts that it contains: with `app` to `app.dev`, smudge leaves an `app.dev` in the blob as it is
/// and does not make `app.dev.dev` of it.
package struct CompiledPlan: Sendable {
  /// The patterns of the rules for all content.
  package let patterns: PatternSet
  /// The patterns of the rules with keys; `nil` if there are none.
  package let keyed: PatternsByKey?
  /// The texts that are reported and not replaced; `nil` if there are none.
  let reportOnly: PatternSet?
  /// The texts of `reportOnly` that are reported; its other texts only hide those that they contain.
  let reported: Matcher?
  /// Whether the output of clean can have a local text that its input does not have.
  let cleanCanFormTexts: Bool
  package let rules: [PlanRule]

  /// The search of the filter and of reports.
  var walk: PlanWalk { PlanWalk(patterns, keyed) }

  package init(_ plan: Plan) {
    let rules = plan.rules.enumerated().map { (index: $0, rule: $1) }
    patterns = PatternSet(rules.filter { $0.rule.keyed == nil })
    keyed = PatternsByKey(rules)
    reportOnly = PatternSet.reportOnly(rules, excluding: patterns.matcher.texts)
    reported = reportOnly.map { Matcher($0.texts(.foreign)) }
    cleanCanFormTexts = AmbiguityAnalysis.cleanCanFormTexts(plan.rules)
    self.rules = plan.rules
  }

  /// The texts that must not be committed, current and former.
  package var localTexts: [[UInt8]] {
    patterns.texts(.foreign) + (reportOnly?.texts(.foreign) ?? [])
      + rules.filter { $0.keyed != nil }.flatMap(\.localTexts)
  }

  /// The transform for a path; `nil` is a path that git did not send.
  package func transform(for path: Path?) -> Transform {
    if let path, Exclusion.isExcluded(path) { return Transform(self, nil) }
    let subject = rules.allSatisfy { $0.paths.isEmpty } ? nil : path.map(PathPattern.Subject.init)
    return Transform(self, rules.map { $0.applies(toSubject: subject) })
  }

  /// The transform with all rules, independent of their paths.
  package var transformOfAllRules: Transform { Transform(self, []) }
}
