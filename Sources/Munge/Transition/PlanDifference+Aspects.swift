public import Smudge

// What is otherwise about a rule, aspect by aspect.

extension PlanDifference.Aspect {
  var isLocal: Bool {
    switch self {
    case .local: true
    case .canonical, .canonicals, .keys, .onInsert, .suffixes, .excepts, .paths: false
    }
  }

  static func all(from old: PlanRule, to new: PlanRule) -> [PlanDifference.Aspect] {
    let (before, after) = (old.pairs.first, new.pairs.first)
    var aspects = canonicals(from: old, to: new)
    if before?.local != after?.local { aspects.append(.local(from: before?.local, to: after?.local)) }
    aspects += scopes(from: old.keyed, to: new.keyed)
    let suffixes = changes(from: old.suffixes, to: new.suffixes)
    if !suffixes.isNothing { aspects.append(.suffixes(added: suffixes.added, removed: suffixes.removed)) }
    let excepts = changes(from: old.excepts, to: new.excepts)
    if !excepts.isNothing { aspects.append(.excepts(added: excepts.added, removed: excepts.removed)) }
    if old.paths != new.paths {
      aspects.append(.paths(from: old.paths.map(\.text), to: new.paths.map(\.text)))
    }
    return aspects
  }

  private static func canonicals(from old: PlanRule, to new: PlanRule) -> [PlanDifference.Aspect] {
    let (before, after) = (old.canonicals, new.canonicals)
    if before == after { return [] }
    guard old.keyed == nil, new.keyed == nil, let one = before.first, let other = after.first else {
      return [.canonicals(from: before, to: after)]
    }
    return [.canonical(from: one, to: other)]
  }

  private static func scopes(from old: KeyedScope?, to new: KeyedScope?) -> [PlanDifference.Aspect] {
    let (before, after) = (old?.keys ?? [], new?.keys ?? [])
    let (insertBefore, insertAfter) = (old?.onInsert ?? .keep, new?.onInsert ?? .keep)
    return (Set(before) == Set(after) ? [] : [.keys(from: before, to: after)])
      + (insertBefore == insertAfter ? [] : [.onInsert(from: insertBefore, to: insertAfter)])
  }

  private static func changes(
    from old: [[UInt8]], to new: [[UInt8]]
  ) -> (added: [[UInt8]], removed: [[UInt8]], isNothing: Bool) {
    (new.filter { !old.contains($0) }, old.filter { !new.contains($0) }, Set(old) == Set(new))
  }
}

extension PlanRule {
  /// What the rule covers, without the suffixes.
  public var canonicals: [[UInt8]] { pairs.prefix(breadth).map(\.canonical) }

  /// What the rule covers behind its canonical texts.
  public var suffixes: [[UInt8]] {
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
