package import Platform

/// All texts of a plan and what each one means, compiled for matching.
///
/// Canonical, local, retired and excepted texts are all tokens in both directions. Those that a
/// direction does not replace are fixed points, so that a local text which contains its canonical
/// does not grow, and an excepted text shields what it contains.
package struct CompiledPlan: Sendable {
  /// What meeting a text in content says about that content.
  package struct Roles: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let canonical = Roles(rawValue: 1)
    /// What this working tree shows now.
    package static let local = Roles(rawValue: 2)
    /// What it showed once.
    package static let retired = Roles(rawValue: 4)
    /// What it showed once, and cannot be taken back by bytes.
    package static let watched = Roles(rawValue: 8)
    /// A text of a rule whose clean asks the source.
    package static let ambiguous = Roles(rawValue: 16)
    /// A text that takes the source to come back as it was: of several canonical ones, say, or in other quotes.
    package static let sourced = Roles(rawValue: 32)
    /// A local text that stands for one of several canonical ones.
    package static let several = Roles(rawValue: 64)
    /// A local text of a rule with keys, where it is not the value of one of them.
    package static let outsideKey = Roles(rawValue: 128)

    /// A text that must not reach the repository.
    package static let foreign: Roles = [.local, .retired, .watched, .outsideKey]
    /// What has clean ask the source.
    static let asking: Roles = [.local, .retired, .ambiguous, .sourced]
  }

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
