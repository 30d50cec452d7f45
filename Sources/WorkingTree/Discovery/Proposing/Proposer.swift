import Platform
import Rules
import Smudge
import Verify

/// Turns what was found into rules and attributes.
struct Proposer {
  private let head: HeadTree
  let sightings: Sightings
  private let existing: Rules
  private let families: [IdentifierFamily]
  /// Those that no rule has.
  private let newFamilies: [IdentifierFamily]
  /// In sentences.
  private(set) var notes: [String]
  private let handle: VariableDraft, team: VariableDraft
  private let texts: NamedTexts
  let learned: Learned

  /// `existing`: the rules that the project has; only what they lack is proposed. `texts`: those of `--text`.
  /// `isTaken`: asks for each text that was changed in the working tree. `former`: what `HEAD` holds, if that is not
  /// what is read; other texts that a rule gives with a value are choices of the user.
  init(
    _ head: HeadTree, existing: Rules, texts: [String], _ tree: WorkingTree, after former: Sightings? = nil,
    isTaken: (LearnedText) throws -> Bool
  ) throws {
    var sightings = try IdentifierScanner().sightings(in: head)
    if let former {
      try sightings.dropChoices(besides: former.all.map(\.value) + texts, existing, tree.configuration().values)
    }
    let edits = try head.edits(in: tree, sightings)
    self.texts = try NamedTexts(texts, in: head, &sightings)
    self.head = head
    self.existing = existing
    let wanted = Set(head.files.map(\.path))
    sightings.projects.formIntersection(wanted)
    let found = sightings.families(with: self.texts.bases + edits.identifiers(among: sightings))
    let named = try head.namedByManifests(found.filter { !$0.applicationKeys.isEmpty || !$0.keys.isEmpty }.map(\.base))
    families = found.filter { $0.keys.isEmpty || named[$0.base] == nil }.map { family in
      var family = family
      if named[family.base] != nil { family.applicationKeys = [] }
      return family
    }
    notes = named.sorted { $0.key < $1.key }.map { base, path in
      "The application id \(base) stays: \(path) has a text that AndroidManifest.xml makes of ${applicationId}."
    }
    if found.isEmpty && !sightings.projects.isEmpty {
      notes.append("No identifier of an app was found in the Xcode projects: a team alone does not sign an app.")
    }
    notes += sightings.includes.filter { wanted.contains($0.path) }.map { name, path in
      "\(path) includes \(escaped(Array(name.utf8))), which is not tracked: this project sets identifiers there; munge only what it does not reach."
    }
    let known = existing.texts
    newFamilies = families.filter { !known.contains(where: $0.base.isBelow) }
    let isForAndroid = families.contains { !$0.keys.isEmpty || !$0.applicationKeys.isEmpty }
    handle = existing.draft(like: .handle(isForAndroid: isForAndroid))
    team = existing.draft(like: .team)
    learned = try Learned(edits, sightings, newFamilies, handle, existing, isTaken: isTaken)
    let inserted = learned.texts.filter(\.canonical.isEmpty).flatMap(\.paths)
    sightings.all += inserted.map { Sighting(meaning: .team, key: "DEVELOPMENT_TEAM", value: "", path: $0) }
    self.sightings = sightings
  }

  /// The rules and attributes that `git munge verify` has nothing to say of, where that is possible.
  func proposal(on old: InitFiles) throws -> Proposal {
    let known = existing.texts
    let edited = learned.paths.union(texts.paths)
    var teams = sightings.teams
    teams.ids = (teams.ids + texts.teams).uniqued
    var placement = try Placer(sightings, families, teams).placement(in: head, known: edited)
    if teams.ids.isEmpty, let glued = placement.gluedTeams.mostFrequent {
      teams.ids = [glued]
      placement = try Placer(sightings, families, teams).placement(in: head, known: edited)
    }
    let project = head.files.map(\.path).filter { path in
      sightings.projects.contains(path)
        || !sightings.projects.isEmpty && sightings.reasonToLeave(path) == nil
          && (path.name == Path("Info.plist") || path.bytes.ends(with: ".entitlements"))
    }
    placement.munged.formUnion(project)
    let rules = placement.munged.isEmpty ? [] : familyRules(placement) + teamRules(teams, placement, known)
    let named = texts.rules(besides: existing)
    let own =
      rules.compactMap { learned.locals(for: $0.canonicals.first ?? "", $0.name).variable } + named.map(\.variable)
    let (munged, others, outside) = try filters(&placement, old)
    for path in others.keys { placement.reasons[path] = .otherFilter }
    placement.munged.subtract(others.keys)
    let draft = Proposal(
      rules: rules + named.map(\.rule),
      variables: ([handle, team] + own).filter { existing.variable($0.name) == nil },
      attributes: AttributesDraft(
        placement, declared: munged, others: others, tracked: head.all.map(\.path), outside: outside),
      existing: old)
    let proposal = try draft.refined(head, sightings)
    try texts.check(against: proposal.rules, known)
    return proposal
  }

