import TestSupport

@testable import Platform
@testable import Smudge
@testable import Verify
@testable import WorkingTree

/// A sandbox's repository as the library sees it, with the sandbox's configuration alone.
extension GitSandbox {
  var command: GitCommand { command(in: top) }

  func command(in directory: Path) -> GitCommand { GitCommand(in: directory, environment: isolation) }

  var clone: WorkingTree {
    WorkingTree(top: top, gitDirectory: GitDirectory(own: gitDirectory), git: command, here: command)
  }

  private var isolation: [Environment.Change] {
    [
      .set("HOME", home), .set("XDG_CONFIG_HOME", home / ".config"), .set("GIT_CONFIG_GLOBAL", home / ".gitconfig"),
      .set("GIT_CONFIG_NOSYSTEM", "1"), .set("GIT_ATTR_NOSYSTEM", "1"), .unset("GIT_DIR"), .unset("GIT_WORK_TREE"),
      .unset("GIT_INDEX_FILE"), .unset("GIT_CONFIG_PARAMETERS"), .unset("GIT_CONFIG_COUNT"),
    ]
  }

  static func committed(_ files: [String: String], _ hash: String = "--object-format=sha1") throws -> GitSandbox {
    let sandbox = try GitSandbox(hash)
    for (path, text) in files { try sandbox.write(path, bytes(text)) }
    try sandbox.git("add", ".")
    try sandbox.git("commit", "--quiet", "--allow-empty", "-m", "one")
    return sandbox
  }

  func publish(_ plan: Plan) throws { try TestFile.write(gitDirectory / "munge/plan", PlanFormat.encode(plan)) }

  func filter(
    _ words: String..., in directory: Path? = nil, input: [UInt8], environment: [String: String] = [:]
  ) throws -> ProcessOutput {
    try run(["\(BuiltProgram.filter.path)"] + words, in: directory, input: input, environment: environment)
  }

  /// Makes each object a file of its own.
  func unpackObjects() throws {
    let packs = gitDirectory / "objects/pack", moved = directory / "packs"
    try FileSystem.move(packs, to: moved)
    for pack in try FileSystem.entries(moved) where pack.bytes.suffix(5) == bytes(".pack") {
      try git(["unpack-objects", "-q"], input: FileSystem.contents(moved / pack) ?? [])
    }
  }

  /// The file of an object that is in no pack.
  func file(ofObject name: [UInt8]) -> Path {
    gitDirectory / "objects" / Path(name.prefix(2)) / Path(name.dropFirst(2))
  }

  func removeObject(_ revision: String) throws {
    try FileSystem.remove(file(ofObject: bytes(line("rev-parse", revision))))
  }

  /// The mode of a file, in octal.
  func mode(_ path: Path) throws -> String? { try FileSystem.status(path).map { String($0.mode, radix: 8) } }
}
