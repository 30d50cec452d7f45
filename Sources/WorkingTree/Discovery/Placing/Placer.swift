import Platform
import Rules
import Smudge
import Verify

/// Decides for each file of `HEAD` that holds an identifier whether it is munged.
struct Placer {
  private let head: HeadTree
  private let sightings: Sightings
  private let families: [IdentifierFamily]
  private let teams: Teams
  /// The texts of families without keys.
  private let bases: Set<String>
  /// All texts of the families.
  private let texts: Set<Substring>
  /// Names of types and of products in the store.
  private let foreign: Set<String>
  private let search: TextSearch
  private let teamValues: KeySearch
  /// The names of files and folders that begin with a base, without those of what is built.
  private let names: Set<String>

  init(_ head: HeadTree, _ sightings: Sightings, _ families: [IdentifierFamily], _ teams: Teams) {
    self.head = head
    self.sightings = sightings
    self.families = families
    self.teams = teams
    bases = Set(families.filter(\.keys.isEmpty).flatMap(\.texts))
    search = TextSearch((bases + teams.ids).map(\.bytes))
    teamValues = KeySearch(teams.keys.map(\.bytes))
    let texts = Set(families.flatMap(\.texts).map { $0[...] })
    self.texts = texts
    names = sightings.names.filter { $0.bases.contains(where: texts.contains) }
      .subtracting(sightings.references.definitions["PRODUCT_NAME", default: []].map(\.value))
    foreign = Set(sightings.values(.foreign).map(\.value))
  }

  /// Where the identifiers of `HEAD` are. `known`: files to munge in any case.
  func placement(known: Set<Path>) throws -> Placement {
    var placement = Placement()
    placement.munged = known.union(sightings.all.filter(isOurs).map(\.path))
    placement.munged.formIntersection(head.files.paths)

    let files = try head.files(holding: bases + teams.ids, head.noteCode)
    try head.forEach(files.filter { !Exclusion.isExcluded($0.path) }) { file, content in
      look(at: content, file.path, &placement)
    }
    placement.mungeLabels()
    placement.mungeSharedWords()
    return placement
  }

  /// Whether a value of a key is of a family or a team.
  private func isOurs(_ sighting: Sighting) -> Bool {
    let value = sighting.value
    switch sighting.meaning {
    case .team:
      return teams.ids.contains(value) || value.isEmpty
    case .application, .app, .group:
      guard let text = IdentifierText(value) else { return false }
      return (text.name.bases + text.full.bases).contains(where: texts.contains)
    case .prefix, .foreign, .package:
      return false
    }
  }

  /// Decides about a file that holds a base or a team.
  private func look(at content: [UInt8], _ path: Path, _ placement: inout Placement) {
    let words = Occurrence.words(of: search, in: content)
    placement.words[path] = words.basesByWord
    let isMunged = placement.munged.contains(path)
    if !isMunged, let reason = sightings.reasonToLeave(path) {
      placement.reasons[path] = reason
      return
    }

    let source = IdentifierSource.of(path)
    let places = words.filter { bases.contains($0.base) }.map { place in
      (place: place, role: role(of: place, path, source))
    }
    let read = places.filter { isRead($0, $1, in: path) }
    placement.reads[path] = read.map(\.place).basesByWord
    if places.contains(where: { $1.isFixed && !isRead($0, $1, in: path) }) { placement.fixed.insert(path) }

    // A script that signs, or a file of a build tool.
    let isSigning = FileRole(path) == .data && words.contains(where: isTeamValue)
    let isKnown = isSigning || isMunged || source?.attributes != nil
    if !isKnown, let reason = reasonToLeave(places.map(\.role), content, path) {
      placement.reasons[path] = reason
      return
    }

    placement.munged.insert(path)
    for (place, role) in places {
      placement.keep(place, role, in: path)
      if role == .other(.notBuilt), !isBuildText(place.word) { placement.loose.insert(place.word) }
    }
    placeTeams(words, in: content, &placement)
  }

  /// The reason to leave a file alone that no build reads by its name; `nil` if it is munged.
  private func reasonToLeave(_ roles: [Occurrence.Use], _ content: [UInt8], _ path: Path) -> LeaveReason? {
    let reasons = roles.compactMap(\.reason)
    let isNamed = reasons.contains(.codeName) || reasons.contains(.link)
    if !roles.contains(.identifier) || isNamed && !Self.isCode(path) {
      return reasons.first ?? (Self.isCode(path) ? .codeName : .notBuilt)
    }
    // `altstore-source.json` lists what can be downloaded.
    return content.firstRange(of: "\"downloadURL\"".utf8) == nil ? nil : .release
  }

