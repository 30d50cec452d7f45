import Platform
import Rules
import Verify

/// An identifier that was changed by hand: what a rule munges, and the value for it.
struct LearnedText: Sendable {
  /// A base, or a team; empty for a team that `HEAD` does not have.
  let canonical: String
  /// The text on disk in place of it.
  let own: String
  /// The files that have the own text.
  let paths: Set<Path>

  /// A text that was changed. `changes`: edits of words that have it, each with the own text in place of it; `common`:
  /// the own text of all teams.
  fileprivate init?(_ canonical: String, _ changes: [(own: String, edit: WordEdit)], common: String? = nil) {
    guard let own = common ?? changes.map(\.own).mostFrequent else { return nil }
    self.canonical = canonical
    self.own = own
    paths = Set(changes.filter { $0.own == own }.map(\.edit.path))
    if paths.isEmpty { return nil }
  }

  /// Whether an edit is of this text.
  fileprivate func explains(_ edit: WordEdit) -> Bool {
    edit.canonical.contains(canonical) && edit.own.contains(own)
  }
}

/// What the edits of a working tree say about families and the team.
struct Learned {
  let texts: [LearnedText]
  /// The edited lines that look like identifiers, and of which no rule was learned.
  let unlearned: [String]
  /// The short name for rules, or the domain, and the value of it that most bases have; `nil` if other rules have the
  /// variable.
  private let handle: VariableDraft, value: String?

  /// Finds what was changed. `families`: those that no rule has, and `existing` the rules.
  init(
    _ edits: [WordEdit],
    _ sightings: Sightings,
    _ families: [IdentifierFamily],
    _ short: VariableDraft,
    _ existing: Rules
  ) {
    let ids = sightings.teams.ids
    let all = edits
    // Another identifier of the project is no value.
    let edits = edits.filter { !sightings.buildTexts.contains($0.own) && !ids.contains($0.own) }
    let bases = families.compactMap { family in
      LearnedText(
        family.base,
        edits.compactMap { edit in
          edit.change(of: family, besides: families, sightings).map { ($0, edit) }
        })
    }
    let hasTeam = existing.variables.contains { $0.kind == .teamID }
    let teams = hasTeam ? [] : Self.teams(edits, ids + [""])

    let texts = bases + teams
    self.texts = texts
    let known = existing.rules.flatMap(\.canonicals).map(\.string).filter { !$0.isEmpty }
    unlearned = all.filter { edit in
      NamedTexts.isIdentifier(edit.canonical) && IdentifierText(edit.own) != nil
        && !known.contains(where: edit.canonical.contains) && !texts.contains { $0.explains(edit) }
    }
    .map { "\($0.path):\($0.line): \(escaped($0.own.bytes))" }
    let handle = texts.contains { Self.template($0, .domain) != nil } ? .domain : short
    let values = texts.compactMap { Self.template($0, handle)?.value }
    value = existing.variable(handle.name) == nil ? values.mostFrequent : nil
    self.handle = handle
  }

  /// The teams that were changed, all to the same one.
  private static func teams(_ edits: [WordEdit], _ ids: [String]) -> [LearnedText] {
    let ofTeams = edits.filter { edit in
      ids.contains(edit.canonical) && VariableKind.teamID.accepts(edit.own.bytes)
    }
    let common = ofTeams.map(\.own).mostFrequent
    return ids.compactMap { id in
      let edits = ofTeams.filter { $0.canonical == id }
      return LearnedText(id, edits.map { ($0.own, $0) }, common: common)
    }
  }

  /// The files that have one of the own texts.
  var paths: Set<Path> {
    Set(texts.flatMap(\.paths))
  }

  /// Local texts for a base, the best one first, and for a base that was changed the variable of its rule alone, the
  /// last one.
  func locals(for base: String, _ rule: String) -> (locals: [String], variable: VariableDraft?) {
    guard let text = texts.first(where: { $0.canonical == base && base.contains(".") }) else {
      return (RuleDraft.locals(for: base, handle), nil)
    }
    var locals = ["${\(rule)}"]
    if let short = Self.template(text, handle), short.value == value {
      locals.insert(short.local, at: 0)
    }
    let kind = [VariableKind.bundleID, .applicationID].first { $0.accepts(text.own.bytes) }
    let description = "Your own identifier in place of \(base)"
    return (locals, VariableDraft(name: rule, kind: kind ?? .text, description: description))
  }

