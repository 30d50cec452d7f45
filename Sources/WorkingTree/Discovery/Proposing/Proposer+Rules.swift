import Platform
import Rules
import Smudge

// The rules for families and for the team.
extension Proposer {
  /// A rule for each new family, and one for its application id where source code has the same text.
  func familyRules(_ placement: Placement) -> [RuleDraft] {
    var rules: [RuleDraft] = []
    var checked: Set<String> = []
    var names = Set(existing.rules.map { $0.name.string })
    // Taken apart once, not for each family.
    let found = (sightings.values(.app) + sightings.values(.group)).map { ($0.key, $0.text) }
    let held = Set(placement.words.values.flatMap(\.values))
    for family in newFamilies {
      // Others are outside of the paths.
      if family.keys.isEmpty, held.isDisjoint(with: family.texts) { continue }
      let name = Self.name(family, besides: names)
      names.insert(name)
      let checks = checks(of: family, found).filter { checked.insert($0).inserted }
      rules.append(rule(family, name, checks: checks, placement))

      if family.applicationKeys.isEmpty || placement.codeFiles.isEmpty { continue }
      let second = Self.name(IdentifierFamily(base: family.base, keys: family.applicationKeys), besides: names)
      names.insert(second)
      rules.append(
        RuleDraft(
          name: second,
          lines: ruleLines(.canonical, [family.base]) + ruleLines(.key, family.applicationKeys),
          locals: learned.locals(for: family.base, name).locals))
    }
    return rules
  }

  /// A line of a key for each value.
  private func ruleLines(_ key: RulesFile.RuleKey, _ values: [String], comment: String? = nil) -> [RuleDraft.Setting] {
    values.map { RuleDraft.Setting(key, $0, comment: comment) }
  }

  /// The keys that hold texts of a family and nothing but identifiers, among those that were `found`.
  private func checks(of family: IdentifierFamily, _ found: [(key: String, text: IdentifierText?)]) -> [String] {
    var keys = found.filter { $0.text.map(family.covers) ?? false }.map(\.key)
    // A project whose identifiers are in settings files can get one of its own.
    if !sightings.projects.isEmpty, sightings.values(.app).contains(where: { family.covers($0.value) }) {
      keys.append("PRODUCT_BUNDLE_IDENTIFIER")
    }
    return keys.uniqued.sorted().filter { key in
      !["com.apple.", "WK"].contains(where: key.hasPrefix)
        && !["-groups", "-identifier"].contains(where: key.hasSuffix)
        // Other things have these, too.
        && !["BUNDLE_ID", "CFBundleIdentifier", "applicationIdentifier", "id", "identifier"].contains(key)
    }
  }

  /// The rule of a family. `checks`: the values of its `check` lines.
  private func rule(
    _ family: IdentifierFamily, _ name: String, checks: [String], _ placement: Placement
  ) -> RuleDraft {
    let isText = family.keys.isEmpty
    var lines = ruleLines(.canonical, [family.base]) + ruleLines(.key, family.keys)
    if isText { lines += ruleLines(.check, checks) }
    lines += ruleLines(.suffix, family.suffixes)

    for key in family.texts.flatMap({ placement.otherKeys[$0] ?? [] }).uniqued.sorted() {
      let isSecret = key.lowercased().contains("key")
      lines += ruleLines(.exceptKey, [key], comment: isSecret ? "an API key" : "files, folders and packages")
    }
    lines += placement.exceptLines(family)
    if isText && IdentifierText(family.base)?.prefix == nil { lines += ruleLines(.path, placement.paths) }
    return RuleDraft(name: name, lines: lines, locals: learned.locals(for: family.base, name).locals)
  }

  /// A name that no other rule has, after the kind of the base. A variable can have it, too.
  private static func name(_ family: IdentifierFamily, besides names: Set<String>) -> String {
    let isGroup = IdentifierText(family.base)?.prefix != nil
    let ofText = isGroup ? "app-group" : "bundle-id"
    let kind = family.keys.isEmpty ? ofText : "application-id"
    let last = String(family.base.lowercased().split(separator: ".").last ?? "").replacing("_", with: "-")
    return [kind, "\(kind)-\(last)"].first { !names.contains($0) } ?? "\(kind)-\(names.count)"
  }

  /// The rule of the team, or lines for the rule that has its variable. `known`: the texts of rules that exist.
  func teamRules(_ teams: Teams, _ placement: Placement, _ known: [String]) -> [RuleDraft] {
    let local = "${\(team.name)}"
    let former = existing.rules.first { $0.local.description == local && !$0.keys.isEmpty }
    let texts = (teams.ids + (teams.hasEmpty ? [""] : [])).filter { !known.contains($0) }
    let keys = (teams.keys + placement.teamKeys.sorted()).uniqued.filter { key in
      former?.keys.contains(key.bytes) != true
    }

    var rules: [RuleDraft] = []
    var lines = ruleLines(.canonical, texts) + ruleLines(.key, keys)
    if let former, !texts.isEmpty {
      // Lines of a section with the name of another one are added to it.
      rules.append(RuleDraft(name: former.name.string, lines: lines, locals: []))
    } else if former == nil, !keys.isEmpty, !texts.isEmpty {
      let hasProject = placement.munged.contains { $0.name == Path("project.pbxproj") }
      if hasProject { lines += ruleLines(.onInsert, ["drop"]) }
      rules.append(RuleDraft(name: "team", lines: lines, locals: [local]))
    }

    // With several teams, clean could not tell which one a local text outside the keys stands for.
    if let id = placement.bareTeams.first, teams.ids == [id], !known.contains(id) {
      rules.append(RuleDraft(name: "team-in-texts", lines: ruleLines(.canonical, [id]), locals: [local]))
    }
    return rules
  }
}

extension Placement {
  /// The `except` lines of a family, those with one reason together.
  fileprivate func exceptLines(_ family: IdentifierFamily) -> [RuleDraft.Setting] {
    let reasons = family.texts.reduce(into: [:]) { reasons, text in
      reasons.merge(exceptions[text] ?? [:]) { first, _ in first }
    }
    return
      reasons
      .sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      .map { RuleDraft.Setting(.except, $0.key, comment: $0.value) }
  }

  /// The `path` lines for texts that files of Android have as the name of a package.
  fileprivate var paths: [String] {
    let known = ["*.gradle", "*.gradle.kts", "AndroidManifest.xml"]
    let patterns =
      known.filter { codeFiles.contains(where: PathPattern($0.bytes).covers) }
      + codeFiles.filter { path in Placer.isCode(path) && !known.contains { PathPattern($0.bytes).covers(path) } }
      .sorted().map { "/" + AttributeLine.literal($0).string }
    return patterns.isEmpty ? [] : ["*"] + patterns.map { "!" + $0 }
  }
}
