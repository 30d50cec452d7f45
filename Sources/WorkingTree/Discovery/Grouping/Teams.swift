import Platform
import Rules
import Smudge
import Verify

/// The Apple teams of a project.
struct Teams {
  /// The identifiers of the teams, the most frequent first.
  var ids: [String]
  /// Whether a key has no team: `DEVELOPMENT_TEAM = "";`.
  let hasEmpty: Bool
  /// The keys that hold a team.
  let keys: [String]
}

extension Sightings {
  /// The teams that build files hold as values of keys for teams.
  var teams: Teams {
    let all = values(.team).filter(isRealTeam)
    // `ABCDE12345.com.acme.app`
    let before = (values(.app) + values(.group)).compactMap(\.text?.team).filter { !IdentifierText.isExampleTeam($0) }
    let texts = all.isEmpty ? [before.mostFrequent].compactMap(\.self) : all.map(\.value)
    let counts = texts.counted
    // A stable sort: teams that are as frequent stay in the order of the first ones.
    let ids = texts.uniqued.sorted { (counts[$0] ?? 0) > (counts[$1] ?? 0) }

    // Where a project has no team, the one that a developer sets is seen by the empty text.
    let isEmpty =
      !projects.isEmpty && ids.isEmpty
      || values(.team).contains(where: \.value.isEmpty)

    let keys = (all + values(.team).filter(\.value.isEmpty)).map(\.key)
    let isXcode = isEmpty || !projects.isEmpty || keys.contains("DEVELOPMENT_TEAM")
    let xcodeKeys = isXcode ? ["DEVELOPMENT_TEAM", "DevelopmentTeam"] : []
    return Teams(ids: ids, hasEmpty: isEmpty, keys: (xcodeKeys + keys).uniqued)
  }

  /// Finds teams beside other names with the word team, where no key of a build file has one.
  mutating func readTeams(in head: HeadTree) throws {
    if !teams.ids.isEmpty || values(.app).isEmpty { return }
    try head.forEach(
      head.files(holding: ["TEAM", "Team", "team"]) { path in
        reasonToLeave(path) == nil && ![".sample", ".example", ".template"].contains(where: path.bytes.ends)
      }
    ) { file, content in
      let words = content.split { !Boundary.isIdentifier($0) }.uniqued
      let keys = words.filter { $0.string.lowercased().contains("team") }.map { Array($0) }
      for match in KeySearch(keys).matches(in: content) {
        let team = Sighting(meaning: .team, key: match.key.string, value: content[match.range].string, path: file.path)
        if isRealTeam(team) { all.append(team) }
      }
    }
  }

  /// Whether a value of a key for teams is a team, and neither a placeholder nor an example.
  private func isRealTeam(_ sighting: Sighting) -> Bool {
    let team = sighting.value
    return IdentifierText.isTeam(team)
      && !NonIdentifierCheck.isNoValue(team.bytes)
      && (sighting.key.lowercased().hasPrefix("development") || !IdentifierText.isExampleTeam(team))
  }
}
