import Smudge

// The local texts of the previous plan stay as former texts, so that a late save of an editor cannot leak them.
extension Plan {
  /// The plan with the local texts of another one as former texts.
  func keepingTexts(of previous: Plan) -> Plan {
    var plan = self
    var seen = Set(
      rules.flatMap { rule in
        rule.pairs.flatMap { ScopedText.all($0, rule.keyed) }
      })

    for rule in previous.rules {
      let current = rule.pairs.compactMap { pair in
        pair.replacement.map { RetiredText(text: $0, canonical: pair.canonical) }
      }
      let watched = rule.watched.map { RetiredText(text: $0, canonical: $0) }

      for text in current + rule.retired + watched {
        let free = ScopedText.all(text.text, rule.keyed?.keys, rule.keyed?.extent)
          .filter { seen.insert($0).inserted }
        if free.isEmpty { continue }

        // Without the keys in which the text has another meaning now.
        let keyed = rule.keyed.map { scope in
          KeyScope(keys: free.compactMap(\.key), extent: scope.extent, onInsert: scope.onInsert)
        }
        plan.keep(text, of: rule.name, keyed)
      }
    }
    return plan
  }

  /// Adds a former text to the rule with its name and keys, or to a new one.
  private mutating func keep(_ text: RetiredText, of name: [UInt8], _ keyed: KeyScope?) {
    let keys = keyed.map { Set($0.keys) }
    let index =
      rules.firstIndex { rule in
        rule.name == name
          && rule.keyed?.extent == keyed?.extent
          && rule.keyed.map { Set($0.keys) } == keys
      } ?? rules.count

    if index == rules.count {
      // Clean still replaces a text whose rule was removed or has other keys now.
      let isElsewhere = rules.contains { $0.name == name }
      let scope = keyed.map { isElsewhere ? KeyScope(keys: $0.keys, extent: $0.extent) : $0 }
      rules.append(PlanRule(name: name, pairs: [], keyed: scope))
    }

    // A watched text stays watched: its canonical text is no longer known.
    let isWatched = text.text == text.canonical || collides(text, in: index)
    if isWatched {
      rules[index].watched.append(text.text)
    } else {
      rules[index].retired.append(text)
    }
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
