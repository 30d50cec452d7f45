/// One git configuration file, without the other scopes (`git-config(1)`, `--file`).
package struct ConfigFile {
  package let path: Path

  package init(_ path: Path) { self.path = path }

  /// All values of a key, in order; an empty one for a key without `=`, which git reads as true.
  package func values(_ key: String) throws(GitError) -> [String] {
    try git(["--includes", "-z", "--get-all", "--", key], accepting: [0, 1]).records.map(\.string)
  }

  /// Sets `value`, which need not be UTF-8, as the only value of a key.
  package func set(_ key: String, to value: [UInt8]) throws(GitError) {
    _ = try git(["--replace-all", "--", key], [Path(value)])
  }

  /// Removes all values of a key. Throws if only an included file has the key.
  package func removeAll(_ key: String) throws(GitError) {
    do throws(GitError) {
      _ = try git(["--unset-all", "--", key])
    } catch {
      guard case .command(_, status: 5, _) = error else { throw error }
      if try values(key).isEmpty { return }
      throw .file(what: "cannot remove \(key)", path: path, words: "it is in an included file; remove it there")
    }
  }

  private func git(
    _ words: [String], _ value: [Path] = [], accepting: Set<Int32> = [0]
  ) throws(GitError) -> [UInt8] {
    let words = ["config", "--file", path.name.bytes.string] + words
    do throws(GitError) {
      return try GitCommand(in: path.parent ?? Path(".")).output(words, paths: value, accepting: accepting)
    } catch {
      // The file does not have the key (5).
      guard case .command(_, let status, let reason) = error, status != 5 else { throw error }
      if !reason.hasSuffix("File exists") { throw .file(what: "git config failed", path: path, words: reason) }
      let words = "another process is writing it: try again; if there is none, remove \(path).lock"
      throw .file(what: "cannot write it", path: path, words: words)
    }
  }
}
