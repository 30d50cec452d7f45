import Platform
import Rules

/// Rules for names and numbers of accounts at a service, such as a worker and its database.
struct Services {
  private(set) var rules: [RuleDraft] = []

  /// `known`: canonical texts of rules that exist.
  init(_ sightings: Sightings, _ known: [String]) {
    let accounts = sightings.values(.account)
    let databases = accounts.filter { $0.key == "database_id" && $0.value.count == 36 }.map(\.value).uniqued
    let workers = accounts.filter { $0.key == "name" }
    let zones = sightings.values(.host).map(\.value).uniqued
    if databases.count == 1, let id = databases.first, !known.contains(id) {
      let lines = [RuleDraft.Line(.canonical, id), .init(.key, "database_id")]
      rules.append(RuleDraft(name: "database", lines: lines, locals: ["${database}"]))
    }
    let first = workers.min { ($0.path.bytes.count, $0.path) < ($1.path.bytes.count, $1.path) }
    if let worker = first, !databases.isEmpty, !known.contains(worker.value) {
      let keys = ["name", "database_name"].filter { key in accounts.contains { $0.key == key && $0.value == worker.value } }
      let lines = [RuleDraft.Line(.canonical, worker.value)] + keys.map { .init(.key, $0) } + [.init(.path, "wrangler.*")]
      rules.append(RuleDraft(name: "worker", lines: lines, locals: ["${worker}"]))
    }
    if let zone = zones.first, !known.contains(zone) {
      rules.append(RuleDraft(name: "zone", lines: [.init(.canonical, zone), .init(.path, "wrangler.*")], locals: ["${zone}"]))
    }
  }

  /// Whether a file is one of the services.
  func mayHold(_ path: Path) -> Bool {
    IdentifierSource.of(path)?.keys.values.contains(.account) == true && LeaveReason.of(path) == nil
  }
}
