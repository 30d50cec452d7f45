import CLibgit2
public import Platform

/// One configuration file of git, opened by itself (`git-config(1)`), without the levels around it.
///
/// It works even for clones that libgit2 cannot open as a repository. Written through libgit2, which
/// keeps comments, order and line endings; the permissions that it forgets are put back.
public struct ConfigFile: ~Copyable {
  public let path: Path
  private let handle: OpaquePointer

  /// Throws `GitError.library` where the file cannot be read or parsed.
  public init(_ path: Path) throws(GitError) {
    self.path = path
    git_libgit2_init()
    var handle: OpaquePointer?
    let code = String(decoding: path.bytes, as: UTF8.self).withCString { git_config_open_ondisk(&handle, $0) }
    guard code == 0, let handle else {
      let words = lastWords()
      git_libgit2_shutdown()
      throw .library(what: "cannot be read as configuration", path: path, words: words)
    }
    self.handle = handle
  }

  deinit {
    git_config_free(handle)
    git_libgit2_shutdown()
  }

  /// All values of a key, in order.
  public func values(_ key: String) throws(GitError) -> [String] {
    var iterator: OpaquePointer?
    let code = git_config_multivar_iterator_new(&iterator, handle, key, nil)
    if code == GIT_ENOTFOUND.rawValue { return [] }
    try check(code, "\(key) cannot be read")
    defer { git_config_iterator_free(iterator) }
    var values: [String] = []
    var entry: UnsafeMutablePointer<git_config_entry>?
    while git_config_next(&entry, iterator) == 0, let found = entry {
      values.append(String(cString: found.pointee.value))
    }
    return values
  }

  /// Makes `value` the only value of a key. Throws where the key stands in an included file.
  public func set(_ key: String, to value: String) throws(GitError) {
    if try values(key) == [value] { return }
    try removeAll(key)
    try writing { git_config_set_string(handle, key, value) } orExplain: { "\(key) cannot be set" }
  }

  /// Removes every value of a key.
  public func removeAll(_ key: String) throws(GitError) {
    if try values(key).isEmpty { return }
    try writing { git_config_delete_multivar(handle, key, ".*") } orExplain: { "\(key) cannot be removed" }
  }

  /// libgit2 replaces the file by a new one of mode 0644, also where it was not for all eyes.
  private func writing(
    _ body: () -> Int32, orExplain what: () -> String
  ) throws(GitError) {
    let before = try? FileSystem.status(path)
    let code = body()
    if let mode = before?.mode, let after = try? FileSystem.status(path), after.mode != mode {
      try? FileSystem.setMode(path, mode)
    }
    try check(code, what())
  }

  private func check(_ code: Int32, _ what: String) throws(GitError) {
    if code >= 0 { return }
    var words = lastWords()
    if code == GIT_ELOCKED.rawValue { words += "; another program is writing it: try again" }
    if words.contains("included") { words += "; take the key out of the included file, or set it there" }
    throw .library(what: what, path: path, words: words)
  }
}
