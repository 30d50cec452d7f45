public import Platform

/// All texts of a plan and what each one means, compiled for matching.
///
/// Canonical, local, retired and excepted texts are all tokens in both directions. Those that a
/// direction does not replace are fixed points, so that a local text which contains its canonical
/// does not grow, and an excepted text shields what it contains.
public struct CompiledPlan: Sendable {
  /// What meeting a text in content says about that content.
  public struct Roles: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let canonical = Roles(rawValue: 1)
    /// What this working tree shows now.
    public static let local = Roles(rawValue: 2)
    /// What it showed once.
    public static let retired = Roles(rawValue: 4)
    /// What it showed once, and cannot be taken back by bytes.
    public static let watched = Roles(rawValue: 8)
    /// A text of a rule whose clean asks the source.
    public static let ambiguous = Roles(rawValue: 16)
    /// A text that takes the source to come back as it was: of several canonical ones, say, or in other quotes.
    public static let sourced = Roles(rawValue: 32)
    /// A local text that stands for one of several canonical ones.
    public static let several = Roles(rawValue: 64)
    /// A local text of a rule with keys, where it is not the value of one of them.
    public static let outsideKey = Roles(rawValue: 128)

    /// A text that must not reach the repository.
    public static let foreign: Roles = [.local, .retired, .watched, .outsideKey]
    /// What has clean ask the source.
    static let asking: Roles = [.local, .retired, .ambiguous, .sourced]
  }

  /// Of the rules for all content.
  let patterns: PatternSet
  /// `nil` where no rule has keys.
  let keyed: KeyPatterns?
  /// `nil` where no text is only reported.
  let reportOnly: PatternSet?
  public let rules: [PlanRule]

  public init(_ plan: Plan) {
    let rules = plan.rules.enumerated().map { (index: $0, rule: $1) }
    patterns = PatternSet(rules.filter { $0.rule.keyed == nil })
    keyed = KeyPatterns(rules)
    reportOnly = PatternSet.reportOnly(rules, besides: patterns.matcher.texts)
    self.rules = plan.rules
  }

  /// The texts that must not reach the repository, present and former.
  public var localTexts: [[UInt8]] {
    patterns.texts(.foreign) + (reportOnly?.texts(.foreign) ?? []) + rules.filter { $0.keyed != nil }.flatMap(\.localTexts)
  }

  /// What is done to the content of one path; `nil` for a path that git did not tell.
  public func transform(for path: Path?) -> Transform {
    if let path, Exclusion.isExcluded(path) { return Transform(compiled: self, scope: .nothing) }
    return Transform(compiled: self, scope: .rules(rules.map { $0.applies(to: path) }))
  }

  /// What is done where every rule applies, whatever its paths.
  public var transformOfAllRules: Transform { Transform(compiled: self, scope: .rules([])) }
}
