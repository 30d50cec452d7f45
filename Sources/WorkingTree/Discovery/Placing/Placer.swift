import Platform
import Smudge
import Verify

/// Decides for each file of `HEAD` that holds an identifier whether it is munged.
struct Placer {
  private let sightings: Sightings
  private let families: [IdentifierFamily]
  private let teams: Teams
  private let bases: Set<String>
  /// All texts of the families.
  private let texts: Set<Substring>
  /// Names of types and of products in the store.
  private let foreign: Set<String>
  /// What stands before the identifiers of apps, in the form of a team.
  private let appPrefixes: Set<String>
  private let search: TextSearch
  private let teamValues: KeySearch
  /// The names of files and folders that begin with a base.
  private let names: Set<String>

  init(_ sightings: Sightings, _ families: [IdentifierFamily], _ teams: Teams) {
    self.sightings = sightings
    self.families = families
    self.teams = teams
    bases = Set(families.filter(\.keys.isEmpty).flatMap(\.texts))
    teamValues = KeySearch(teams.keys.map { Array($0.utf8) })
    let texts = Set(families.flatMap(\.texts).map { $0[...] })
    self.texts = texts
    names = sightings.names.filter { $0.bases.contains(where: texts.contains) }
    appPrefixes = Set(sightings.values(.app).compactMap { IdentifierText($0.value)?.team })
    foreign = Set(sightings.values(.foreign).map(\.value))
    search = TextSearch((bases + teams.ids).map { Array($0.utf8) })
  }

  /// `known`: files to munge in any case.
  func placement(in head: HeadTree, known: Set<Path>) throws -> Placement {
    var placement = Placement()
    placement.munged = known
    for sighting in sightings.all where isOurs(sighting) { placement.munged.insert(sighting.path) }
    placement.munged.formIntersection(head.files.map(\.path))
    let files = try head.files(holding: bases + teams.ids).filter { !Exclusion.isExcluded($0.path) }
    try head.forEach(files) { file, content in look(at: content, file.path, &placement) }
    placement.mungeLabels()
    placement.mungeSharedWords()
    return placement
  }

  /// Whether a value of a key is of a family or a team.
  private func isOurs(_ sighting: Sighting) -> Bool {
    switch sighting.meaning {
    case .team: teams.ids.contains(sighting.value) || sighting.value.isEmpty && sighting.key == "DEVELOPMENT_TEAM"
    case .application, .app, .group:
      IdentifierText(sighting.value).map { ($0.name.bases + $0.full.bases).contains(where: texts.contains) } ?? false
    case .prefix, .foreign: false
    }
  }

  private func look(at content: [UInt8], _ path: Path, _ placement: inout Placement) {
    let source = IdentifierSource.of(path)
    let words = Occurrence.words(of: search, in: content)
    placement.words[path] = words.basesByWord
    if let reason = sightings.reasonToLeave(path), !placement.munged.contains(path) {
      placement.reasons[path] = reason
      if reason == .test { lookAtTest(words, path, &placement) }
      return
    }
    let found = words.filter { bases.contains($0.base) }.map { ($0, role(of: $0, path, source)) }
    placement.gluedTeams += found.compactMap { IdentifierText($0.0.word)?.team }.filter {
      !IdentifierText.isExampleTeam($0)
    }
    placement.reads[path] = found.filter { Self.isRead($0, $1, in: path) }.map(\.0).basesByWord
    if found.contains(where: { $1.isFixed && !Self.isRead($0, $1, in: path) }) { placement.fixed.insert(path) }
    // A script that signs, or a file of a build tool.
    let isSigning = FileRole(path) == .data && words.contains(where: isTeamValue)
    let isKnown = isSigning || placement.munged.contains(path) || source?.attributes != nil
    if !isKnown, let reason = reasonToLeave(found.map(\.1), content, path) {
      placement.reasons[path] = reason
      return
    }
    placement.munged.insert(path)
    for (occurrence, role) in found {
      placement.keep(occurrence, role, in: path)
      if role == .other(.notBuilt), !isBuildText(occurrence.word) { placement.loose.insert(occurrence.word) }
    }
    placeTeams(words, in: content, path, &placement)
  }

  /// A test that compares nothing but whole identifiers is munged with the files that have them, unless a fixture has
  /// them too.
  private func lookAtTest(_ words: [Occurrence], _ path: Path, _ placement: inout Placement) {
    let found = words.filter { bases.contains($0.base) && !$0.isComment }
    let known = found.filter { $0.isRead && isBuildText($0.word) }
    if FileRole(path) != .code || LeaveReason.isSample(path) {
      placement.fixtures.formUnion(words.map(\.word))
    } else if !Self.isCode(path), known.count == found.count {
      placement.tests[path] = known.basesByWord
    }
  }

  /// The reason to leave a file alone that no build reads by its name; `nil` if it is munged.
  private func reasonToLeave(_ roles: [Occurrence.Role], _ content: [UInt8], _ path: Path) -> LeaveReason? {
    let others = roles.compactMap(\.reason)
    let isNamed = others.contains(.codeName) || others.contains(.link)
    if !roles.contains(.identifier) || isNamed {
      return others.first ?? (Self.isCode(path) ? .codeName : .notBuilt)
    }
    // `altstore-source.json` lists what can be downloaded.
    return content.firstRange(of: Array("\"downloadURL\"".utf8)) == nil ? nil : .release
  }