  /// What a text is in a file. `source`: the kind of the file, if it is one of a build.
  private func role(of place: Occurrence, _ path: Path, _ source: IdentifierSource?) -> Occurrence.Use {
    if let exception = exception(place) { return exception }
    if place.isAPIKey {
      return source == nil ? .other(.notBuilt) : .otherKey(String(place.key))
    }
    if isNameKey(place, path) { return .otherKey(String(place.key)) }

    // Files of freedesktop.org have the names of each other, and so does an identifier that is also the name of a file.
    let isFileName = names.contains(place.word) && isDesktop(path)
    let isPackage = source == nil && place.isPackage
    if isFileName || isPackage || place.isCodeName || Self.isCode(path) && IdentifierText(place.base)?.prefix == nil {
      return .other(.codeName)
    }

    if source?.attributes != nil { return .identifier }
    if place.isLink { return .other(.link) }
    if source?.isWhole == true { return .identifier }
    if place.isComment || place.isComparison || !isBuildText(place.word) { return .other(.notBuilt) }

    let isText = place.isWholeLiteral
    return switch FileRole(path) {
    case .code, .markup: isText && !place.isLabel ? .identifier : .other(.notBuilt)
    case .data: .identifier
    case .prose, .text: .other(.document)
    }
  }

  /// Whether a file is one of freedesktop.org, or a source of one.
  private func isDesktop(_ path: Path) -> Bool {
    [".desktop", ".service", ".metainfo.xml", ".appdata.xml"]
      .contains { path.bytes.firstRange(of: $0.utf8) != nil }
  }

  /// What stays in files that are munged; `nil` for a text of the app.
  private func exception(_ place: Occurrence) -> Occurrence.Use? {
    let word = place.word
    if foreign.contains(word) || place.isProduct {
      return .exception(word, reason: "a type, or a product of the store")
    }
    if names.contains(word), !isIdentifier(word) { return .exception(word, reason: "the name of a file") }
    if let name = head.codeName(word, below: place.base), !isIdentifier(name) {
      return .exception(name, reason: "a package or a class")
    }

    guard
      let team = IdentifierText(word)?.team,
      !teams.ids.isEmpty,
      !teams.ids.contains(team),
      !sightings.values(.app).contains(where: { $0.text?.team == team }),
      !IdentifierText.isExampleTeam(team)
    else { return nil }
    return .exception(word, reason: "a group of another team")
  }

  /// Whether the key of a word says that it is the name of a file, a folder or a package.
  private func isNameKey(_ place: Occurrence, _ path: Path) -> Bool {
    let key = place.key
    if names.contains(place.word), place.isPath, key.first?.isLetter == true, FileRole(path) != .code { return true }
    // Of folders, of groups of Maven, and of packages of generated code.
    return ["GROUP", "groupId", "java_package", "javaPackageName", "mainClass", "namespace", "subPath"].contains(key)
      || key == "name" && path.name == Path("package.json")
  }

  /// Whether a word is a base, or the whole value of a key.
  private func isIdentifier(_ word: String) -> Bool {
    bases.contains(word) || sightings.all.contains { $0.value == word }
  }

  /// Whether a build or a program reads the word, and compares it with what other files hold.
  private func isRead(_ place: Occurrence, _ role: Occurrence.Use, in path: Path) -> Bool {
    switch role {
    case .identifier: true
    case .exception, .otherKey, .other(.link), .other(.document): false
    // Only groups and containers are not Android's own names.
    case .other:
      place.isRead && !place.isComparison && (!Self.isCode(path) || IdentifierText(place.word)?.prefix != nil)
    }
  }

  /// Whether a word is a base or a group of one, or stands like this in a build file.
  private func isBuildText(_ word: String) -> Bool {
    if sightings.buildTexts.contains(word) || bases.contains(word) { return true }
    guard let text = IdentifierText(word) else { return false }
    return bases.contains(text.name)
      || teams.ids.contains(text.team ?? "")
      || text.prefix != nil && families.contains { $0.covers(text) }
  }

  /// Whether a file is a source of Android, in which an identifier is the name of a package.
  static func isCode(_ path: Path) -> Bool {
    [".kt", ".java", ".pro", ".gradle", ".gradle.kts", "/AndroidManifest.xml"]
      .contains(where: path.bytes.ends)
  }

  /// Whether a key that is named like one holds a team.
  private func isTeamValue(_ place: Occurrence) -> Bool {
    teams.ids.contains(place.word)
      && !place.isComment
      && place.key.lowercased().contains("team")
  }

  /// Records teams outside the values of keys of teams.
  private func placeTeams(_ words: [Occurrence], in content: [UInt8], _ placement: inout Placement) {
    let values = teamValues.matches(in: content).map(\.range)
    for place in words where teams.ids.contains(place.base) && !values.contains(place.range) {
      if place.isComment || place.isCertificate { continue }
      if isTeamValue(place) {
        placement.teamKeys.insert(String(place.key))
      } else {
        placement.bareTeams.insert(place.base)
      }
    }
  }
}

extension [Occurrence] {
  /// Each word with its base.
  fileprivate var basesByWord: [String: String] {
    Dictionary(map { ($0.word, $0.base) }) { first, _ in first }
  }
}
