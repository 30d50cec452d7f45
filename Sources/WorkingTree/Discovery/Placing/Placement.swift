import Platform
import Verify

/// Where identifiers are: the files to munge, those to leave alone, and texts that stay in files that are munged.
struct Placement {
  /// Files that hold an identifier as a build or a program uses it.
  var munged: Set<Path> = []
  /// Files that hold a text and stay as they are, with the reason.
  var reasons: [Path: LeaveReason] = [:]
  /// The words of a file, each with its base or team.
  var words: [Path: [String: String]] = [:]
  /// Words of munged files that no build file has.
  var loose: Set<String> = []
  /// Texts that stay in munged files, each with the reason; by base.
  private(set) var exceptions: [String: [String: String]] = [:]
  /// Keys whose values stay; by base.
  private(set) var otherKeys: [String: Set<String>] = [:]
  /// Teams that munged files hold outside the keys of teams.
  var bareTeams: Set<String> = []
  /// Other keys that hold a team: `TEAM_ID=ABCDE12345` of a script.
  var teamKeys: Set<String> = []
  /// The words that a build or a program reads in a file, each with its base.
  var reads: [Path: [String: String]] = [:]
  /// Files that hold a base as a name that has to stay, such as that of a package.
  var fixed: Set<Path> = []
  /// Munged files in which a base is also the name of a code package.
  private(set) var codeFiles: Set<Path> = []

  /// Records what has to stay of an occurrence in a munged file.
  mutating func keep(_ place: Occurrence, _ role: Occurrence.Use, in path: Path) {
    switch role {
    case .exception(let text, let reason):
      exceptions[place.base, default: [:]][text] = reason
    case .otherKey(let key):
      otherKeys[place.base, default: []].insert(key)
    case .other(.codeName):
      codeFiles.insert(path)
    case .identifier, .other: break
    }
  }

  /// Munges files that read a word which another munged file reads: both have to name the same thing. Where a name has
  /// to stay, the file does; then a group stays everywhere, as does a word that no build file has.
  mutating func mungeSharedWords() {
    var changed = Set(reads.filter { munged.contains($0.key) }.flatMap(\.value.keys))
    func shared(_ path: Path) -> [String] {
      reads[path]?.keys.filter(changed.contains) ?? []
    }
    func joins(_ path: Path) -> Bool {
      LeaveReason(path) == nil && reasons[path] != .release && !fixed.contains(path) && !shared(path).isEmpty
    }
    while let path = reasons.keys.first(where: joins) {
      munge(path)
      if let words = reads[path] { changed.formUnion(words.keys) }
    }

    for path in reasons.keys.sorted() where LeaveReason(path) == nil && FileRole(path) == .code {
      if AttributePatterns.ending(of: path) == nil { continue }
      let groups = shared(path).filter { IdentifierText($0)?.prefix != nil }
      for (word, base) in words[path] ?? [:] where groups.contains(word) || loose.contains(word) {
        exceptions[base, default: [:]][word] = "also in \(path), which stays"
      }
    }
  }

  /// Munges a file that was to be left.
  private mutating func munge(_ path: Path) {
    reasons[path] = nil
    munged.insert(path)
  }

  /// The endings of source code of Apple's platforms, in which a text of the base is never the name of a package.
  private static func isNative(_ path: Path) -> Bool {
    [".c", ".cpp", ".h", ".m", ".mm", ".swift"]
      .contains(where: path.bytes.ends)
  }

  /// Munges the names of logs, errors and queues too, if the source code of the project names everything by its
  /// identifier. What begins with two words alone, `com.acme`, says less of where it belongs.
  mutating func mungeLabels() {
    // Fewer sources say little of the others.
    if munged.count(where: Self.isNative) < 3 { return }
    for (path, reason) in reasons where reason == .notBuilt && Self.isNative(path) {
      let isLong = words[path]?.values.allSatisfy { base in
        base.count { $0 == "." } > 1
      }
      if isLong == true { munge(path) }
    }
  }
}
