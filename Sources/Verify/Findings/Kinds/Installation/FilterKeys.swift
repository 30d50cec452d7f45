// The findings `wrong-key` and `extra-key`.

package import Git
import Platform

extension Finding.Kind {
  static let wrongKey = Finding.Kind(
    "wrong-key", .error, blocksGit: true, "A configuration key of the filter is missing or wrong.",
    meaning: "git does not run the filter as intended, so files can be committed as they are on disk.",
    remedy: "Run `git munge doctor --fix`; a value that it does not change has to be removed where it is set.")

  static let extraKey = Finding.Kind(
    "extra-key", .note, "A configuration key of the filter is set at another level as well.",
    meaning: "This clone's own configuration overrides it. Without an installation it would apply.",
    remedy: "Remove the key there.")
}

extension Finding.Detail {
  /// A key that is not set.
  package static func unsetKey(_ key: String) -> Self { Self(.wrongKey, fix: .setKeys, "\(key) is not set") }

  /// A key that is not as git-munge sets it.
  package static func wrongKey(_ found: ConfigEntry) -> Self {
    let message: Finding.Message = "wrong filter configuration: \(found.words)"
    if found.isReplaceable { return Self(.wrongKey, fix: .setKeys, message) }
    let isHere = found.scope == "local"
    return Self(.wrongKey, message, .words(isHere ? "git munge install --force, if you do not need that filter" : found.removal))
  }

  package static func extraKey(_ found: ConfigEntry) -> Self {
    Self(.extraKey, "set at another level as well: \(found.words)", .words(found.removal))
  }
}

extension ConfigEntry {
  /// Whether this clone's configuration can override it, and it is not the key of another filter.
  fileprivate var isReplaceable: Bool {
    let isOurs = text.isEmpty || text.contains(FilterKey.program) || ["true", "false"].contains(text)
    return isOurs && !["worktree", "command"].contains(scope)
  }

  /// The command that removes it.
  var removal: Finding.Message {
    guard let file else { return "leave it out of the command" }
    return "git config --file \(Path(file).shellQuoted) --unset-all \(key)"
  }
}
