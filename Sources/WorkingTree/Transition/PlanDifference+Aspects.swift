package import Smudge

// What is otherwise about a rule, key by key.

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
  /// Whether the order of its lines means something.
  fileprivate var isOrdered: Bool {
    switch self {
    case .canonical, .local, .onInsert, .path: true
    case .key, .suffix, .except: false
    }
  }
}

extension PlanRule {
  /// As the rules file has them, but for the local text, which has the values of variables in it; none without those.
  fileprivate func values(of key: RulesFile.RuleKey) -> [[UInt8]] {
    switch key {
    case .canonical: canonicals
    case .local: pairs.first?.local.map { [$0] } ?? []
    case .key: keyed?.keys ?? []
    case .onInsert: [Array((keyed?.onInsert ?? .keep).rawValue.utf8)]
    case .suffix: suffixes
    case .except: excepts
    case .path: paths.map(\.text)
    }
  }
}

extension PlanRule {
  /// What the rule covers, without the suffixes.
  package var canonicals: [[UInt8]] { pairs.prefix(breadth).map(\.canonical) }

  /// What the rule covers behind its canonical texts.
  package var suffixes: [[UInt8]] {
    guard let first = pairs.first else { return [] }
    return stride(from: breadth, to: pairs.count, by: breadth).map { index in
      Array(pairs[index].canonical.dropFirst(first.canonical.count))
    }
  }

  /// How many pairs there are for each suffix.
  private var breadth: Int {
    guard keyed?.extent == .whole, !pairs.contains(where: { $0.canonical.isEmpty }) else {
      return keyed?.extent == .whole ? pairs.count : 1
    }
    return pairs.indices.dropFirst().first { pairs.count % $0 == 0 && repeats(behind: $0) } ?? pairs.count
  }

  /// Whether the first `count` pairs come again and again, each time with a suffix.
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
