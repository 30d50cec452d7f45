import Platform
import Smudge
import Verify

/// An identifier that a build file holds.
struct Sighting: Sendable {
  let meaning: IdentifierSource.Meaning
  let key: String
  let value: String
  let path: Path
}

/// Everything in `HEAD` that names the app, its groups and its team.
struct Sightings: Sendable {
  var all: [Sighting] = []
  /// Bundle ids of test targets and of frameworks, as written.
  var tests: Set<String> = [], frameworks: Set<String> = []
  /// Xcode projects that have targets.
  var projects: Set<Path> = []
  /// Files that xcconfig files include, and that are not tracked.
  var includes: [(name: String, path: Path)] = []
  /// Texts in build files, with which a literal in source code is compared.
  var buildTexts: Set<String> = []
  /// Folders that hold files of an app, although they are named like tests: `test/app` with its `Info.plist`.
  var appFolders: Set<Path> = []
  fileprivate var references = SettingReferences()
  /// Words with a dot that name a file or a folder.
  var names: Set<String> = []

  /// Why a file is left alone by its path; `nil` if its content decides.
  func reasonToLeave(_ path: Path) -> LeaveReason? {
    let reason = LeaveReason.of(path)?.reason
    return reason == .test && appFolders.contains(where: path.isInside) ? nil : reason
  }

  func values(_ meaning: IdentifierSource.Meaning) -> [Sighting] { all.filter { $0.meaning == meaning } }
}

/// Finds identifiers in the build files of `HEAD` by their keys.
struct IdentifierScanner {
  private let search = KeySearch(IdentifierSource.all.flatMap(\.keys.keys).map { Array($0.utf8) })

  func sightings(in head: HeadTree) throws -> Sightings {
    var found = Sightings()
    found.names = head.names
    let projects = head.all.filter { $0.path.name == Path("project.pbxproj") && LeaveReason.of($0.path) == nil }
    let paths = Set(head.all.map(\.path))
    try head.forEach(projects) { file, content in
      let text = String(decoding: content, as: UTF8.self)
      found.add(XcodeTargets(text), in: file.path.parent?.parent, paths)
      if text.contains("productType = ") { found.projects.insert(file.path) }
    }
    let wanted = head.all.filter { file in
      guard let source = IdentifierSource.of(file.path) else { return false }
      switch found.reasonToLeave(file.path) {
      case nil: return true
      // The only automation that names teams of its own.
      case .release: return source.covers(Path(".github/workflows/a.yml"))
      case _?: return source.isForeign
      }
    }
    try head.forEach(wanted) { file, content in
      if Exclusion.kind(of: content) == nil { read(content, file.path, &found) }
    }
    found.buildTexts.formUnion(found.references.texts)
    found.follow()
    let files = Set(paths.map(\.name))
    found.includes.removeAll { $0.name.hasPrefix("Pods/") || files.contains(Path($0.name).name) }
    return found
  }

  func read(_ content: [UInt8], _ path: Path, _ found: inout Sightings) {
    guard let source = IdentifierSource.of(path) else { return }
    let text = String(decoding: content, as: UTF8.self)
    found.references.read(text, path, isWhole: source.isWhole)
    var check = NonIdentifierCheck(content, FileRole(path))
    let isCode = FileRole(path) == .code
    let quotes = Array("\"\"\"".utf8)
    for match in search.matches(in: content) {
      let key = String(decoding: match.key, as: UTF8.self)
      let place = match.range.lowerBound
      guard let meaning = source.keys[key], !check.isInComment(place),
        !isCode || content[..<place].ranges(of: quotes).count.isMultiple(of: 2)
      else { continue }
      let value = String(decoding: content[match.range], as: UTF8.self)
      // A Makefile that signs with no team has a placeholder.
      if !source.isWhole, meaning == .team, IdentifierText.isExampleTeam(value) { continue }
      found.all.append(Sighting(meaning: meaning, key: key, value: value, path: path))
    }
    if path.bytes.ends(with: ".xcconfig") {
      let lines = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("#include") }
      found.includes += lines.compactMap { $0.split(separator: "\"").dropFirst().first.map { (String($0), path) } }
    }
    if found.reasonToLeave(path) == nil { found.all += UnkeyedForms(text, path).sightings }
    if !source.isForeign {
      let words = text.utf8.split { !(Boundary.isIdentifier($0) || $0 == .dot) }
      found.buildTexts.formUnion(words.filter { $0.contains(.dot) }.map { String(decoding: $0, as: UTF8.self) })
    }
  }
}

extension Sightings {
  /// Adds the settings that the values of keys refer to, with the meaning of these keys.
  mutating func follow() {
    let known = Set(all.map(\.key))
    for meaning in [IdentifierSource.Meaning.app, .group, .team] {
      for (name, value, path) in references.settings(in: values(meaning).map(\.value)) where !known.contains(name) {
        all.append(Sighting(meaning: meaning, key: name, value: value, path: path))
      }
    }
  }

  /// Records the targets of a project. `directory`: that of the project, `nil` at the top; `paths`: all files.
  fileprivate mutating func add(_ targets: XcodeTargets, in directory: Path?, _ paths: Set<Path>) {
    let products = targets.products
    frameworks.formUnion(products.filter { $0.value == .framework }.keys)
    tests.formUnion(products.filter { $0.value == .tests }.keys)
    for file in targets.appFiles.map({ String($0.split(separator: ")/").last ?? $0) }).uniqued {
      let path = directory.map { $0 / file } ?? Path(file)
      guard paths.contains(path), let (reason, folder) = LeaveReason.of(path), reason == .test, let folder else {
        continue
      }
      appFolders.insert(path.ancestors.first { $0.isInside(folder) } ?? folder)
    }
  }
}

extension IdentifierSource {
  /// Whether all its keys hold identifiers that are not the app's.
  fileprivate var isForeign: Bool { !keys.isEmpty && keys.values.allSatisfy { $0 == .foreign } }
}

extension Collection<UInt8> {
  func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
