import Platform
import Smudge

/// What a rule is, with all that is compiled of it: it knows which texts are the project's.
struct KnownRule {
  let rule: Rule
  let plan: PlanRule
  /// For each text that it covers, without a suffix first; none for a local text without variables.
  let shapes: [(shape: LocalShape, suffix: [UInt8])]
  let canonicals: Set<[UInt8]>
  /// With those of other versions of the rules.
  private let known: Set<[UInt8]>
  /// Those by which a longer value is known: others are too short to say so, or words, as in `Apple Development: Fred`.
  private let names: [[UInt8]]
  private let namePlaces: WholeWordSearch
  /// Of other versions of the rules, too.
  private let meant: [[UInt8]]
  private let forms: ValueForms
  private let excepts: WholeWordSearch
  /// Local texts go on from a canonical one, as part of its last word: what does so is not the project's for that.
  private let isExtending: Bool

  /// `rules`: all of them, with their variables.
  init(_ rule: Rule, _ plan: PlanRule, _ rules: Rules, _ formers: FormerTexts = .none) {
    (self.rule, self.plan) = (rule, plan)
    shapes = ([[]] + rule.suffixes).compactMap { suffix in
      LocalShape(rule.local, suffix: suffix, rules).map { ($0, suffix) }
    }
    canonicals = Set(rule.covered)
    known = canonicals.union(formers.canonicals)
    names = known.filter { $0.contains(UInt8(ascii: ".")) }
    namePlaces = WholeWordSearch(names)
    meant = rule.excepts + formers.excepts
    forms = ValueForms(of: rule, rules)
    excepts = WholeWordSearch(meant)
    let beginning = shapes.first?.shape.beginning ?? []
    isExtending = rule.covered.contains { canonical in
      !canonical.isEmpty && beginning.starts(with: canonical)
        && beginning.dropFirst(canonical.count).first.map(Boundary.isIdentifier) ?? false
    }
  }

  /// Whether the rule is for a path by more than the folder that it is in.
  func names(_ path: Path) -> Bool {
    guard let pattern = plan.paths.last(where: { $0.covers(path) }), pattern.effect == .applies,
      let last = pattern.text.split(separator: UInt8(ascii: "/")).last
    else { return false }
    return last.contains { $0 != UInt8(ascii: "*") } && PathPattern(Array(last)).covers(path.name)
  }

  /// Whether a value of one of its keys is the project's.
  func knows(_ value: [UInt8]) -> Bool {
    holdsCanonical(value) || plan.pairs.contains { $0.local == value } || excepts.stand(in: value)
  }

  /// Whether a value of one of its keys is a canonical text, or has one in it.
  func holdsCanonical(_ value: [UInt8]) -> Bool {
    known.contains(value) || namePlaces.stand(in: value) || names.contains { goesOn(value[...], from: $0) }
  }

  /// Whether a value of one of its keys looks like a text of the rule: a number is no developer's bundle id.
  func couldHold(_ value: [UInt8], _ budget: inout SearchBudget) -> Bool {
    // Nothing but a variable fits too much: `1.0.2` could be a bundle id.
    forms.fit(value) || rule.local.parts.count > 1 && shapes.contains { !$0.shape.ranges(in: value, &budget).isEmpty }
  }

  /// Whether a text that could be a local one is a canonical one, one that goes on from there, or meant.
  func owns(_ text: ArraySlice<UInt8>) -> Bool {
    known.contains { goesOn(text, from: $0) } || meant.contains { text.starts(with: $0) }
  }

  /// Whether a text of the shape of its own local ones is its canonical one behind a word that Apple puts there.
  func ownsPrefixed(_ text: ArraySlice<UInt8>) -> Bool { VendorTexts.prefix(of: text).map { owns(text.dropFirst($0)) } ?? false }

  /// `com.acme.app.Widget`, `com.acme.appTests`; but `com.acme.app-fred` may be what `com.acme.app-${handle}` stands for.
  private func goesOn(_ text: ArraySlice<UInt8>, from canonical: [UInt8]) -> Bool {
    guard !canonical.isEmpty, text.starts(with: canonical) else { return false }
    let isInWord = text.dropFirst(canonical.count).first.map(Boundary.isIdentifier) ?? false
    return !isInWord || !isExtending && canonical.contains(UInt8(ascii: "."))
  }
}

/// Identifiers of those who make the systems that projects are built for.
enum VendorTexts {
  private static let beginnings = ["com.android.", "com.apple.", "com.google."].map { Array($0.utf8) }
  private static let prefixes = ["group.", "iCloud.", "merchant.", "pass.", "systemgroup."].map { Array($0.utf8) }

  /// Whether a text is one of theirs.
  static func holds(_ text: ArraySlice<UInt8>) -> Bool { beginnings.contains { text.starts(with: $0) } }

  /// How long the word is that Apple puts before an identifier: `group.`, or the team that an app belongs to.
  static func prefix(of text: ArraySlice<UInt8>) -> Int? {
    if let prefix = prefixes.first(where: { text.starts(with: $0) }) { return prefix.count }
    let team = Array(text.prefix { $0 != UInt8(ascii: ".") })
    return VariableKind.teamID.accepts(team) ? team.count + 1 : nil
  }
}
