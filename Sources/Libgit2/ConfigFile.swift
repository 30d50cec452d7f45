import CLibgit2
package import Platform

/// One git configuration file, opened through libgit2 without the other scopes (`git-config(1)`).
///
/// The repository is not opened, so it works where libgit2 does not support the repository format. libgit2 keeps
/// comments, order and line endings; it does not keep the file mode, which is restored after each write.
package struct ConfigFile: ~Copyable {
  package let path: Path
  private let handle: OpaquePointer

  /// Throws `GitError.library` if the file cannot be read or parsed.
  package init(_ path: Path) throws(GitError) {
    self.path = path
    git_libgit2_init()
    var handle: OpaquePointer?
    let code = git_config_open_ondisk(&handle, path.cString)
    guard code == 0, let handle else {
      let words = lastWords()
      git_libgit2_shutdown()
      throw .library(what: "cannot read the configuration file", path: path, words: words)
    }
    self.handle = handle
  }

  deinit {
    git_config_free(handle)
    git_libgit2_shutdown()
  }

  /// All values of a key, in order; an empty one for a key without `=`, which git reads as true.
  package func values(_ key: String) throws(GitError) -> [String] {
    try entries(key).map { ($0 ?? []).string }
  }

  /// The values of a key; `nil` for one without `=`.
  private func entries(_ key: String) throws(GitError) -> [[UInt8]?] {
    var iterator: OpaquePointer?
    let code = git_config_multivar_iterator_new(&iterator, handle, key, nil)
    if code == GIT_ENOTFOUND.rawValue { return [] }
    try check(code, "cannot read \(key)")
    defer { git_config_iterator_free(iterator) }
    var values: [[UInt8]?] = []
    var entry: UnsafeMutablePointer<git_config_entry>?
    while git_config_next(&entry, iterator) == 0, let entry {
      values.append(entry.pointee.value.map { [UInt8](cString: $0) })
    }
    return values
  }

  /// Sets `value` as the only value of a key. Throws if the key is in an included file.
  package func set(_ key: String, to value: String) throws(GitError) { try set(key, to: value.bytes) }

  /// The same for a value that need not be UTF-8.
  package func set(_ key: String, to value: [UInt8]) throws(GitError) {
    let values = try entries(key)
    if values == [value] { return }
    // libgit2 (1.5.1) crashes on a key without a value, and corrupts `[section] key = value`.
    let isForGit = values.count > 1 || values.contains(nil) || hasEntryOnHeaderLine
    if isForGit { return try git(["--replace-all", "--", key], Path(value)) }
    // It replaces the file by a new one with mode 0644.
    let before = try? FileSystem.status(path)
    let code = git_config_set_string(handle, key, Path(value).cString)
    if let mode = before?.mode, let after = try? FileSystem.status(path), after.mode != mode {
      try? FileSystem.setMode(path, mode)
    }
    try check(code, "cannot set \(key)")
  }

  /// Removes the values of a key that a POSIX extended regular expression matches, if there are any.
  package func remove(_ key: String, matching pattern: String) throws(GitError) { _ = try unset([key, pattern]) }

  /// Removes all values of a key by git, because libgit2 leaves an empty section. Throws if the key is in an included
  /// file.
  package func removeAll(_ key: String) throws(GitError) {
    if try entries(key).isEmpty { return }
    if try unset([key]) { return }
    throw .library(what: "cannot remove \(key)", path: path, words: "it is in an included file; remove it there")
  }

  /// Removes values; `false` if the file has no such value.
  private func unset(_ words: [String]) throws(GitError) -> Bool {
    do throws(GitError) {
      try git(["--unset-all", "--"] + words)
      return true
    } catch {
      guard case .command(_, status: 5, _) = error else { throw error }
      return false
    }
  }

  /// Whether an entry is on the line of its section's header. libgit2 (1.5.1) adds another copy of it with every write.
  private var hasEntryOnHeaderLine: Bool {
    let bytes = (try? FileSystem.contents(path)) ?? []
    return bytes.split(separator: .newline).contains { line in
      let text = line.filter { ![0x09, 0x0D, 0x20].contains($0) }
      // A bracket in a quoted name counts too: git can write any file.
      return text.first == UInt8(ascii: "[") && text.firstIndex(of: .closingBracket) != text.count - 1
    }
  }

  /// Runs `git config --file` on the file.
  private func git(_ arguments: [String], _ value: Path? = nil) throws(GitError) {
    let name = path.name.bytes.string
    let words = ["config", "--file", name] + arguments
    do throws(GitError) {
      _ = try GitCommand(in: path.parent ?? Path(".")).output(words, paths: value.map { [$0] } ?? [])
    } catch {
      guard case .command(_, _, let reason) = error, reason.contains("could not lock") else { throw error }
      throw .library(what: "cannot write it", path: path, words: lockedWords)
    }
  }

  private var lockedWords: String { "another process is writing it: try again; if there is none, remove \(path).lock" }

  /// Throws the last error of libgit2 if a code is one of an error.
  private func check(_ code: Int32, _ what: String) throws(GitError) {
    if code >= 0 { return }
    var words = code == GIT_ELOCKED.rawValue ? lockedWords : lastWords()
    if words.contains("included") { words += "; remove the key from the included file, or set it there" }
    throw .library(what: what, path: path, words: words)
  }
}

/// What libgit2 says of its last error.
private func lastWords() -> String {
  guard let error = git_error_last(), let message = error.pointee.message else { return "no reason given" }
  return String(cString: message)
}
