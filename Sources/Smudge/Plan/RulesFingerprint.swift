package import Platform

/// The digest of a rules file, which a plan stores to detect that the file has changed.
package enum RulesFingerprint {
  /// The name of the rules file, at the top of a working tree.
  package static let file = ".gitmunge"
  /// The maximum size of a rules file, in bytes.
  package static let maxBytes = 65536

  /// The digest of the current rules file; `nil` if it is missing, not a regular file or too large.
  package static func read(in worktree: Path) -> Digest? {
    guard let file = try? File(worktree / file, .readRegular),
      let bytes = try? file.readAll(limit: maxBytes), bytes.count <= maxBytes
    else { return nil }
    return Digest(bytes)
  }
}