  /// Files that are munged already, those that another filter has, and those that are not to be changed.
  private func filters(
    _ placement: inout Placement, _ old: InitFiles
  ) throws -> (munged: Set<Path>, others: [Path: String], outside: Set<Path>) {
    let all = head.all.map(\.path)
    let filters = try ProposedCommit(head, old).filters(of: all)
    var (munged, others): (Set<Path>, [Path: String]) = ([], [:])
    var outside = Set(all).subtracting(head.files.map(\.path))
    for (path, filter) in filters {
      let isFound =
        !outside.contains(path)
        && (placement.munged.contains(path) || placement.reasons[path] != nil
          || IdentifierSource.of(path)?.attributes != nil)
      switch filter {
      case .munged: munged.insert(path)
      case .other(let filter) where isFound: others[path] = "\(filter)"
      case .declined where isFound:
        placement.munged.remove(path)
        placement.reasons[path] = placement.reasons[path] ?? .notBuilt
      case .other, .declined: outside.insert(path)
      case .unspecified: break
      }
    }
    return (munged, others, outside)
  }

  private func familyRules(_ placement: Placement) -> [RuleDraft] {
    var (rules, checked): ([RuleDraft], Set<String>) = ([], [])
    var names = Set(existing.rules.map { String(decoding: $0.name, as: UTF8.self) })
    let found = (sightings.values(.app) + sightings.values(.group)).compactMap { sighting in
      IdentifierText(sighting.value).map { (text: $0, key: sighting.key) }
    }
    for family in newFamilies {
      let name = Self.name(family, besides: names)
      names.insert(name)
      let checks = checks(of: family, among: found, without: checked)
      checked.formUnion(checks)
      rules.append(rule(family, name, checks: checks, placement))
      if !family.applicationKeys.isEmpty, !placement.codeFiles.isEmpty {
        let lines = [RuleDraft.Line(.canonical, family.base)] + family.applicationKeys.map { .init(.key, $0) }
        let locals = learned.locals(for: family.base, name).locals
        rules.append(RuleDraft(name: name.replacing("bundle-id", with: "application-id"), lines: lines, locals: locals))
      }
    }
    return rules
  }

  /// Keys that other things have too.
  private static let commonKeys: Set = ["BUNDLE_ID", "CFBundleIdentifier", "applicationIdentifier", "id", "identifier"]

  /// The keys that hold texts of a family and nothing but identifiers, without those of other rules.
  private func checks(
    of family: IdentifierFamily, among found: [(text: IdentifierText, key: String)], without keys: Set<String>
  ) -> [String] {
    let own = found.filter { family.covers($0.text) }.map(\.key)
    let isApp = !sightings.projects.isEmpty && sightings.values(.app).contains { family.covers($0.value) }
    // A project whose identifiers are in settings files can get one of its own.
    return ((isApp ? ["PRODUCT_BUNDLE_IDENTIFIER"] : []) + own).uniqued.filter { key in
      !key.hasPrefix("com.apple.") && !key.hasSuffix("-groups") && !key.hasSuffix("-identifier") && !key.hasPrefix("WK")
        && !Self.commonKeys.contains(key) && !keys.contains(key)
    }.sorted()
  }