  private func role(of found: Occurrence, _ path: Path, _ source: IdentifierSource?) -> Occurrence.Role {
    if let exception = exception(found) { return exception }
    if found.isAPIKey { return source == nil ? .other(.notBuilt) : .otherKey(String(found.key)) }
    if let key = nameKey(found, path) { return .otherKey(key) }
    // Files of freedesktop.org have the names of each other, and so does an identifier that is also the name of a file.
    let desktop = [".desktop", ".service", ".metainfo.xml", ".appdata.xml"]
    if names.contains(found.word), desktop.contains(where: { path.bytes.firstRange(of: Array($0.utf8)) != nil }) {
      return .other(.codeName)
    }
    if Self.isCode(path) || found.isCodeName || source == nil && found.isPackage { return .other(.codeName) }
    if source?.attributes != nil { return .identifier }
    if found.isLink { return .other(.link) }
    if source?.isWhole == true { return .identifier }
    if found.isComment || !isBuildText(found.word) { return .other(.notBuilt) }
    switch FileRole(path) {
    case .code where !found.isWholeLiteral || found.isLabel: return .other(.notBuilt)
    case .markup where !found.isWholeLiteral: return .other(.notBuilt)
    case .code, .markup, .data: return .identifier
    case .prose, .text: return .other(.document)
    }
  }

  private func exception(_ found: Occurrence) -> Occurrence.Role? {
    if foreign.contains(found.word) || found.isProduct {
      return .exception(reason: "a type, or a product of the store")
    }
    if names.contains(found.word), !isIdentifier(found.word) {
      return .exception(reason: "the name of a file")
    }
    guard let team = IdentifierText(found.word)?.team, !teams.ids.isEmpty, !teams.ids.contains(team),
      !appPrefixes.contains(team),
      !IdentifierText.isExampleTeam(team)
    else { return nil }
    return .exception(reason: "a group of another team")
  }

  /// The key of a word that is the name of a file, a folder or a package; `nil` for other words.
  private func nameKey(_ found: Occurrence, _ path: Path) -> String? {
    if names.contains(found.word), found.isPath, found.key.first?.isLetter == true { return String(found.key) }
    let isName = found.key == "subPath" || found.key == "name" && path.name == Path("package.json")
    return isName ? String(found.key) : nil
  }

  private func isIdentifier(_ word: String) -> Bool {
    bases.contains(word) || sightings.all.contains { $0.value == word }
  }

  /// Whether a build or a program reads the word, and compares it with what other files hold.
  private static func isRead(_ found: Occurrence, _ role: Occurrence.Role, in path: Path) -> Bool {
    switch role {
    case .identifier: true
    case .exception, .otherKey, .other(.link), .other(.document): false
    // Sources for Apple's platforms are among those of Kotlin; else only groups and containers are not Android's own
    // names.
    case .other where isCode(path):
      found.isRead
        && (IdentifierText(found.word)?.prefix != nil || path.ancestors.contains { appleFolders.contains($0.name) })
    case .other: found.isRead
    }
  }

  /// The names of folders with sources of Kotlin for Apple's platforms.
  private static let appleFolders: Set = [Path("appleMain"), Path("commonMain"), Path("iosMain"), Path("macosMain")]

  /// Whether a word is a base or a group of one, or stands like this in a build file.
  private func isBuildText(_ word: String) -> Bool {
    if sightings.buildTexts.contains(word) || bases.contains(word) { return true }
    guard let text = IdentifierText(word) else { return false }
    return bases.contains(text.name) || teams.ids.contains(text.team ?? "")
      || text.prefix != nil && families.contains { $0.covers(text) }
  }

  /// Whether it is a source of Android, in which an identifier is the name of a package.
  static func isCode(_ path: Path) -> Bool {
    [".kt", ".java", ".pro", ".groovy", ".aidl", ".gradle", ".gradle.kts", "/AndroidManifest.xml"].contains(
      where: path.bytes.ends)
  }

  /// Whether a key that is named like one holds a team.
  private func isTeamValue(_ found: Occurrence) -> Bool {
    teams.ids.contains(found.word) && found.isAssigned && !found.isComment && found.key.lowercased().contains("team")
  }

  /// Records teams outside the values of keys of teams.
  private func placeTeams(_ words: [Occurrence], in content: [UInt8], _ path: Path, _ placement: inout Placement) {
    let values = teamValues.matches(in: content).map(\.range)
    let others = words.filter { found in
      teams.ids.contains(found.base) && !values.contains(found.range) && !found.isComment && !found.isCertificate
    }
    for found in others {
      if isTeamValue(found) {
        placement.teamKeys.insert(String(found.key))
      } else {
        placement.bareTeams.insert(found.base)
      }
    }
  }
}

extension [Occurrence] {
  /// Each word with its base.
  fileprivate var basesByWord: [String: String] { Dictionary(map { ($0.word, $0.base) }) { first, _ in first } }
}
