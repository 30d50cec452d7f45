import Platform
import Rules
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
    let found = values(.team).filter(Self.isRealTeam)
    let ids = Self.byFrequency(found.map(\.value))

    // Where a project has no team, the one that a developer sets is seen by the empty text.
    let isEmpty =
      !projects.isEmpty && ids.isEmpty
      || values(.team).contains { $0.key == "DEVELOPMENT_TEAM" && $0.value.isEmpty }

    let keys = found.map(\.key)
    let isXcode = isEmpty || !projects.isEmpty || keys.contains("DEVELOPMENT_TEAM")
    let xcodeKeys = isXcode ? ["DEVELOPMENT_TEAM", "DevelopmentTeam"] : []
    return Teams(ids: ids, hasEmpty: isEmpty, keys: (xcodeKeys + keys).uniqued)
  }

  /// Whether a value of a key for teams is a team, and neither a placeholder nor an example.
  private static func isRealTeam(_ sighting: Sighting) -> Bool {
    let team = sighting.value
    return IdentifierText.isTeam(team)
      && !NonIdentifierCheck.isNoValue(team.bytes)
      && (sighting.key.lowercased().hasPrefix("development") || !IdentifierText.isExampleTeam(team))
  }

  /// Each text once, the most frequent first, and those that are as frequent in the order of the first ones.
  private static func byFrequency(_ texts: [String]) -> [String] {
    let counts = texts.counted
    return texts.uniqued
      .enumerated()
      .sorted { one, other in
        (counts[other.element] ?? 0, one.offset) < (counts[one.element] ?? 0, other.offset)
      }
      .map(\.element)
  }
}
