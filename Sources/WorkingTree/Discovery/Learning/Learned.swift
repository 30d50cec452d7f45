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

  /// An edit, the canonical text that it changes, and the own text in place of it; `nil` if that is no value for a rule.
  fileprivate typealias Change = (canonical: String, own: String?, edit: WordEdit)

  /// One for each canonical text. `common`: the own text of all; `nil`: for each the one that most edits have.
  fileprivate static func all(_ changes: [Change], common: String?) -> [LearnedText] {
    changes.map(\.canonical).uniqued.compactMap { canonical in
      let found = changes.filter { $0.canonical == canonical }
      guard let own = common ?? found.compactMap(\.own).mostFrequent else { return nil }
      let paths = Set(found.filter { $0.own == own }.map(\.edit.path))
      let others = found.filter { $0.own != own }.map(\.edit.own).uniqued
      return paths.isEmpty ? nil : LearnedText(canonical: canonical, own: own, paths: paths, others: others)
    }
  }
}

/// What the edits of a working tree say about families and the team.
struct Learned {
  private var bases: [LearnedText], teams: [LearnedText]
  /// The short name for rules, and the value of it that most bases have; `nil` if other rules have the variable.
  private let handle: VariableDraft, value: String?

  /// `families`: those that no rule has, and `existing` the rules.
  init(_ edits: [WordEdit], _ sightings: Sightings, _ families: [IdentifierFamily], _ handle: VariableDraft, _ existing: Rules) {
    let ids = sightings.teams.ids
    let edits = edits.filter { !sightings.buildTexts.contains($0.own) && !ids.contains($0.own) }
    let own = edits.filter { (ids + [""]).contains($0.canonical) && VariableKind.teamID.accepts(Array($0.own.utf8)) }
    let families = families.sorted { $0.base.count > $1.base.count }
    let changes = edits.compactMap { edit in families.lazy.compactMap { edit.change(of: $0) }.first }
    // Another identifier of the project is no value.
    bases = LearnedText.all(changes.map { canonical, own, edit in
      let isKnown = sightings.buildTexts.contains(own ?? "") || families.contains { $0.base != canonical && $0.covers(own ?? "") }
      return (canonical, isKnown ? nil : own, edit)
    }, common: nil)
    let isNew = !existing.variables.contains { $0.kind == .teamID }
    teams = isNew ? LearnedText.all(own.map { ($0.canonical, $0.own, $0) }, common: own.map(\.own).mostFrequent) : []
    let values = bases.compactMap { Self.template($0, handle)?.value }
    (self.handle, value) = (handle, existing.variable(handle.name) == nil ? values.mostFrequent : nil)
  }

  var paths: Set<Path> { Set((bases + teams).flatMap(\.paths)) }
  var hasInsertedTeam: Bool { teams.contains { $0.canonical.isEmpty } }

  mutating func keep(_ isTaken: (LearnedText) throws -> Bool) rethrows {
    (bases, teams) = try (bases.filter(isTaken), teams.filter(isTaken))
  }

  /// Local texts for a base, the best one first, and for a base that was changed the variable of its rule alone, the last one.
  func locals(for base: String, _ rule: String) -> (locals: [String], variable: VariableDraft?) {
    guard let text = bases.first(where: { $0.canonical == base }) else { return (RuleDraft.locals(for: base, handle.name), nil) }
    let short = Self.template(text, handle).flatMap { $0.value == value ? $0.local : nil }
    let kind = [VariableKind.bundleID, .applicationID].first { $0.accepts(Array(text.own.utf8)) } ?? .text
    let variable = VariableDraft(name: rule, kind: kind, description: "Your own identifier in place of \(base)")
    return ([short, "${\(rule)}"].compactMap(\.self), variable)
  }

  /// The values with which rules give the own texts.
  func values(of rules: [RuleDraft]) -> [VariableValue] {
    let found = (bases + teams).flatMap { text in
      rules.filter { $0.canonicals.contains(text.canonical) }.compactMap { rule in
        let isWhole = rule.local.hasPrefix("${") && rule.local.hasSuffix("}")
        return isWhole ? (String(rule.local.dropFirst(2).dropLast()), text.own) : value.map { (handle.name, $0) }
      }
    }
    return found.map(\.0).uniqued.map { name in
      VariableValue(name: name, text: found.first { $0.0 == name }.map { Array($0.1.utf8) } ?? [], origin: .argument)
    }
  }

  /// The local text with a variable in the only place where words differ, `com.${handle}.app`, and its value.
  private static func template(_ text: LearnedText, _ variable: VariableDraft) -> (local: String, value: String)? {
    let (one, other) = (text.canonical.split(separator: "."), text.own.split(separator: "."))
    let head = zip(one, other).prefix { $0 == $1 }.count
    let tail = zip(one.dropFirst(head).reversed(), other.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    // With less around it, the variable is all that tells the text from others.
    guard head > 0, head + tail > 1, other.count == head + tail + 1 else { return nil }
    if !variable.kind.accepts(Array(other[head].utf8)) { return nil }
    let words = other.prefix(head) + ["${\(variable.name)}"] + other.suffix(tail)
    return (words.joined(separator: "."), String(other[head]))
  }
}

extension WordEdit {
  /// The change of the base, if the word has it.
  fileprivate func change(of family: IdentifierFamily) -> LearnedText.Change? {
    guard let place = canonical.firstRange(of: family.base) else { return nil }
    let (start, end) = (canonical[..<place.lowerBound], canonical[place.upperBound...])
    guard start.isEmpty || start.last == "." || family.prefixes.contains(String(start)),
      end.isEmpty || end.first == "." || family.suffixes.contains(where: end.hasPrefix)
    else { return nil }
    let base = String(own.dropFirst(start.count).dropLast(end.count))
    let isBase = own.hasPrefix(start) && own.hasSuffix(end) && IdentifierText(base) != nil
    return (family.base, isBase ? base : nil, self)
  }
}

extension [WordEdit] {
  /// The words of `HEAD` that are surely identifiers, also those of tests and of frameworks.
  func identifiers(among sightings: Sightings) -> [String] {
    let keyed = Set((sightings.values(.app) + sightings.values(.group)).compactMap { IdentifierText($0.value)?.full })
    let changed = filter { IdentifierText($0.own) != nil && !sightings.buildTexts.contains($0.own) }
    return changed.compactMap { IdentifierText($0.canonical) }.filter { text in
      keyed.contains(text.full) && (text.prefix != nil || text.name.split(separator: ".").count > 2)
    }.map(\.full)
  }
}

extension Sequence<String> {
  /// The first of those that occur most often.
  fileprivate var mostFrequent: String? {
    let counts = counted
    return uniqued.max { (counts[$0] ?? 0) < (counts[$1] ?? 0) }
  }
}
