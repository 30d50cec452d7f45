import Platform
import Smudge

// What an installation puts in order besides the configuration and the files.
extension WorkingTree {
  /// Files of killed commands that hold nothing of the user.
  var leftovers: [Path] {
    Set([mungeDirectory.own, mungeDirectory.common]).flatMap { directory in
      ((try? FileSystem.entries(directory)) ?? []).map { directory / $0 }
    }.filter { $0.name.bytes.first == .dot || ["index", "index.lock"].contains("\($0.name)") || MungeDiff.isAbandoned($0) }.sorted()
  }

  /// Whether others can read the plan.
  var isPlanReadable: Bool { get throws { try (FileSystem.status(mungeDirectory.plan)?.mode ?? 0) & 0o077 != 0 } }

  /// Removes leftovers, copies the user's current attributes, and lets only the owner read the plan.
  func tidy() throws {
    if try FallbackAttributes(self).isOutdated { try FallbackAttributes(self).renew() }
    for path in leftovers { try FileSystem.removeTree(path) }
    if try isPlanReadable { try FileSystem.setMode(mungeDirectory.plan, 0o600) }
  }
}
