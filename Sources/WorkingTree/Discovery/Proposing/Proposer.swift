import Platform
import Rules
import Smudge
import Verify

/// Turns what was found into rules and attributes.
struct Proposer {
  let head: HeadTree
  let sightings: Sightings
  /// The rules that the project has.
  let existing: Rules
  private let families: [IdentifierFamily]
  /// The families that no rule has.
  let newFamilies: [IdentifierFamily]
  /// The notes for the user, in sentences.
  private(set) var notes: [String]
  private let handle: VariableDraft
  let team: VariableDraft
  private let texts: NamedTexts
  let learned: Learned

  /// Reads `HEAD` and the edits. `existing`: the rules that the project has; only what they lack is proposed. `texts`:
  /// those of `--text`. `former`: what `HEAD` holds, if that is not what is read; other texts that a rule gives with a
  /// value are choices of the user.
  init(
    _ head: HeadTree,
    existing: Rules,
    texts: [String],
    _ tree: WorkingTree,
    after former: Sightings? = nil
  ) throws {
    self.head = head
    self.existing = existing
    var sightings = try IdentifierScanner().sightings(in: head)
    if let former {
      try sightings.replaceChoices(besides: former.all.map(\.value) + texts, existing, tree.configuration().values)
    }
    let edits = try head.edits(in: tree, sightings)
    self.texts = try NamedTexts(texts, in: head, &sightings)
    let wanted = Set(head.files.paths)
    sightings.projects.formIntersection(wanted)

    try sightings.readCodeGroups(in: head)
    if !existing.variables.contains(where: { $0.kind == .teamID }) { try sightings.readTeams(in: head) }
    let named = try head.namedByManifests(sightings.values(.application).compactMap(\.text?.name).uniqued)
    sightings.all.removeAll { $0.meaning == .application && $0.text.flatMap { named[$0.name] } != nil }
    families = sightings.families(with: self.texts.bases + edits.identifiers(among: sightings))

    let known = existing.texts
    newFamilies = families.filter { !known.contains(where: $0.base.isBelow) }
    let isForAndroid = families.contains { !$0.keys.isEmpty || !$0.applicationKeys.isEmpty }
    handle = existing.draft(like: .handle(isForAndroid: isForAndroid))
    team = existing.draft(like: .team)
    learned = Learned(edits, sightings, newFamilies, handle, existing)
    notes = sightings.notes(hasFamilies: !families.isEmpty || !named.isEmpty, named, isFirst: existing.rules.isEmpty)

    let inserted = Set(learned.texts.filter(\.canonical.isEmpty).flatMap(\.paths))
      .subtracting(sightings.values(.team).map(\.path))
    sightings.all += inserted.sorted().map { path in
      Sighting(meaning: .team, key: "DEVELOPMENT_TEAM", value: "", path: path)
    }
    self.sightings = sightings
  }

  /// The rules and attributes that `git munge verify` has nothing to say of, where that is possible.
  func proposal(on old: InitFiles) throws -> Proposal {
    let known = existing.texts
    var teams = sightings.teams
    teams.ids = (teams.ids + texts.teams).uniqued
    var placement = try Placer(head, sightings, families, teams).placement(known: learned.paths.union(texts.paths))
    placement.munged.formUnion(sightings.projects)

    let rules = placement.munged.isEmpty ? [] : familyRules(placement) + teamRules(teams, placement, known)
    let named = texts.rules(besides: existing)
    let ofRules = rules.compactMap { rule in
      learned.locals(for: rule.canonicals.first ?? "", rule.name).variable
    }
    let variables = [handle, .domain, team] + ofRules + named.map(\.variable)

    let filters = try filters(&placement, old)
    for path in filters.others.keys { placement.reasons[path] = .otherFilter }
    placement.munged.subtract(filters.others.keys)
    let attributes = AttributesDraft(
      placement, declared: filters.munged, others: filters.others, folders: head.folders)

    let draft = Proposal(
      rules: rules + named.map(\.rule),
      variables: variables.filter { existing.variable($0.name) == nil },
      attributes: attributes,
      existing: old)
    let proposal = try draft.refined(head, sightings)
    try texts.check(against: proposal.rules, known)
    return proposal
  }

  /// The files that attributes munge already, and those of another filter, with its name; files of which an attribute
  /// says that they have none are not munged.
  private func filters(
    _ placement: inout Placement, _ old: InitFiles
  ) throws -> (munged: Set<Path>, others: [Path: String]) {
    var munged: Set<Path> = [], others: [Path: String] = [:]
    for (path, filter) in try ProposedCommit(head, old).filters(of: head.files.paths) {
      let isHolding =
        placement.munged.contains(path)
        || placement.reasons[path] != nil
        || IdentifierSource.of(path)?.attributes != nil
      switch filter {
      case .munged:
        munged.insert(path)
      case .other(let name) where isHolding:
        others[path] = "\(name)"
      case .declined where isHolding:
        placement.munged.remove(path)
        placement.reasons[path] = placement.reasons[path] ?? .notBuilt
      case .other, .declined, .unspecified, .marked: break
      }
    }
    return (munged, others)
  }
}

extension Sightings {
  /// The notes for the user, in sentences. `named`: application ids that stay, each with the file that needs them.
  /// `isFirst`: there are no rules yet.
  fileprivate func notes(hasFamilies: Bool, _ named: [String: Path], isFirst: Bool) -> [String] {
    var notes = named.sorted { $0.key < $1.key }.map { base, path in
      "The application id \(base) stays: \(path) has a text that AndroidManifest.xml makes of ${applicationId}."
    }
    let computed = (values(.app) + values(.application)).first { $0.text == nil && $0.key != "CFBundleIdentifier" }
    if !hasFamilies, values(.package).isEmpty, let computed {
      notes.append(
        "\(computed.key) of \(computed.path) is no identifier: `git munge init --text VALUE` munges one that it gives.")
    }
    if isFirst, !values(.app).isEmpty, teams.ids.isEmpty, !teams.hasEmpty { notes.append("No Apple team was found.") }
    notes += values(.package).map { package in
      let id = NamedTexts.isIdentifier(package.value) ? package.value : "com.example.app"
      return "The application id of \(package.path) is its namespace, which stays. "
        + "To munge it, write `applicationId \"\(id)\"` there."
    }
    if settingsOfOwn.isEmpty { return notes }
    return notes + [
      "This project has a place for your own settings already: \(settingsOfOwn.uniqued.map { Path($0) }.listed). "
        + "If it sets your identifiers, you do not need git-munge."
    ]
  }

  /// Puts the canonical text in place of what its rule gives with a value: a choice of the user.
  fileprivate mutating func replaceChoices(besides texts: [String], _ existing: Rules, _ values: [VariableValue]) {
    let known = Set(texts)
    for index in all.indices where !known.contains(all[index].value) {
      let text = all[index].value.bytes
      let rule = existing.rules.first { existing.value(giving: text, by: $0, values) != nil }
      if let canonical = rule?.canonicals.first { all[index].value = canonical.string }
    }
  }
}

extension Rules {
  /// The canonical texts of all rules.
  fileprivate var texts: [String] {
    rules.flatMap(\.canonicals).map(\.string)
  }

  /// A variable of the same kind that exists, or the draft.
  fileprivate func draft(like draft: VariableDraft) -> VariableDraft {
    let kinds: [VariableKind] = [.label, .word].contains(draft.kind) ? [.label, .word] : [draft.kind]
    guard let variable = variables.first(where: { kinds.contains($0.kind) }) else { return draft }
    return VariableDraft(
      name: variable.name,
      kind: variable.kind,
      description: "")
  }
}
