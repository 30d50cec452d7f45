import Platform

/// The pager of git (git-var(1), `GIT_PAGER`).
enum Pager {
  static func show(_ text: String) throws {
    let script = "LESS=${LESS-FRX}; export LESS; pager=$(git var GIT_PAGER); eval \"${pager:-cat}\""
    _ = try Subprocess.runInForeground(
      ["sh".bytes, "-c".bytes, script.bytes], environment: Environment.entries(changing: []), input: text.bytes)
  }
}
