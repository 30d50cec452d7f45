import Platform
import Smudge

/// Finds texts of the rules that no clean can tell apart by bytes, whoever the developer is.
///
/// What only some values lead to is their developer's affair: an installation tells of it.
public struct AmbiguityCheck {
  /// One for each pair of rules, in their order.
  public let findings: [Finding]

  /// So many ordinary developers are made up.
  static let developers = 8
  /// As many may be spared by chance.
  static let spared = 1

  /// Throws what an installation says where it refuses the rules.
  public init(_ rules: Rules, seed: UInt64) throws(MungeError) {
    let source = DeveloperSource(rules, seed: seed)
    var clashes: [[Clash]] = []
    for number in 1...AmbiguityCheck.developers {
      let plan = try source.developer(number, .plain).plan
      clashes.append(Composability.conflicts(in: plan).map { Clash($0, rules, plan) })
    }
    findings = AmbiguityCheck.common(clashes).map { $0.finding(rules) }
  }

  /// The most frequent clash of each pair of rules that nearly everybody meets.
  private static func common(_ clashes: [[Clash]]) -> [Clash] {
    let pairs = clashes.flatMap { Set($0.map(\.pair)) }.counted
    let counts = clashes.flatMap { Set($0) }.counted
    return pairs.filter { $0.value >= developers - spared }.keys.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { pair in
      clashes.joined().filter { $0.pair == pair }.reduce(Clash?.none) { best, next in
        best.map { counts[$0, default: 0] >= counts[next, default: 0] } ?? false ? best : next
      }
    }
  }
}

/// Two texts that can be mistaken for one another, in the words of the rules file and not of one developer.
private struct Clash: Hashable {
  let text: [UInt8]
  let relation: Composability.Conflict.Kind
  let other: [UInt8]
  /// Of the local text.
  let rule: Int
  /// The rules of both, in order.
  let pair: [Int]

  init(_ conflict: Composability.Conflict, _ rules: Rules, _ plan: Plan) {
    (rule, pair, relation) = (conflict.rules[0], conflict.rules.sorted(), conflict.kind)
    text = rules.rules[conflict.rules[0]].localAsWritten(conflict.text, plan.rules[conflict.rules[0]]) ?? conflict.text
    let (written, planned) = (rules.rules[conflict.rules[1]], plan.rules[conflict.rules[1]])
    let isCommitted = (planned.pairs.map(\.canonical) + planned.excepts).contains(conflict.other)
    other = isCommitted ? conflict.other : written.localAsWritten(conflict.other, planned) ?? conflict.other
  }

  func finding(_ rules: Rules) -> Finding {
    let rule = rules.rules[rule]
    return Finding(
      .ambiguousTexts(text, relation: relation.rawValue, other: other), .warning,
      at: Finding.Location(path: Path(RulesFile.name), line: rule.place.line), rule: rule.name,
      fingerprint: Finding.fingerprint(
        of: [Array(Finding.Kind.ambiguousTexts.rawValue.utf8)] + pair.map { rules.rules[$0].name }))
  }
}

extension Rule {
  /// A local text with its variables instead of their values.
  fileprivate func localAsWritten(_ text: [UInt8], _ planned: PlanRule) -> [UInt8]? {
    // The order of the pairs is that of the plan: for each suffix all canonical texts.
    let index = planned.pairs.firstIndex { $0.replacement == text }
    return index.map { Array(local.description.utf8) + ([[]] + suffixes)[$0 / canonicals.count] }
  }
}
