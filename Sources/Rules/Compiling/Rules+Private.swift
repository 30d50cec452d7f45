import Platform

// Committed and private rules together: what a commit says wins, so no text has two rules.
extension Rules {
  /// The committed rules, and those private rules whose texts they do not have.
  ///
  /// A private rule all of whose texts the committed rules have is left out; one that they have in part is an error. A
  /// committed rule without `key` has its text everywhere; one with keys has it in their values. For example, with a
  /// committed rule for `com.acme.app`, a private rule for the same text is left out, and one for `com.acme.team`
  /// stays.
  package func with(private own: Rules) throws(RulesError) -> Rules {
    var all = self
    all.origin = .both
    all.attributes = own.attributes
    all.replaced = []
    for var rule in own.rules {
      if try cover(rule) {
        all.replaced.append(rule.name)
        continue
      }
      // Names are unique, because plans and reports use them.
      if rules.contains(where: { $0.name == rule.name }) { rule.name += " (private)".bytes }
      all.rules.append(rule)
    }
    all.variables += own.variables.filter { variable($0.name) == nil }
    return all
  }

  /// Whether the committed rules have all texts of a private rule; throws if they have a part of them.
  private func cover(_ rule: Rule) throws(RulesError) -> Bool {
    let scopes = rule.covered.flatMap { ScopedText.all($0, rule.keys.isEmpty ? nil : rule.keys) }
    if scopes.allSatisfy({ scope in rules.contains { $0.has(scope) } }) { return true }

    for scope in scopes {
      let committed = rules.first { other in
        other.has(scope) || scope.key == nil && other.covered.contains(scope.text)
      }
      guard let committed else { continue }
      let name = escaped(rule.name)
      let problem =
        "rule '\(escaped(committed.name))' of .gitmunge has a part of what rule '\(name)' covers: "
        + "\(quoted(scope.text)); remove that text, or its keys that .gitmunge has, "
        + "from rule '\(name)', then: git munge install"
      throw RulesError(rule.place, problem, file: rule.file)
    }
    return false
  }
}

extension Rule {
  /// Whether the rule matches the text wherever the scope matches.
  fileprivate func has(_ scope: ScopedText) -> Bool {
    covered.contains(scope.text)
      && (keys.isEmpty || scope.key.map(keys.contains) == true)
  }
}
