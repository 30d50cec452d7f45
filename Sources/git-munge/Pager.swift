import Platform

/// The pager of git (git-var(1), `GIT_PAGER`).
enum Pager {
  static func show(_ text: String) throws {
    let directory = try ScratchDirectory()
    let file = directory.path / "text"
    try FileSystem.replace(file, with: text.bytes)
    let script = "LESS=${LESS-FRX}; export LESS; pager=$(git var GIT_PAGER); eval \"${pager:-cat}\" <\"$0\""
    _ = try Subprocess.runInForeground(
      ["sh".bytes, "-c".bytes, script.bytes, file.bytes], environment: Environment.entries(changing: []))
  }
}
