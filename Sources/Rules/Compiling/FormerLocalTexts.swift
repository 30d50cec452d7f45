import Smudge

// The local texts of the previous plan stay as former texts, so that a late save of an editor cannot leak them.
extension Plan {
  func keepingTexts(of previous: Plan, now: Int64) -> Plan {
    var plan = self
    var seen = Set(rules.flatMap { rule in rule.pairs.flatMap { ScopedText.all($0, rule.keyed) } })
    for rule in previous.rules {
      let current = rule.pairs.compactMap { pair in
        pair.replacement.map { RetiredText(text: $0, canonical: pair.canonical, since: now) }
      }
      let watched = rule.watched.map { RetiredText(text: $0, canonical: $0, since: now) }
      for text in current + rule.retired + watched {
        let free = ScopedText.all(text.text, rule.keyed?.keys, rule.keyed?.extent).filter { seen.insert($0).inserted }
        if free.isEmpty { continue }
        // Without the keys in which the text has another meaning now.
        let keyed = rule.keyed.map { KeyScope(keys: free.compactMap(\.key), extent: $0.extent, onInsert: $0.onInsert) }
        plan.keep(text, of: rule.name, keyed)
      }
    }
    return plan
  }

  private mutating func keep(_ text: RetiredText, of name: [UInt8], _ keyed: KeyScope?) {
    let keys = keyed.map { Set($0.keys) }
    let index =
      rules.firstIndex { rule in
        rule.name == name && rule.keyed?.extent == keyed?.extent && rule.keyed.map { Set($0.keys) } == keys
      } ?? rules.count
    if index == rules.count {
      // Clean still replaces a text whose rule was removed or has other keys now.
      let isElsewhere = rules.contains { $0.name == name }
      let scope = keyed.map { isElsewhere ? KeyScope(keys: $0.keys, extent: $0.extent) : $0 }
      rules.append(PlanRule(name: name, pairs: [], keyed: scope))
    }
    // A watched text stays watched: its canonical text is no longer known.
    let isWatched = text.text == text.canonical || collides(text, in: index)
    if isWatched { rules[index].watched.append(text.text) } else { rules[index].retired.append(text) }
  }

  /// Whether clean could confuse the text with another one. The whole value of a key cannot overlap another text.
  private func collides(_ text: RetiredText, in index: Int) -> Bool {
    let rule = rules[index]
    if rule.keyed?.extent == .whole { return false }
    var plan = self
    plan.rules = rules.map { $0.meets(rule) ? $0 : PlanRule(name: $0.name, pairs: []) }
    return AmbiguityAnalysis.collides(text, in: index, of: plan)
  }
}

/// A text and where it matches: in the values of a key, or as a word anywhere.
struct ScopedText: Hashable {
  let text: [UInt8]
  let key: [UInt8]?
  let extent: KeyScope.Extent?

  /// One for each key; `nil`: anywhere.
  static func all(_ text: [UInt8], _ keys: [[UInt8]]?, _ extent: KeyScope.Extent? = nil) -> [ScopedText] {
    guard let keys else { return [ScopedText(text: text, key: nil, extent: nil)] }
    return keys.map { ScopedText(text: text, key: $0, extent: extent) }
  }

  fileprivate static func all(_ pair: TextPair, _ keyed: KeyScope?) -> [ScopedText] {
    // A canonical text of a key is never a former text there, neither as the whole value nor as a part of it.
    let canonical = KeyScope.Extent.allCases.flatMap { all(pair.canonical, keyed?.keys, $0) }
    let extents = pair.canonical.isEmpty ? KeyScope.Extent.allCases.map(Optional.some) : [keyed?.extent]
    return canonical + extents.flatMap { all(pair.replacement ?? pair.canonical, keyed?.keys, $0) }
  }
}
