import Foundation
package import Platform

/// A fresh folder with a home of its own and a repository, in which git and other programs are run.
///
/// They see nothing of the machine's or the developer's own settings.
///
///     let sandbox = try GitSandbox()
///     try sandbox.write("a.txt", bytes("one\n"))
///     try sandbox.git("add", ".")
///     try sandbox.git("commit", "-m", "one")
package final class GitSandbox: Sendable {
  /// Holds the home and the repository; more can be put beside them.
  package let directory: Path
  package let home: Path
  /// The top of the working tree.
  package let top: Path
  /// Removes all of it in the end.
  private let holder: TemporaryDirectory

  private init() throws {
    holder = try TemporaryDirectory()
    directory = holder.path
    (home, top) = (directory / "home", directory / "repository")
  }

  /// With an empty repository on branch `main`; `options` are those of `git init`.
  public convenience init(_ options: String...) throws {
    try self.init()
    try FileSystem.makeDirectories(home)
    try TestFile.write(home / ".gitconfig", [])
    try git(["init", "--quiet", "--initial-branch=main"] + options + ["\(top)"], in: directory)
  }

  /// With all that is in another one.
  package convenience init(copying other: GitSandbox) throws {
    try self.init()
    try TestFile.copyFolder(other.directory, to: directory)
  }

  /// A repository's own folder of a plain clone.
  package var gitFolder: Path { top / ".git" }

  /// What children see: nothing of git's from outside, fixed dates and names, no questions.
  private var environment: [String: String] {
    [
      "HOME": "\(home)", "XDG_CONFIG_HOME": "\(home / ".config")", "LC_ALL": "C", "TZ": "UTC",
      "GIT_CONFIG_GLOBAL": "\(home / ".gitconfig")", "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_ATTR_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_PAGER": "cat",
      "GIT_EDITOR": "true",
      "GIT_AUTHOR_NAME": "A U Thor", "GIT_AUTHOR_EMAIL": "author@example.com",
      "GIT_AUTHOR_DATE": "2020-02-20T20:20:20Z",
      "GIT_COMMITTER_NAME": "C O Mitter", "GIT_COMMITTER_EMAIL": "committer@example.com",
      "GIT_COMMITTER_DATE": "2020-02-20T20:20:20Z",
    ]
  }

  private func entries(_ changes: [String: String]) -> [[UInt8]] {
    let ours = environment.merging(changes) { $1 }
    let kept = Environment.entries(changing: ours.keys.map { .unset($0) })
      .filter { !$0.starts(with: bytes("GIT_")) }
    return kept + ours.map { bytes("\($0.key)=\($0.value)") }
  }

  /// Runs a program, found through PATH, to its end.
  package func run(
    _ program: [String], in directory: Path? = nil, input: [UInt8] = [],
    environment: [String: String] = [:]
  ) throws(SystemError) -> ProcessOutput {
    try run(program.map(bytes), in: directory, input: input, environment: environment)
  }

  /// The same for words that are no UTF-8.
  package func run(
    _ program: [[UInt8]], in directory: Path? = nil, input: [UInt8] = [],
    environment: [String: String] = [:]
  ) throws(SystemError) -> ProcessOutput {
    let directory = directory ?? top
    let environment = entries(environment.merging(["PWD": "\(directory)"]) { $1 })
    return try Subprocess.run(words(program, in: directory), environment: environment, input: input)
  }

  /// A child begins where its parent is: git can change the folder itself, and for others a shell does so and then
  /// becomes the program.
  private func words(_ program: [[UInt8]], in directory: Path) -> [[UInt8]] {
    if program.first == bytes("git") { return [program[0], bytes("-C"), directory.bytes] + program.dropFirst() }
    return ["sh", "-c", #"cd "$1" && shift && exec "$@""#, "sh"].map(bytes) + [directory.bytes] + program
  }
}

/// A command that ended with another status than 0.
package struct CommandFailure: Error, CustomStringConvertible {
  package let words: [String]
  package let result: ProcessOutput

  package init(words: [String], result: ProcessOutput) {
    (self.words, self.result) = (words, result)
  }

  package var description: String {
    """
    \(words.joined(separator: " ")): status \(result.status)
    output: \(String(decoding: result.output, as: UTF8.self))
    errors: \(String(decoding: result.errors, as: UTF8.self))
    """
  }
}

extension GitSandbox {
  /// Runs git, which has to succeed; answers its output.
  @discardableResult
  package func git(_ words: String...) throws -> [UInt8] { try git(words) }

  /// Runs git, which has to succeed; answers its output.
  @discardableResult
  package func git(
    _ words: [String], in directory: Path? = nil, input: [UInt8] = [],
    environment: [String: String] = [:]
  ) throws -> [UInt8] {
    let result = try run(["git"] + words, in: directory, input: input, environment: environment)
    guard result.isSuccess else { throw CommandFailure(words: ["git"] + words, result: result) }
    return result.output
  }

  /// One line of output, without its newline.
  package func line(_ words: String...) throws -> String {
    let output = String(decoding: try git(words), as: UTF8.self)
    return output.hasSuffix("\n") ? String(output.dropLast()) : output
  }

  /// Writes a file of the working tree, and the folders that it needs.
  package func write(_ path: Path, _ bytes: [UInt8], mode: UInt32 = 0o644) throws(SystemError) {
    try TestFile.write(top / path, bytes, mode: mode)
  }

  package func write(_ path: String, _ bytes: [UInt8], mode: UInt32 = 0o644) throws(SystemError) {
    try write(Path(path), bytes, mode: mode)
  }

  /// The bytes of a file of the working tree; `nil` where there is none.
  package func read(_ path: Path) throws(SystemError) -> [UInt8]? {
    try FileSystem.contents(top / path)
  }

  package func read(_ path: String) throws(SystemError) -> [UInt8]? { try read(Path(path)) }

  /// The content of a blob, by name or as `revision:path`, `:path`.
  package func blob(_ name: String) throws -> [UInt8] { try git("cat-file", "blob", name) }
}
