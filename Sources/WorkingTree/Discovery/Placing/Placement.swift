import Platform

/// Where identifiers are: the files to munge, those to leave alone, and texts that stay in files that are munged.
struct Placement: Sendable {
  /// Files that hold an identifier as a build or a program uses it.
  var munged: Set<Path> = []
  /// Files that hold one and stay as they are.
  var left: [Path: LeaveReason] = [:]
  /// Texts that stay in munged files, with the reason; by base.
  private(set) var exceptions: [String: [String: String]] = [:]
  /// Keys whose values stay; by base.
  private(set) var otherKeys: [String: Set<String>] = [:]
  /// Teams that munged files hold outside the keys of teams.
  var bareTeams: Set<String> = []
  /// Teams before a base, `ABCDE12345.com.acme.app`, with their number.
  private var gluedTeams: [String: Int] = [:]
  /// Other keys that hold a team: `TEAM_ID=ABCDE12345` of a script.
  var teamKeys: Set<String> = []
  /// The string literals of source code that hold a base, without those that a build file has too.
  var literals: [Path: Set<String>] = [:]
  /// Munged files in which a base is also the name of a code package.
  private(set) var codeFiles: Set<Path> = []

  /// Records what has to stay of an occurrence in a munged file.
  mutating func keep(_ found: Occurrence, _ role: Occurrence.Role, in path: Path) {
    switch role {
    case .exception(let reason): exceptions[found.base, default: [:]][found.word] = reason
    case .otherKey(let key): otherKeys[found.base, default: []].insert(key)
    case .other(.codeName): codeFiles.insert(path)
    case .identifier, .other: break
    }
  }

  mutating func countTeam(of found: Occurrence) {
    guard let team = IdentifierText(found.word)?.team, !IdentifierText.isExampleTeam(team) else { return }
    gluedTeams[team, default: 0] += 1
  }

  /// The team before most bases, for a project that sets none by a key.
  var mostGluedTeam: String? { gluedTeams.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key }

  /// Munges source code that shares a string literal with munged source code: both have to name the same thing.
  mutating func mungeSharedLiterals() {
    var changed = Set(literals.filter { munged.contains($0.key) }.flatMap(\.value))
    while let path = left.first(where: { $0.value == .notBuilt && !(literals[$0.key] ?? []).isDisjoint(with: changed) })?.key {
      left[path] = nil
      munged.insert(path)
      changed.formUnion(literals[path] ?? [])
    }
  }

  /// The endings of source code of Apple's platforms, in which a text of the base is never the name of a package.
  private static func isNative(_ path: Path) -> Bool {
    [".c", ".cpp", ".h", ".m", ".mm", ".swift"].contains(where: path.bytes.ends)
  }

  /// Munges the names of logs, errors and queues too, if the source code of the project names everything by its identifier.
  mutating func mungeLabels() {
    // Fewer sources say little of the others.
    if munged.count(where: Self.isNative) < 3 { return }
    for (path, reason) in left where reason == .notBuilt && Self.isNative(path) {
      left[path] = nil
      munged.insert(path)
    }
  }
}
