package import Platform

/// Tells whether a rules file is still the one that a plan was made from, without reading what it says.
package enum RulesFingerprint {
  /// The rules file, at the top of a working tree.
  package static let file = ".gitmunge"
  /// Of a rules file, in bytes.
  package static let maxBytes = 65536

  /// Of the rules file that lies there now; `nil` where there is none that could be used.
  package static func read(in worktree: Path) -> Digest? {
    guard let file = try? File(worktree / file, .readRegular),
      let bytes = try? file.readAll(limit: maxBytes), bytes.count <= maxBytes
    else { return nil }
    return Digest(bytes)
  }
}
