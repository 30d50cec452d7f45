import Platform
import Rules
import Smudge
import Verify

/// Finds identifiers in the build files of `HEAD` by their keys.
struct IdentifierScanner {
  private let search = KeySearch(IdentifierSource.all.flatMap(\.keys.keys).map(\.bytes))

  /// All identifiers of build files, with what Xcode projects say of them.
  func sightings(in head: HeadTree) throws -> Sightings {
    var sightings = Sightings()
    sightings.names = head.names
    let paths = Set(head.all.paths)
    try readProjects(of: head, paths, &sightings)

    let wanted = head.all.filter { Self.isRead($0.path, sightings) }
    try head.forEach(wanted) { file, content in
      if Exclusion.kind(of: content) == nil { read(content, file.path, &sightings) }
    }

    sightings.buildTexts.formUnion(sightings.references.texts)
    sightings.follow()
    sightings.settingsOfOwn += head.all.paths.compactMap { path in
      let name = path.name.bytes.string
      let filled = [".sample", ".template", ".example"].reduce(name) { $0.replacing($1, with: "") }
      return filled != name && filled.hasSuffix(".xcconfig") ? filled : nil
    }
    // On macOS a name that differs in case only is the same file.
    let names = Set(paths.map { $0.name.bytes.string.lowercased() })
    sightings.settingsOfOwn.removeAll { name in
      name.hasPrefix("Pods/") || names.contains("\(Path(name).name)".lowercased())
    }
    return sightings
  }

  /// Reads the targets of Xcode projects. `paths`: all files.
  private func readProjects(of head: HeadTree, _ paths: Set<Path>, _ sightings: inout Sightings) throws {
    let projects = head.all.filter { file in
      file.path.name == Path("project.pbxproj") && LeaveReason(file.path) == nil
    }
    try head.forEach(projects) { file, content in
      let targets = XcodeTargets(content)
      sightings.add(targets, in: file.path.parent?.parent, paths)
      if !targets.isEmpty { sightings.projects.insert(file.path) }
    }
  }

  /// Whether a file is searched for identifiers.
  private static func isRead(_ path: Path, _ sightings: Sightings) -> Bool {
    guard let source = IdentifierSource.of(path) else { return false }
    guard let reason = sightings.reasonToLeave(path) else { return true }
    // The only automation that names teams of its own.
    return reason == .release ? source.covers(Path(".github/workflows/a.yml")) : path.bytes.ends(with: ".storekit")
  }

  /// Reads a build file of a known kind; other files have no sightings.
  func read(_ content: [UInt8], _ path: Path, _ sightings: inout Sightings) {
    guard let source = IdentifierSource.of(path) else { return }
    let text = content.string
    sightings.references.read(text, path, isWhole: source.isWhole)
    sightings.all += values(of: source, in: content, path)

    if path.bytes.ends(with: ".xcconfig") {
      // A file that need not exist. `Generated.xcconfig` of Flutter has to.
      let lines = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("#include?") }
      sightings.settingsOfOwn += lines.compactMap { $0.split(separator: "\"").dropFirst().first.map(String.init) }
    }

    if sightings.reasonToLeave(path) == nil {
      sightings.all += UnkeyedForms(text, path).sightings
    }

    if !path.bytes.ends(with: ".storekit") {
      let words = text.utf8.split { !(Boundary.isIdentifier($0) || $0 == .dot) }
      sightings.buildTexts.formUnion(words.filter { $0.contains(.dot) }.map(\.string))
    }
  }

  /// The values of the keys of a kind of file, without those in comments.
  private func values(of source: IdentifierSource, in content: [UInt8], _ path: Path) -> [Sighting] {
    let role = FileRole(path)
    var check = NonIdentifierCheck(content, role)
    return search.matches(in: content).compactMap { match in
      let key = match.key.string
      let place = match.range.lowerBound
      guard let meaning = source.keys[key], !check.isInComment(place) else { return nil }
      // Without quotes, source code has an expression.
      if role == .code, !match.isQuoted {
        return meaning == .app ? Sighting(meaning: .app, key: key, value: "", path: path) : nil
      }
      // `queries: { package: ["org.other"] }` lists apps of others.
      if meaning == .application, content[..<place].suffix(2).first == UInt8(ascii: "[") { return nil }

      // A Makefile that signs with no team has a placeholder.
      let value = content[match.range].string
      if !source.isWhole, meaning == .team, IdentifierText.isExampleTeam(value) { return nil }
      return Sighting(meaning: meaning, key: key, value: value, path: path)
    }
  }
}

extension Collection<UInt8> {
  /// Whether the last bytes are those of a text.
  func ends(with text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
