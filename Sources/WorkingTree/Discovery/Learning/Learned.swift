package import Platform
import Rules
import Verify

/// An identifier that was changed by hand: what a rule munges, and the value for it.
package struct LearnedText: Sendable {
  /// A base, or a team; empty for a team that `HEAD` does not have.
  package let canonical: String
  package let own: String
  package let paths: Set<Path>
  /// Other texts in place of it, which stay edits.
  package let others: [String]

  /// `changes`: edits of words that have it, each with the own text in place of it; `nil` if that is no value for a
  /// rule. `common`: the own text of all teams.
  fileprivate init?(_ canonical: String, _ changes: [(own: String?, edit: WordEdit)], common: String? = nil) {
    guard let own = common ?? changes.compactMap(\.own).mostFrequent else { return nil }
    self.canonical = canonical
    self.own = own
    paths = Set(changes.filter { $0.own == own }.map(\.edit.path))
    others = changes.filter { $0.own != own }.map(\.edit.own).uniqued
    if paths.isEmpty { return nil }
  }
}

/// What the edits of a working tree say about families and the team.
struct Learned {
  let texts: [LearnedText]
  /// The short name for rules, and the value of it that most bases have; `nil` if other rules have the variable.
  private let handle: VariableDraft, value: String?

  /// `families`: those that no rule has, and `existing` the rules. `isTaken`: asks for each text.
  init(
    _ edits: [WordEdit], _ sightings: Sightings, _ families: [IdentifierFamily], _ handle: VariableDraft,
    _ existing: Rules,
    isTaken: (LearnedText) throws -> Bool
  ) rethrows {
    let ids = sightings.teams.ids
    // Another identifier of the project is no value.
    let edits = edits.filter { !sightings.buildTexts.contains($0.own) && !ids.contains($0.own) }
    let bases = families.compactMap { family in
      let found = edits.map { (own: $0.change(of: family, besides: families, sightings), edit: $0) }
      return LearnedText(family.base, found.compactMap { change in change.own.map { ($0, change.edit) } })
    }
    let hasTeam = existing.variables.contains { $0.kind == .teamID }
    let own = edits.filter {
      !hasTeam && (ids + [""]).contains($0.canonical) && VariableKind.teamID.accepts(Array($0.own.utf8))
    }
    let teams = (ids + [""]).compactMap { id in
      LearnedText(id, own.filter { $0.canonical == id }.map { ($0.own, $0) }, common: own.map(\.own).mostFrequent)
    }
    texts = try (bases + teams).filter(isTaken)
    let values = texts.compactMap { Self.template($0, handle)?.value }
    self.handle = handle
    value = existing.variable(handle.name) == nil ? values.mostFrequent : nil
  }

  var paths: Set<Path> { Set(texts.flatMap(\.paths)) }

  /// Local texts for a base, the best one first, and for a base that was changed the variable of its rule alone, the
  /// last one.
  func locals(for base: String, _ rule: String) -> (locals: [String], variable: VariableDraft?) {
    guard let text = texts.first(where: { $0.canonical == base && base.contains(".") }) else {
      return (RuleDraft.locals(for: base, handle.name), nil)
    }
    let short = Self.template(text, handle).flatMap { $0.value == value ? $0.local : nil }
    let kind = [VariableKind.bundleID, .applicationID].first { $0.accepts(Array(text.own.utf8)) } ?? .text
    let variable = VariableDraft(name: rule, kind: kind, description: "Your own identifier in place of \(base)")
    return ([short, "${\(rule)}"].compactMap(\.self), variable)
  }

  /// The values with which rules give the own texts.
  func values(of rules: [RuleDraft]) -> [VariableValue] {
    texts.flatMap { text in
      rules.filter { $0.canonicals.contains(text.canonical) }.compactMap { rule in
        let isWhole = rule.local.hasPrefix("${") && rule.local.hasSuffix("}")
        let name = isWhole ? String(rule.local.dropFirst(2).dropLast()) : handle.name
        return (isWhole ? text.own : value).map { VariableValue(name: name, text: Array($0.utf8), origin: .argument) }
      }
    }
  }

  /// The local text with a variable in the only place where words differ, `com.${handle}.app`, and its value.
  private static func template(_ text: LearnedText, _ variable: VariableDraft) -> (local: String, value: String)? {
    let one = text.canonical.split(separator: ".")
    let other = text.own.split(separator: ".")
    let head = zip(one, other).prefix { $0 == $1 }.count
    let tail = zip(one.dropFirst(head).reversed(), other.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    // With less around it, the variable is all that tells the text from others.
    guard head > 0, head + tail > 1, other.count == head + tail + 1 else { return nil }
    // `app-` of `app-me`
    let fixed = one.count == other.count && other[head].hasPrefix(one[head] + "-") ? one[head] + "-" : ""
    let value = String(other[head].dropFirst(fixed.count))
    let words = other.prefix(head) + ["\(fixed)${\(variable.name)}"] + other.suffix(tail)
    return variable.kind.accepts(Array(value.utf8)) ? (words.joined(separator: "."), value) : nil
  }
}

extension WordEdit {
  /// The own text in place of the base of a family: `nil` inside if more than the base has changed, or to what the
  /// project has elsewhere; `nil` if the word does not have the base.
  fileprivate func change(of family: IdentifierFamily, besides others: [IdentifierFamily], _ sightings: Sightings)
    -> String??
  {
    guard let place = canonical.firstRange(of: family.base) else { return nil }
    let start = canonical[..<place.lowerBound]
    let end = canonical[place.upperBound...]
    guard start.isEmpty || start.last == "." || family.prefixes.contains(String(start)),
      end.isEmpty || end.first == "." || family.suffixes.contains(where: end.hasPrefix)
    else { return nil }
    let base = String(own.dropFirst(start.count).dropLast(end.count))
    let isKnown = sightings.buildTexts.contains(base) || others.contains { $0.base != family.base && $0.covers(base) }
    let isText = IdentifierText(base) != nil && TextFlaw.flaw(of: Array(base.utf8)) == nil && !isKnown
    return .some(own.hasPrefix(start) && own.hasSuffix(end) && isText ? base : nil)
  }
}

extension [WordEdit] {
  /// The words of `HEAD` that are surely identifiers, also those of tests, of frameworks and of files that no table
  /// knows.
  func identifiers(among sightings: Sightings) -> [String] {
    let keyed = Set((sightings.values(.app) + sightings.values(.group)).compactMap { IdentifierText($0.value)?.full })
    let changed = filter { IdentifierText($0.own) != nil && !sightings.buildTexts.contains($0.own) }
    return changed.compactMap { IdentifierText($0.canonical) }.filter { text in
      let isLong = text.prefix != nil || text.name.split(separator: ".").count > 2
      return isLong && (keyed.contains(text.full) || NamedTexts.isIdentifier(text.full))
    }.map(\.full)
  }
}

extension [String] {
  var mostFrequent: String? { counted.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key }
}
