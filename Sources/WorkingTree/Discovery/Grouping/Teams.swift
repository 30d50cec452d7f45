import Platform
import Verify

/// The Apple teams of a project.
struct Teams: Sendable, Hashable {
  /// The most frequent first.
  let ids: [String]
  /// Whether a key has no team: `DEVELOPMENT_TEAM = "";`.
  let hasEmpty: Bool
  /// The keys that hold a team.
  let keys: [String]
}

extension Sightings {
  var teams: Teams {
    let found = values(.team).filter { sighting in
      IdentifierText.isTeam(sighting.value) && !NonIdentifierCheck.isNoValue(Array(sighting.value.utf8))
        && (sighting.key.lowercased().hasPrefix("development") || !IdentifierText.isExampleTeam(sighting.value))
    }
    let counts = found.map(\.value).counted
    let ids = found.map(\.value).uniqued.enumerated().sorted { one, other in
      let (first, second) = (counts[one.element] ?? 0, counts[other.element] ?? 0)
      return first == second ? one.offset < other.offset : first > second
    }.map(\.element)
    let isEmpty = values(.team).contains { $0.key == "DEVELOPMENT_TEAM" && $0.value.isEmpty }
    let keys = (found.map(\.key) + (isEmpty ? ["DEVELOPMENT_TEAM"] : [])).uniqued
    let xcode = keys.contains("DEVELOPMENT_TEAM") ? ["DEVELOPMENT_TEAM", "DevelopmentTeam"] : []
    return Teams(ids: ids, hasEmpty: isEmpty, keys: (xcode + keys).uniqued)
  }
}
