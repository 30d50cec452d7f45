import Foundation

/// A temporary directory with a home directory and a repository, in which git and other programs run.
///
/// They read no configuration of the machine or the developer.
package final class GitSandbox: Sendable {
  /// The parent of the home directory and the repository.
  package let directory: Path
  package let home: Path
  package let top: Path
  /// Removes the directory when the sandbox is released.
  private let holder: TemporaryDirectory

  private init() throws {
    // As in the programs: git that ends before it has read its input (a promised object) must not end the tests.
    Environment.ignoreBrokenPipes()
    holder = try TemporaryDirectory()
    directory = holder.path
    (home, top) = (directory / "home", directory / "repository")
  }

  /// An empty repository on branch `main`; `options` are those of `git init`.
  public convenience init(_ options: String...) throws {
    try self.init()
    try FileSystem.makeDirectories(home)
    // Hooks start programs at each checkout and commit: tests that need them ask for them.
    try TestFile.write(home / ".gitconfig", bytes("[munge]\n\thooks = false\n"))
    try git(["init", "--quiet", "--initial-branch=main"] + options + ["\(top)"], in: directory)
  }

  package convenience init(copying other: GitSandbox) throws {
    try self.init()
    try TestFile.copyDirectory(other.directory, to: directory)
  }

  package var gitDirectory: Path { top / ".git" }

  /// The environment of child processes: no git variables of the caller, fixed dates and names, no prompts.
  private var environment: [String: String] {
    [
      "HOME": "\(home)", "XDG_CONFIG_HOME": "\(home / ".config")", "LC_ALL": "C", "TZ": "UTC",
      "GIT_CONFIG_GLOBAL": "\(home / ".gitconfig")", "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_ATTR_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_PAGER": "cat",
      // Whether a counter is shown depends on the speed of the machine.
      "GIT_PROGRESS_DELAY": "600",
      "GIT_EDITOR": "true",
      "GIT_AUTHOR_NAME": "A U Thor", "GIT_AUTHOR_EMAIL": "author@example.com",
      "GIT_AUTHOR_DATE": "2020-02-20T20:20:20Z",
      "GIT_COMMITTER_NAME": "C O Mitter", "GIT_COMMITTER_EMAIL": "committer@example.com",
      "GIT_COMMITTER_DATE": "2020-02-20T20:20:20Z",
    ]
  }

  private func entries(_ changes: [String: String]) -> [[UInt8]] {
    let ours = environment.merging(changes) { $1 }
    let kept = Environment.entries(changing: ours.keys.map { .unset($0) }).filter { !$0.starts(with: bytes("GIT_")) }
    return kept + ours.map { bytes("\($0.key)=\($0.value)") }
  }

  package func run(
    _ program: [String], in directory: Path? = nil, input: [UInt8] = [],
    environment: [String: String] = [:]
  ) throws(SystemError) -> ProcessOutput {
    try run(program.map(bytes), in: directory, input: input, environment: environment)
  }

  /// The same for arguments that are not UTF-8.
  package func run(
    _ program: [[UInt8]], in directory: Path? = nil, input: [UInt8] = [],
    environment: [String: String] = [:]
  ) throws(SystemError) -> ProcessOutput {
    let directory = directory ?? top
    let environment = entries(environment.merging(["PWD": "\(directory)"]) { $1 })
    return try Subprocess.run(words(program, in: directory), environment: environment, input: input)
  }

  /// A child process starts in the directory of its parent: git changes it by `-C`, and for other programs a shell does
  /// so and then executes the program.
  private func words(_ program: [[UInt8]], in directory: Path) -> [[UInt8]] {
    if program.first == bytes("git") { return [program[0], bytes("-C"), directory.bytes] + program.dropFirst() }
    return ["sh", "-c", #"cd "$1" && shift && exec "$@""#, "sh"].map(bytes) + [directory.bytes] + program
  }
}

/// A command that ended with a status other than 0.
package struct CommandFailure: Error, CustomStringConvertible {
  package let words: [String]
  package let result: ProcessOutput

  package init(words: [String], result: ProcessOutput) { (self.words, self.result) = (words, result) }

  package var description: String {
    """
    \(words.joined(separator: " ")): status \(result.status)
    output: \(String(decoding: result.output, as: UTF8.self))
    errors: \(String(decoding: result.errors, as: UTF8.self))
    """
  }
}

extension GitSandbox {
  @discardableResult
  package func git(_ words: String...) throws -> [UInt8] { try git(words) }

  @discardableResult
  package func git(
    _ words: [String], in directory: Path? = nil, input: [UInt8] = [],
    environment: [String: String] = [:]
  ) throws -> [UInt8] {
    let result = try run(["git"] + words, in: directory, input: input, environment: environment)
    guard result.isSuccess else { throw CommandFailure(words: ["git"] + words, result: result) }
    return result.output
  }

  /// One line of output without its newline.
  package func line(_ words: String...) throws -> String {
    let output = String(decoding: try git(words), as: UTF8.self)
    return output.hasSuffix("\n") ? String(output.dropLast()) : output
  }

  package func write(_ path: Path, _ bytes: [UInt8], mode: UInt32 = 0o644) throws(SystemError) {
    try TestFile.write(top / path, bytes, mode: mode)
  }

  package func write(_ path: String, _ bytes: [UInt8], mode: UInt32 = 0o644) throws(SystemError) {
    try write(Path(path), bytes, mode: mode)
  }

  package func read(_ path: Path) throws(SystemError) -> [UInt8]? { try FileSystem.contents(top / path) }

  package func read(_ path: String) throws(SystemError) -> [UInt8]? { try read(Path(path)) }

  /// The content of a blob, by name or as `revision:path`, `:path`.
  package func blob(_ name: String) throws -> [UInt8] { try git("cat-file", "blob", name) }
}

/// The programs of this package, in the directory of the build that runs the tests.
package enum BuiltProgram: String, CaseIterable, Sendable {
  case munge = "git-munge"
  case filter = "git-munge-filter"

  package var path: Path { BuiltProgram.directory / rawValue }

  package static let directory: Path = {
    // On macOS a helper loads the tests from a bundle; on other systems they are the running program.
    let bundle = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" } ?? .main
    let place = bundle.bundleURL
    return Path(place.pathExtension == "xctest" ? place.deletingLastPathComponent().path : place.path)
  }()
}
