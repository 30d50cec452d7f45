import Platform
import Smudge
import Verify

/// An identifier that a build file holds.
struct Sighting {
  let meaning: IdentifierSource.Meaning
  let key: String
  var value: String
  let path: Path

  /// The value, taken apart; `nil` if it is no identifier.
  var text: IdentifierText? { IdentifierText(value) }
}

/// Everything in `HEAD` that names the app, its groups and its team.
struct Sightings {
  var all: [Sighting] = []
  /// What Xcode projects build bundle ids for, as written.
  var products: [String: XcodeTargets.Product] = [:]
  /// Xcode projects that have targets.
  var projects: Set<Path> = []
  /// Settings files that each developer can have, and that are not tracked.
  var settingsOfOwn: [String] = []
  /// Texts in build files, with which a literal in source code is compared.
  var buildTexts: Set<String> = []
  /// Folders that hold files of an app, although they are named like tests: `test/app` with its `Info.plist`.
  var appFolders: Set<Path> = []
  /// The settings of build files, to which values of keys can refer.
  var references = SettingReferences()
  /// Words with a dot that name a file or a folder.
  var names: Set<String> = []
  /// Groups, of all words of groups without what follows that of an app, that source code of Android has.
  var codeGroups: Set<String> = []

  /// Why a file is left alone by its path; `nil` if its content decides.
  func reasonToLeave(_ path: Path) -> LeaveReason? {
    let reason = LeaveReason(path)
    return reason == .test && appFolders.contains(where: path.isInside) ? nil : reason
  }

  /// The sightings of one meaning, in their order.
  func values(_ meaning: IdentifierSource.Meaning) -> [Sighting] {
    all.filter { $0.meaning == meaning }
  }

  /// Finds the groups that source code of Android has, too.
  mutating func readCodeGroups(in head: HeadTree) throws {
    if values(.application).isEmpty { return }
    let bases = values(.group).compactMap(\.text).filter { $0.prefix != nil }.flatMap(\.full.bases).map(String.init)
    let groups = Set(bases.filter { $0.count { $0 == "." } > 1 })
    let search = TextSearch(groups.map(\.bytes))
    try head.forEach(head.files(holding: Array(groups), where: Placer.isCode)) { _, content in
      search.forEachMatch(in: content) { group, _ in codeGroups.insert(group.string) }
    }
  }

  /// Adds the settings that the values of keys refer to, with the meaning of these keys.
  mutating func follow() {
    // `applicationId = Config.applicationId`
    let keys = Set(all.filter { $0.meaning != .application }.map(\.key))
    for meaning in [IdentifierSource.Meaning.app, .application, .group, .team] {
      let settings = references.settings(in: values(meaning).map(\.value))
      for (name, value, path) in settings where !keys.contains(name) {
        all.append(Sighting(meaning: meaning, key: name, value: value, path: path))
      }
    }
  }

  /// Records the targets of a project. `directory`: that of the project, `nil` at the top; `paths`: all files.
  mutating func add(_ targets: XcodeTargets, in directory: Path?, _ paths: Set<Path>) {
    products.merge(targets.products, uniquingKeysWith: min)
    // Without the setting of a folder before it: `$(SRCROOT)/App/Info.plist`.
    let files = targets.appFiles.map { String($0.split(separator: ")/").last ?? "") }
    for file in files.uniqued {
      let path = directory.map { $0 / file } ?? Path(file)
      guard
        paths.contains(path),
        LeaveReason(path) == .test,
        let folder = LeaveReason.directory(of: path)
      else { continue }
      appFolders.insert(path.ancestors.first { $0.isInside(folder) } ?? folder)
    }
  }
}
