/// One git configuration file, without the other scopes (`git-config(1)`, `--file`).
package struct ConfigFile {
  package let path: Path

  package init(_ path: Path) { self.path = path }

  /// All values of a key, in order; an empty one for a key without `=`, which git reads as true.
  package func values(_ key: String) throws(GitError) -> [String] {
    try git(["--includes", "-z", "--get-all", "--", key], accepting: [0, 1]).records.map(\.string)
  }

  /// Sets `value` as the only value of a key.
  package func set(_ key: String, to value: String) throws(GitError) {
    try set(key, to: value.bytes)
  }

  /// The same for a value that need not be UTF-8.
  package func set(_ key: String, to value: [UInt8]) throws(GitError) {
    _ = try git(["--replace-all", "--", key], [Path(value)])
  }

  /// Removes the values of a key that a POSIX extended regular expression matches, if there are any.
  package func remove(_ key: String, matching pattern: String) throws(GitError) {
    _ = try git(["--unset-all", "--", key, pattern], accepting: [0, 5])
  }

  /// Removes all values of a key. Throws if the key is in an included file.
  package func removeAll(_ key: String) throws(GitError) {
    _ = try git(["--unset-all", "--", key], accepting: [0, 5])
    if try values(key).isEmpty { return }
    throw .file(what: "cannot remove \(key)", path: path, words: "it is in an included file; remove it there")
  }

  private func git(
    _ words: [String], _ value: [Path] = [], accepting: Set<Int32> = [0]
  ) throws(GitError) -> [UInt8] {
    let words = ["config", "--file", path.name.bytes.string] + words
    do throws(GitError) {
      return try GitCommand(in: path.parent ?? Path(".")).output(words, paths: value, accepting: accepting)
    } catch {
      guard case .command(_, _, let reason) = error else { throw error }
      if !reason.hasSuffix("File exists") { throw .file(what: "git config failed", path: path, words: reason) }
      let words = "another process is writing it: try again; if there is none, remove \(path).lock"
      throw .file(what: "cannot write it", path: path, words: words)
    }
  }
}
