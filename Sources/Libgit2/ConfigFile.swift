import CLibgit2
package import Platform

/// One configuration file of git, opened by itself (`git-config(1)`), without the levels around it.
///
/// It works even for clones that libgit2 cannot open as a repository. Written through libgit2, which
/// keeps comments, order and line endings; the permissions that it forgets are put back.
package struct ConfigFile: ~Copyable {
  package let path: Path
  private let handle: OpaquePointer

  /// Throws `GitError.library` where the file cannot be read or parsed.
  package init(_ path: Path) throws(GitError) {
    self.path = path
    git_libgit2_init()
    var handle: OpaquePointer?
    let name = path.bytes.map { CChar(bitPattern: $0) } + [0]
    let code = git_config_open_ondisk(&handle, name)
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

  /// All values of a key, in order; an empty one for a key without `=`, which git takes for true.
  package func values(_ key: String) throws(GitError) -> [String] {
    try entries(key).map { $0 ?? "" }
  }

  private func entries(_ key: String) throws(GitError) -> [String?] {
    var iterator: OpaquePointer?
    let code = git_config_multivar_iterator_new(&iterator, handle, key, nil)
    if code == GIT_ENOTFOUND.rawValue { return [] }
    try check(code, "\(key) cannot be read")
    defer { git_config_iterator_free(iterator) }
    var values: [String?] = []
    var entry: UnsafeMutablePointer<git_config_entry>?
    while git_config_next(&entry, iterator) == 0, let found = entry {
      values.append(found.pointee.value.map { String(cString: $0) })
    }
    return values
  }

  /// Makes `value` the only value of a key. Throws where the key stands in an included file.
  package func set(_ key: String, to value: String) throws(GitError) {
    let found = try entries(key)
    if found == [value] { return }
    if found.count > 1 || isForGit(found) { return try git(["--replace-all", "--", key, value]) }
    try writing { git_config_set_string(handle, key, value) } orExplain: { "\(key) cannot be set" }
  }

  /// Removes every value of a key, and its section's header where nothing is left below it: by git, for
  /// libgit2 leaves the header. Throws where the key stands in an included file.
  package func removeAll(_ key: String) throws(GitError) {
    if try entries(key).isEmpty { return }
    do throws(GitError) {
      try git(["--unset-all", "--", key])
    } catch {
      guard case .command(_, status: 5, _) = error else { throw error }
      throw .library(
        what: "\(key) cannot be removed", path: path,
        words: "it is included from another file; take the key out of that, or unset it there")
    }
  }

  /// Whether libgit2 (1.5.1) would spoil the file, or crash: it looks for a pattern in a value that is not there.
  private func isForGit(_ found: [String?]) -> Bool { found.contains(nil) || holdsEntryBesideHeader }

  /// Whether an entry stands on the line of its section's header. With every write, libgit2 (1.5.1) would
  /// put another copy of it into the file; git does not.
  private var holdsEntryBesideHeader: Bool {
    let bytes = (try? FileSystem.contents(path)) ?? []
    return bytes.split(separator: UInt8(ascii: "\n")).contains { line in
      guard let rest = ConfigFile.behindHeader(line) else { return false }
      return rest.first.map { !"#;".utf8.contains($0) } ?? false
    }
  }

  /// What follows a section's header on its line, from the first byte that is no blank; `nil` for other lines.
  private static func behindHeader(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = line.drop(while: isBlank)
    guard rest.popFirst() == UInt8(ascii: "[") else { return nil }
    var isQuoted = false
    while let byte = rest.popFirst(), isQuoted || byte != UInt8(ascii: "]") {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: "\\") { rest = rest.dropFirst() }
    }
    return rest.drop(while: isBlank)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x09, 0x0D, 0x20].contains(byte) }

  /// Has git write the file.
  private func git(_ arguments: [String]) throws(GitError) {
    let name = String(decoding: path.name.bytes, as: UTF8.self)
    _ = try GitCommand(in: path.parent ?? Path("."), orThrow: { $0 }).output(["config", "--file", name] + arguments)
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
    if code == GIT_ELOCKED.rawValue { words = "another program is writing it (its .lock is there): try again" }
    if words.contains("included") { words += "; take the key out of the included file, or set it there" }
    throw .library(what: what, path: path, words: words)
  }
}
