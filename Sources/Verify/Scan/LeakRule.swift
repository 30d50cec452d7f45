import Platform
package import Rules
package import Smudge

/// A rule with its compiled parts; it decides which texts belong to the project. A class, because a copy of its many
/// parts for each use would take a tenth of a scan.
package final class LeakRule: Sendable {
  package let rule: Rule
  package let plan: PlanRule
  /// The shape of the local text for each affix, without one first; empty for a local text without variables.
  let shapes: [(shape: LocalShape, affix: Affix)]
  let canonicals: Set<[UInt8]>
  /// The canonical texts with a dot: only these make a longer value one of the project. `Apple Development` in
  /// `Apple Development: Fred` does not.
  private let names: [[UInt8]]
  private let namePlaces: WholeWordSearch
  private let forms: IdentifierForms
  private let excepts: WholeWordSearch
  /// Whether local texts continue the last word of a canonical text, as `com.acme.app-${handle}` does: then a text that
  /// continues it can be a local one.
  private let isExtending: Bool

  init(_ rule: Rule, _ plan: PlanRule, _ rules: Rules) {
    self.rule = rule
    self.plan = plan
    shapes = rule.affixes.compactMap { affix in LocalShape(rule.local, affix: affix, rules).map { ($0, affix) } }
    canonicals = Set(rule.covered)
    names = canonicals.filter { $0.contains(.dot) }
    namePlaces = WholeWordSearch(names)
    forms = IdentifierForms(of: rule, rules)
    excepts = WholeWordSearch(rule.excepts)
    let beginning = shapes.first?.shape.beginning ?? []
    isExtending = rule.covered.contains { beginning.continues($0, inWord: true) }
  }

  /// Whether a `path` of the rule names the file, not only its directory: `*.plist`, not `App/*`.
  func names(_ path: Path) -> Bool {
    guard let pattern = plan.paths.last(where: { $0.covers(path) }), pattern.effect == .applies,
      let last = pattern.text.split(separator: .slash).last
    else { return false }
    return last.contains { $0 != .asterisk } && PathPattern(Array(last)).covers(path.name)
  }

  /// Whether a `path` line keeps the rule from a file.
  func excludes(_ path: Path) -> Bool { plan.paths.last { $0.covers(path) }?.effect == .excluded }

  /// Whether other values of a key are reported.
  func checks(_ key: [UInt8]) -> Bool { rule.checkedKeys.contains(key) }

  /// Whether the rule applies to the values of a key by name, or checks them.
  package func concerns(_ key: [UInt8]) -> Bool { rule.keys.contains(key) || checks(key) }

  /// Whether a value of one of its keys belongs to the project.
  func knows(_ value: [UInt8]) -> Bool { holdsCanonical(value) || lists(value) }

  /// Whether a text is one of the rule as it is, or has one of its exceptions.
  func lists(_ text: [UInt8]) -> Bool {
    canonicals.contains(text) || plan.pairs.contains { $0.local == text } || excepts.occur(in: text)
  }

  /// Whether a value of one of its keys is or contains a canonical text.
  package func holdsCanonical(_ value: [UInt8]) -> Bool {
    canonicals.contains(value) || namePlaces.occur(in: value) || names.contains { goesOn(value[...], from: $0) }
  }

  /// Whether a value of one of its keys has the form of a text of the rule: a number is not a bundle id.
  func couldHold(_ value: [UInt8], _ budget: inout SearchBudget) -> Bool {
    // The shape of a variable alone is too general: `1.0.2` could be a bundle id.
    forms.fit(value) || rule.local.parts.count > 1 && shapes.contains { !$0.shape.ranges(in: value, &budget).isEmpty }
  }

  /// Whether a text of local shape belongs to the project: it begins with a canonical text or an exception.
  func owns(_ text: ArraySlice<UInt8>) -> Bool {
    canonicals.contains { goesOn(text, from: $0) } || rule.excepts.contains { text.starts(with: $0) }
  }

  /// The words that Apple puts before an identifier with a dot: `group.com.acme.app`.
  package static let prefixWords: Set = ["group", "iCloud", "merchant", "pass"]

  /// Whether a text of local shape is a canonical one after a prefix of Apple, such as `group.`.
  func ownsPrefixed(_ text: ArraySlice<UInt8>) -> Bool {
    let word = Array(text.prefix { $0 != .dot })
    return (Self.prefixWords.contains(word.string) || VariableKind.teamID.accepts(word))
      && owns(text.dropFirst(word.count + 1))
  }

  /// Whether a text begins with a canonical one: `com.acme.app.Widget`, `com.acme.appTests`. With the local text
  /// `com.acme.app-${handle}`, `com.acme.app-fred` does not count.
  private func goesOn(_ text: ArraySlice<UInt8>, from canonical: [UInt8]) -> Bool {
    text.continues(canonical, inWord: false)
      || !isExtending && canonical.contains(.dot) && text.continues(canonical, inWord: true)
  }
}

extension Collection<UInt8> {
  /// Whether the bytes begin with a text, and goes on in the same word or not.
  func continues(_ text: some Collection<UInt8>, inWord: Bool) -> Bool {
    !text.isEmpty && starts(with: text) && inWord == dropFirst(text.count).first.map(Boundary.isIdentifier) ?? false
  }
}
