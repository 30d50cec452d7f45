import Smudge

/// Adds the local texts of the previous plan as former texts, so that a late save of an editor cannot leak them.
struct FormerLocalTexts {
  private let formers: [FormerText]

  init(_ previous: Plan, now: Int64) {
    formers = previous.rules.flatMap { rule in
      let current = rule.pairs.compactMap { pair in
        pair.replacement.map { RetiredText(text: $0, canonical: pair.canonical, since: now) }
      }
      let watched = rule.watched.map { RetiredText(text: $0, canonical: $0, since: now) }
      return (current + rule.retired + watched).map { FormerText(rule: rule.name, keyed: rule.keyed, text: $0) }
    }
  }

  func applied(to plan: Plan) -> Plan {
    var (plan, seen) = (plan, ScopedText.all(in: plan))
    for former in formers {
      let free = former.scopes.filter { seen.insert($0).inserted }
      if free.isEmpty { continue }
      let former = former.narrowed(to: free.compactMap(\.key))
      let index = plan.rules.firstIndex(where: former.belongs) ?? add(former, to: &plan)
      keep(former.text, in: &plan, index)
    }
    return plan
  }

  /// Adds a rule for a former text whose rule was removed or has other keys now: clean still replaces the text.
  private func add(_ former: FormerText, to plan: inout Plan) -> Int {
    let isElsewhere = plan.rules.contains { $0.name == former.rule }
    let keyed = former.keyed.map { isElsewhere ? KeyScope(keys: $0.keys, extent: $0.extent) : $0 }
    plan.rules.append(PlanRule(name: former.rule, pairs: [], keyed: keyed))
    return plan.rules.count - 1
  }

  private func keep(_ text: RetiredText, in plan: inout Plan, _ index: Int) {
    // A watched text stays watched: its canonical text is no longer known.
    if text.text == text.canonical || collides(text, in: index, of: plan) {
      plan.rules[index].watched.append(text.text)
    } else {
      plan.rules[index].retired.append(text)
    }
  }

  /// Whether clean could confuse the text with another one. The whole value of a key cannot overlap another text.
  private func collides(_ text: RetiredText, in index: Int, of plan: Plan) -> Bool {
    let rule = plan.rules[index]
    if rule.keyed?.extent == .whole { return false }
    var plan = plan
    plan.rules = plan.rules.map { $0.meets(rule) ? $0 : PlanRule(name: $0.name, pairs: []) }
    return AmbiguityAnalysis.collides(text, in: index, of: plan)
  }
}

/// A former local text, with its rule and keys.
private struct FormerText {
  let rule: [UInt8]
  let keyed: KeyScope?
  package let text: RetiredText

  var scopes: [ScopedText] {
    guard let keyed else { return [ScopedText(text: text.text, key: nil, extent: nil)] }
    return keyed.keys.map { ScopedText(text: text.text, key: $0, extent: keyed.extent) }
  }

  /// The same for fewer keys: those in which the text has no other meaning now.
  func narrowed(to keys: [[UInt8]]) -> FormerText {
    let scope = keyed.map { KeyScope(keys: keys, extent: $0.extent, onInsert: $0.onInsert) }
    return FormerText(rule: rule, keyed: scope, text: text)
  }

  /// Whether a rule has this name and the same keys.
  func belongs(to rule: PlanRule) -> Bool {
    rule.name == self.rule && rule.keyed?.extent == keyed?.extent
      && rule.keyed.map { Set($0.keys) } == keyed.map { Set($0.keys) }
  }
}

/// A text and where it matches: in the values of a key, or as a word anywhere.
private struct ScopedText: Hashable {
  package let text: [UInt8]
  let key: [UInt8]?
  let extent: KeyScope.Extent?

  /// All texts of a plan with their scopes.
  static func all(in plan: Plan) -> Set<ScopedText> {
    Set(plan.rules.flatMap { rule in rule.pairs.flatMap { all($0, rule.keyed) } })
  }

  private static func all(_ pair: TextPair, _ keyed: KeyScope?) -> [ScopedText] {
    let texts = [pair.canonical, pair.replacement ?? pair.canonical]
    guard let keyed else { return texts.map { ScopedText(text: $0, key: nil, extent: nil) } }
    return keyed.keys.flatMap { key in
      // A canonical text of a key is never a former text there, neither as the whole value nor as a part of it.
      KeyScope.Extent.allCases.map { ScopedText(text: pair.canonical, key: key, extent: $0) }
        + (pair.canonical.isEmpty ? KeyScope.Extent.allCases : [keyed.extent]).flatMap { extent in
          texts.map { ScopedText(text: $0, key: key, extent: extent) }
        }
    }
  }
}
