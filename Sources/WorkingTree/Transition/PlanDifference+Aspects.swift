import Rules
import Smudge

// The differences of a rule, by key.

extension PlanDifference.Aspect {
  static func all(from old: PlanRule, to new: PlanRule) -> [PlanDifference.Aspect] {
    RulesFile.RuleKey.allCases.compactMap { key in
      let (from, to) = (old.values(of: key), new.values(of: key))
      let isSame = key.isOrdered ? from == to : Set(from) == Set(to)
      return isSame ? nil : PlanDifference.Aspect(key: key, from: from, to: to)
    }
  }
}

extension RulesFile.RuleKey {
  /// Whether the order of its lines matters.
  fileprivate var isOrdered: Bool {
    switch self {
    case .canonical, .local, .onInsert, .path: true
    case .key, .exceptKey, .check, .prefix, .suffix, .except: false
    }
  }
}

extension PlanRule {
  /// The values of a key as in the rules file, but the local text with values; empty if a value is missing.
  fileprivate func values(of key: RulesFile.RuleKey) -> [[UInt8]] {
    switch key {
    case .canonical: canonicals
    case .local: pairs.first?.local.map { [$0] } ?? []
    case .key: keyed?.keys ?? []
    case .exceptKey: exceptKeys
    // The filter does not check values, so a plan has no such keys.
    case .check: []
    case .onInsert: [Array((keyed?.onInsert ?? .keep).rawValue.utf8)]
    case .prefix: prefixes
    case .suffix: suffixes
    case .except: excepts
    case .path: paths.map(\.text)
    }
  }
}

extension PlanRule {
  /// The canonical texts, without prefixes and suffixes.
  package var canonicals: [[UInt8]] { pairs.prefix(breadth).map(\.canonical) }
  package var prefixes: [[UInt8]] { affixes.filter(\.suffix.isEmpty).map(\.prefix).filter { !$0.isEmpty } }
  package var suffixes: [[UInt8]] { affixes.filter(\.prefix.isEmpty).map(\.suffix).filter { !$0.isEmpty } }

  /// What the rule adds to its canonical texts, as in the rules file.
  var affixes: [Affix] {
    stride(from: 0, to: pairs.count, by: breadth).compactMap { affix(at: $0) }
  }

  /// What the pair at an index adds to the first one.
  private func affix(at index: Int) -> Affix? {
    let (first, text) = (pairs[0].canonical, pairs[index].canonical)
    guard let range = text.firstRange(of: first) else { return nil }
    return Affix(prefix: Array(text[..<range.lowerBound]), suffix: Array(text[range.upperBound...]))
  }

  /// The number of pairs for each affix.
  private var breadth: Int {
    guard keyed?.extent == .whole, !pairs.contains(where: { $0.canonical.isEmpty }) else {
      return keyed?.extent == .whole ? max(1, pairs.count) : 1
    }
    return pairs.indices.dropFirst().first { pairs.count % $0 == 0 && repeats(behind: $0) } ?? pairs.count
  }

  /// Whether the first `count` pairs repeat, each time with a prefix or a suffix.
  private func repeats(behind count: Int) -> Bool {
    stride(from: count, to: pairs.count, by: count).allSatisfy { start in
      guard let affix = affix(at: start) else { return false }
      return (0..<count).allSatisfy { pairs[start + $0] == pairs[$0].with(affix) }
    }
  }
}

extension TextPair {
  fileprivate func with(_ affix: Affix) -> TextPair {
    TextPair(canonical: affix.around(canonical), local: local.map(affix.around))
  }
}
