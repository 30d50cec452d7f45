import Engine
import Rules

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
    case .key, .exceptKey, .check, .suffix, .except: false
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
    case .suffix: suffixes
    case .except: excepts
    case .path: paths.map(\.text)
    }
  }
}

extension PlanRule {
  /// The canonical texts, without suffixes.
  package var canonicals: [[UInt8]] { pairs.prefix(breadth).map(\.canonical) }

  /// The suffixes.
  package var suffixes: [[UInt8]] {
    guard let first = pairs.first else { return [] }
    return stride(from: breadth, to: pairs.count, by: breadth).map { index in
      Array(pairs[index].canonical.dropFirst(first.canonical.count))
    }
  }

  /// The number of pairs for each suffix.
  private var breadth: Int {
    guard keyed?.extent == .whole, !pairs.contains(where: { $0.canonical.isEmpty }) else {
      return keyed?.extent == .whole ? pairs.count : 1
    }
    return pairs.indices.dropFirst().first { pairs.count % $0 == 0 && repeats(behind: $0) } ?? pairs.count
  }

  /// Whether the first `count` pairs repeat, each time with a suffix.
  private func repeats(behind count: Int) -> Bool {
    let first = pairs[0].canonical
    return stride(from: count, to: pairs.count, by: count).allSatisfy { start in
      let suffix = pairs[start].canonical.dropFirst(first.count)
      return (0..<count).allSatisfy { pairs[start + $0] == pairs[$0].with(suffix) }
    }
  }
}

extension TextPair {
  fileprivate func with(_ suffix: ArraySlice<UInt8>) -> TextPair {
    TextPair(canonical: canonical + suffix, local: local.map { $0 + suffix })
  }
}
