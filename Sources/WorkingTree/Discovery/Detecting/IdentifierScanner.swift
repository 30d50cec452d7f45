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
  /// Texts in build files, with which a literal in source code is compared.
  var buildTexts: Set<String> = []

  func values(_ meaning: IdentifierSource.Meaning) -> [Sighting] { all.filter { $0.meaning == meaning } }
}

/// Finds identifiers in the build files of `HEAD` by their keys.
struct IdentifierScanner {
  private let search = KeySearch(IdentifierSource.all.flatMap(\.keys.keys).map { Array($0.utf8) })

  func sightings(in head: HeadTree) throws -> Sightings {
    let wanted = head.all.filter { file in
      guard let source = IdentifierSource.of(file.path) else { return false }
      switch LeaveReason.of(file.path)?.reason {
      case nil: return true
      // The only automation that names teams of its own.
      case .automation: return source.covers(Path(".github/workflows/a.yml"))
      case _?: return source.isForeign
      }
    }
    var found = Sightings()
    try head.forEach(wanted) { file, content in
      if Exclusion.kind(of: content) == nil { read(content, file.path, &found) }
    }
    return found
  }

  func read(_ content: [UInt8], _ path: Path, _ found: inout Sightings) {
    guard let source = IdentifierSource.of(path) else { return }
    let text = String(decoding: content, as: UTF8.self)
    var check = NonIdentifierCheck(content, FileRole(path))
    for match in search.matches(in: content) {
      let key = String(decoding: match.key, as: UTF8.self)
      guard let meaning = source.keys[key], !check.isInComment(match.range.lowerBound) else { continue }
      let value = String(decoding: content[match.range], as: UTF8.self)
      found.all.append(Sighting(meaning: meaning, key: key, value: value, path: path))
    }
    if LeaveReason.of(path) == nil { found.all += UnkeyedForms(text, path).sightings }
    if !source.isForeign {
      let words = text.utf8.split { !(Boundary.isIdentifier($0) || $0 == UInt8(ascii: ".")) }
      found.buildTexts.formUnion(words.filter { $0.contains(UInt8(ascii: ".")) }.map { String(decoding: $0, as: UTF8.self) })
    }
    if path.name == Path("project.pbxproj") {
      for (id, product) in XcodeTargets(text).products {
        switch product {
        case .app: break
        case .framework: found.frameworks.insert(id)
        case .tests: found.tests.insert(id)
        }
      }
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
