import Platform
import Smudge
import Verify

/// Decides for each file of `HEAD` that holds an identifier whether it is munged.
struct Placer {
  private let sightings: Sightings
  private let families: [IdentifierFamily]
  private let teams: Teams
  private let bases: Set<String>
  /// Names of types and of products in the store.
  private let foreign: Set<String>
  private let search: TextSearch
  private let teamValues: KeySearch

  init(_ sightings: Sightings, _ families: [IdentifierFamily], _ teams: Teams) {
    (self.sightings, self.families, self.teams) = (sightings, families, teams)
    bases = Set(families.filter(\.keys.isEmpty).flatMap(\.texts))
    teamValues = KeySearch(teams.keys.map { Array($0.utf8) })
    foreign = Set(sightings.values(.foreign).map(\.value))
    search = TextSearch((bases + teams.ids).map { Array($0.utf8) })
  }

  func placement(in head: HeadTree) throws -> Placement {
    var placement = Placement()
    for sighting in sightings.all where isOurs(sighting) { placement.munged.insert(sighting.path) }
    placement.munged.formIntersection(head.files.map(\.path))
    let files = try head.files(holding: bases + teams.ids).filter { !Exclusion.isExcluded($0.path) }
    try head.forEach(files) { file, content in look(at: content, file.path, &placement) }
    placement.mungeLabels()
    placement.mungeSharedLiterals()
    return placement
  }

  /// Whether a value of a key is of a family or a team.
  private func isOurs(_ sighting: Sighting) -> Bool {
    switch sighting.meaning {
    case .team: teams.ids.contains(sighting.value)
    case .application, .app, .group: IdentifierText(sighting.value).map { text in families.contains { $0.covers(text) } } ?? false
    case .prefix, .foreign, .account, .host: false
    }
  }

  private func look(at content: [UInt8], _ path: Path, _ placement: inout Placement) {
    let source = IdentifierSource.of(path)
    if let (reason, _) = LeaveReason.of(path), !placement.munged.contains(path) {
      placement.left[path] = reason
      return
    }
    let words = words(in: content)
    let found = words.filter { bases.contains($0.base) }.map { ($0, role(of: $0, path, source)) }
    for (occurrence, _) in found { placement.countTeam(of: occurrence) }
    if FileRole(path) == .code, source == nil {
      placement.literals[path] = Set(found.filter { $1 != .identifier && $0.isWholeLiteral && !$0.isLabel }.map(\.0.word))
    }
    let isKnown = placement.munged.contains(path) || source?.attributes != nil
    if !isKnown, let reason = reasonToLeave(found.map(\.1), content, path) {
      placement.left[path] = reason
      return
    }
    placement.munged.insert(path)
    for (occurrence, role) in found { placement.keep(occurrence, role, in: path) }
    placeTeams(words, in: content, &placement)
  }

  /// The reason to leave a file alone that no build reads by its name; `nil` if it is munged.
  private func reasonToLeave(_ roles: [Occurrence.Role], _ content: [UInt8], _ path: Path) -> LeaveReason? {
    let others = roles.compactMap(\.reason)
    let isNamed = others.contains(.codeName) || others.contains(.link)
    if !roles.contains(.identifier) || isNamed { return others.first ?? (Self.isCode(path) ? .codeName : .notBuilt) }
    // `altstore-source.json` lists what can be downloaded.
    return content.firstRange(of: Array("\"downloadURL\"".utf8)) == nil ? nil : .published
  }

  private func role(of found: Occurrence, _ path: Path, _ source: IdentifierSource?) -> Occurrence.Role {
    if let exception = exception(found) { return exception }
    if found.isAPIKey { return source == nil ? .other(.foreign) : .otherKey(String(found.key)) }
    if [".gradle", ".gradle.kts"].contains(where: path.bytes.ends) || Self.isCode(path) || found.isCodeName { return .other(.codeName) }
    if source?.attributes != nil { return .identifier }
    if found.isLink { return .other(.link) }
    if source?.isWhole == true { return .identifier }
    let isExact = isBuildText(found.word)
    if found.isComment || found.isBeginning || !isExact && !found.isTag { return .other(.notBuilt) }
    switch FileRole(path) {
    case .code where !found.isWholeLiteral || found.isLabel: return .other(.notBuilt)
    case .markup where !found.isWholeLiteral: return .other(.notBuilt)
    case .code, .markup, .data: return isExact ? .identifier : .exception(reason: "a tag of the keychain, or a setting")
    case .prose, .text: return .other(.document)
    }
  }

  private func exception(_ found: Occurrence) -> Occurrence.Role? {
    if foreign.contains(found.word) { return .exception(reason: "a type, or a product of the store") }
    guard let team = IdentifierText(found.word)?.team, !teams.ids.isEmpty, !teams.ids.contains(team),
      !IdentifierText.isExampleTeam(team)
    else { return nil }
    return .exception(reason: "a group of another team")
  }

  /// Whether a word is a base or a group of one, or stands like this in a build file.
  private func isBuildText(_ word: String) -> Bool {
    if sightings.buildTexts.contains(word) || bases.contains(word) { return true }
    guard let text = IdentifierText(word) else { return false }
    return bases.contains(text.name) || teams.ids.contains(text.team ?? "")
      || text.prefix != nil && families.contains { $0.covers(text) }
  }

  /// Whether it is a source of Android, in which an identifier is the name of a package.
  private static func isCode(_ path: Path) -> Bool {
    [".kt", ".java", ".pro", ".groovy", ".aidl", "/AndroidManifest.xml"].contains(where: path.bytes.ends)
  }

  /// Texts of families and teams that are whole words.
  private func words(in content: [UInt8]) -> [Occurrence] {
    var words: [Occurrence] = []
    search.forEachMatch(in: content) { text, offset in
      let ends = [content[..<offset].last, content[(offset + text.count)...].first].compactMap(\.self)
      if ends.contains(where: Boundary.isIdentifier) { return }
      words.append(Occurrence(String(decoding: text, as: UTF8.self), content, at: offset))
    }
    return words
  }

  /// Records teams outside the values of keys of teams.
  private func placeTeams(_ words: [Occurrence], in content: [UInt8], _ placement: inout Placement) {
    let values = teamValues.matches(in: content).map(\.range)
    for found in words where teams.ids.contains(found.base) && !values.contains(found.range) {
      if found.isCertificate || found.isComment { continue }
      let isKeyed = found.word == found.base && found.isAssigned && found.key.lowercased().contains("team")
      if isKeyed { placement.teamKeys.insert(String(found.key)) } else { placement.bareTeams.insert(found.base) }
    }
  }
}
