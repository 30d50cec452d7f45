// Committed and private rules together: what a commit says wins, so no text has two rules.

import Platform

extension Rules {
  /// The committed rules, and those private rules whose texts they do not have.
  ///
  /// A private rule all of whose texts the committed rules have is left out; one that they have in part is an error.
  /// A committed rule without `key` has its text everywhere; one with keys has it in their values. For example, with a
  /// committed rule for `com.acme.app`, a private rule for the same text is left out, and one for `com.acme.team` stays.
  package func with(private own: Rules) throws(RulesError) -> Rules {
    var all = self
    (all.origin, all.attributes, all.replaced) = (.both, own.attributes, [])
    let names = Set(rules.map(\.name))
    for var rule in own.rules {
      if try cover(rule) {
        all.replaced.append(rule.name)
        continue
      }
      // Names are unique, because plans and reports use them.
      if names.contains(rule.name) { rule.name += Array(" (private)".utf8) }
      all.rules.append(rule)
    }
    all.variables += own.variables.filter { variable($0.name) == nil }
    return all
  }

  /// Whether the committed rules have all texts of a private rule; throws if they have a part of them.
  private func cover(_ rule: Rule) throws(RulesError) -> Bool {
    let scopes = rule.scopes
    if scopes.allSatisfy({ scope in rules.contains { $0.has(scope) } }) { return true }
    for scope in scopes {
      guard let committed = rules.first(where: { $0.hasPart(of: scope) }) else { continue }
      let (name, other) = (escaped(rule.name), escaped(committed.name))
      throw RulesError(
        rule.place,
        "rule '\(other)' of .gitmunge has a part of what rule '\(name)' covers: \(quoted(scope.text)); remove that text, or its keys that .gitmunge has, from rule '\(name)', then: git munge refresh",
        file: rule.file)
    }
    return false
  }
}

/// A canonical text, in the values of a key; `nil`: as a word everywhere.
private struct CanonicalScope: Equatable {
  let text: [UInt8]
  let key: [UInt8]?
}

extension Rule {
  fileprivate var scopes: [CanonicalScope] {
    covered.flatMap { text in
      keys.isEmpty ? [CanonicalScope(text: text, key: nil)] : keys.map { CanonicalScope(text: text, key: $0) }
    }
  }

  /// Whether it has a text in all places of the scope.
  fileprivate func has(_ scope: CanonicalScope) -> Bool {
    guard covered.contains(scope.text) else { return false }
    guard let key = scope.key else { return keys.isEmpty }
    return keys.isEmpty || keys.contains(key)
  }

  /// Whether it has a text in some of the places of the scope.
  fileprivate func hasPart(of scope: CanonicalScope) -> Bool { has(scope) || scope.key == nil && covered.contains(scope.text) }
}