  private func rule(_ family: IdentifierFamily, _ name: String, checks: [String], _ placement: Placement) -> RuleDraft {
    let isText = family.keys.isEmpty
    var lines = [RuleDraft.Line(.canonical, family.base)] + family.keys.map { .init(.key, $0) }
    if isText { lines += checks.map { .init(.check, $0) } }
    lines += family.prefixes.map { .init(.prefix, $0) } + family.suffixes.map { .init(.suffix, $0) }
    let otherKeys = family.texts.flatMap { placement.otherKeys[$0] ?? [] }.uniqued.sorted()
    lines += otherKeys.map {
      .init(.exceptKey, $0, comment: $0.lowercased().contains("key") ? "an API key" : "files, folders and packages")
    }
    let exceptions = family.texts.reduce(into: [:]) { $0.merge(placement.exceptions[$1] ?? [:]) { one, _ in one } }
    lines += exceptions.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map {
      .init(.except, $0.key, comment: $0.value)
    }
    if isText {
      let patterns = ["*.gradle", "*.gradle.kts", "AndroidManifest.xml"].filter {
        placement.codeFiles.contains(where: PathPattern(Array($0.utf8)).covers)
      }
      if !patterns.isEmpty { lines += (["*"] + patterns.map { "!" + $0 }).map { .init(.path, $0) } }
    }
    return RuleDraft(name: name, lines: lines, locals: learned.locals(for: family.base, name).locals)
  }

  private static func name(_ family: IdentifierFamily, besides names: Set<String>) -> String {
    let isGroup = IdentifierText(family.base)?.prefix != nil
    let kind = !family.keys.isEmpty ? "application-id" : isGroup ? "app-group" : "bundle-id"
    let last = family.base.split(separator: ".").last.map(String.init) ?? ""
    return [kind, "\(kind)-\(last)"].first { !names.contains($0) } ?? "\(kind)-\(names.count)"
  }

  private func teamRules(_ teams: Teams, _ placement: Placement, _ known: [String]) -> [RuleDraft] {
    let local = "${\(team.name)}"
    let former = existing.rules.first { $0.local.description == local && !$0.keys.isEmpty }
    let texts = (teams.ids + (teams.hasEmpty ? [""] : [])).filter { !known.contains($0) }
    let keys = (teams.keys + placement.teamKeys.sorted()).uniqued.filter {
      former?.keys.contains(Array($0.utf8)) != true
    }
    var rules: [RuleDraft] = []
    if let former {
      // Lines of a section with the name of another one are added to it.
      let lines = texts.map { RuleDraft.Line(.canonical, $0) } + keys.map { .init(.key, $0) }
      if !texts.isEmpty {
        rules.append(RuleDraft(name: String(decoding: former.name, as: UTF8.self), lines: lines, locals: []))
      }
    } else if !keys.isEmpty, !texts.isEmpty {
      var lines = texts.map { RuleDraft.Line(.canonical, $0) } + keys.map { .init(.key, $0) }
      if placement.munged.contains(where: { $0.name == Path("project.pbxproj") }) {
        lines.append(.init(.onInsert, "drop"))
      }
      rules.append(RuleDraft(name: "team", lines: lines, locals: [local]))
    }
    // With several teams, clean could not tell which one a local text outside the keys stands for.
    if let id = placement.bareTeams.first, teams.ids == [id], !known.contains(id) {
      rules.append(RuleDraft(name: "team-in-texts", lines: [.init(.canonical, id)], locals: [local]))
    }
    return rules
  }
}

extension Sightings {
  /// Removes what a rule gives with a value: a choice of the user.
  fileprivate mutating func dropChoices(besides known: [String], _ existing: Rules, _ values: [VariableValue]) {
    let known = Set(known)
    all.removeAll { sighting in
      let text = Array(sighting.value.utf8)
      return !known.contains(sighting.value)
        && existing.rules.contains { existing.value(giving: text, by: $0, values) != nil }
    }
  }
}

extension Rules {
  fileprivate var texts: [String] {
    rules.flatMap(\.canonicals).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A variable of the same kind that exists, or the draft.
  fileprivate func draft(like draft: VariableDraft) -> VariableDraft {
    let kinds: [VariableKind] = [.label, .word].contains(draft.kind) ? [.label, .word] : [draft.kind]
    guard let variable = variables.first(where: { kinds.contains($0.kind) }) else { return draft }
    return VariableDraft(
      name: variable.name, kind: variable.kind, description: variable.description ?? draft.description)
  }
}