  /// The values with which rules give the own texts.
  func values(of rules: [RuleDraft]) -> [VariableValue] {
    var values: [VariableValue] = []
    for text in texts {
      for rule in rules where rule.canonicals.contains(text.canonical) {
        let local = rule.local
        let isWhole = local.hasPrefix("${") && local.hasSuffix("}")
        guard let value = isWhole ? text.own : value else { continue }
        let name = isWhole ? String(local.dropFirst(2).dropLast()) : handle.name
        values.append(VariableValue(name: name, text: value.bytes, origin: .argument))
      }
    }
    return values
  }

  /// The local text with a variable in the only place where words differ, `com.${handle}.app`, `${domain}.app`, and its
  /// value.
  private static func template(_ text: LearnedText, _ variable: VariableDraft) -> (local: String, value: String)? {
    let one = text.canonical.split(separator: ".")
    let other = text.own.split(separator: ".")
    let head = zip(one, other).prefix { $0 == $1 }.count
    let rests = zip(one.dropFirst(head).reversed(), other.dropFirst(head).reversed())
    let tail = rests.prefix { $0 == $1 }.count
    // With less around it, the variable is all that tells the text from others.
    let isEnough = variable.kind == .bundleID ? tail > 0 : head > 0 && head + tail > 1
    guard isEnough, other.count > head + tail else { return nil }

    // `app-` of `app-me`
    let hasFixed = one.count == other.count && other[head].hasPrefix(one[head] + "-")
    let fixed = hasFixed ? one[head] + "-" : ""
    let value = String(other.dropFirst(head).dropLast(tail).joined(separator: ".").dropFirst(fixed.count))
    if !variable.kind.accepts(value.bytes) { return nil }
    let words = other.prefix(head) + ["\(fixed)${\(variable.name)}"] + other.suffix(tail)
    return (words.joined(separator: "."), value)
  }
}

extension WordEdit {
  /// The own text in place of the base of a family; `nil` if the word does not have the base, or more than that has
  /// changed, or to what the project has elsewhere.
  fileprivate func change(
    of family: IdentifierFamily,
    besides others: [IdentifierFamily],
    _ sightings: Sightings
  ) -> String? {
    guard let place = canonical.firstRange(of: family.base) else { return nil }
    let start = canonical[..<place.lowerBound]
    let end = canonical[place.upperBound...]
    guard
      start.isEmpty || start.last == ".",
      end.isEmpty || end.first == "." || family.suffixes.contains(where: end.hasPrefix)
    else { return nil }

    let base = String(own.dropFirst(start.count).dropLast(end.count))
    let isValue =
      own.hasPrefix(start) && own.hasSuffix(end)
      && IdentifierText(base) != nil
      && TextFlaw.flaw(of: base.bytes) == nil
      && !sightings.buildTexts.contains(base)
      && !others.contains { !family.base.isBelow($0.base) && $0.covers(base) }
    return isValue ? base : nil
  }
}

extension [WordEdit] {
  /// The words of `HEAD` that are surely identifiers, also those of tests, of frameworks and of files that no table
  /// knows.
  func identifiers(among sightings: Sightings) -> [String] {
    let ofKeys = sightings.values(.app) + sightings.values(.group)
    let keyed = Set(ofKeys.compactMap(\.text?.full))
    let changed = filter { IdentifierText($0.own) != nil && !sightings.buildTexts.contains($0.own) }
    return
      changed
      .compactMap { IdentifierText($0.canonical) }
      .filter { $0.prefix != nil || $0.name.split(separator: ".").count > 2 }
      .map(\.full)
      .filter { keyed.contains($0) || NamedTexts.isIdentifier($0) }
  }
}

extension [String] {
  /// The text that occurs most often, of several the first in the order of texts.
  var mostFrequent: String? {
    counted.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}
