package import Platform

/// The digest of what a rules file says, which a plan stores to detect that the rules have changed.
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
    return digest(of: bytes)
  }

  package static func digest(of rules: [UInt8]) -> Digest { Digest(statements(of: rules)) }

  /// A rules file without its comments, empty lines, and blanks and carriage returns around a line.
  package static func statements(of rules: [UInt8]) -> [UInt8] {
    let lines = rules.split(separator: .newline).map { line in
      var isQuoted = false
      var isEscaped = false
      return line.prefix { byte in
        if !isQuoted, "#;".utf8.contains(byte) { return false }
        if byte == .quotationMark, !isEscaped { isQuoted.toggle() }
        isEscaped = byte == .backslash && !isEscaped
        return true
      }.trimmed
    }
    return Array(lines.filter { !$0.isEmpty }.joined(separator: [.newline]))
  }
}
