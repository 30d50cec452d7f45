// Daily work where names are found in any letter case and Unicode normalisation: `git init` sets core.ignorecase there.

import StorySupport

@Suite(.enabled(if: CaseInsensitiveDirectory.isAvailable, CaseInsensitiveDirectory.why))
struct CaseInsensitiveTests {
  private static let rules =
    Rules.rule(
      "bundle-id", "canonical = \(canonical)", "local = com.blah.user-${handle}", "path = *.plist",
      "path = /B\u{FC}cher/")
    + Rules.variables(["handle": "label"])

  private let directory: CaseInsensitiveDirectory
  private let tree: WorkingTree

  init() throws {
    let workshop = try Workshop(
      rules: Self.rules, attributes: "*.plist filter=munge\n/B\u{FC}cher/* filter=munge\n",
      files: [
        "App/Info.plist": "<string>\(canonical)</string>\n", "B\u{FC}cher/\u{E4}.txt": "\(canonical)\n", "a.txt": "a\n",
      ])
    directory = try CaseInsensitiveDirectory(in: workshop.sandbox.directory)
    tree = WorkingTree(workshop: workshop, top: directory.path / "clone")
    try workshop.maintainer.git("clone", "--quiet", "\(workshop.sandbox.top)", "\(tree.top)")
    try #require(try tree.git("config", "core.ignorecase").output == "true\n")
    try tree.munge("install", "handle=bnr")
  }

  /// Every check of the installation succeeds, and nothing but these paths differs from the commit.
  private func expectClean(_ changes: String = "") throws {
    #expect(try tree.status() == changes)
    try tree.munge("status", "--check")
    #expect(try tree.state() == "munged")
    try tree.munge("verify", "--strict")
  }

  @Test func `files are munged, committed, set and restored`() throws {
    try expectClean()
    #expect(try tree.text("App/Info.plist") == "<string>\(local)</string>\n")
    try tree.write("App/Info.plist", "<string>\(local)</string>\n<string>\(local).more</string>\n")
    try tree.git("commit", "--quiet", "--all", "--message", "Two")
    #expect(
      try tree.blob("HEAD:App/Info.plist") == "<string>\(canonical)</string>\n<string>\(canonical).more</string>\n")
    try expectClean()
    try tree.munge("set", "handle=other")
    #expect(
      try tree.text("App/Info.plist")
        == "<string>com.blah.user-other</string>\n<string>com.blah.user-other.more</string>\n")
    #expect(try tree.text("B\u{FC}cher/\u{E4}.txt") == "com.blah.user-other\n")
    try expectClean()
    try tree.munge("uninstall")
    #expect(try tree.text("App/Info.plist") == tree.blob("HEAD:App/Info.plist"))
    #expect(try tree.status() == "")
  }

  @Test func `a name that changes only in case stays munged on every branch`() throws {
    try tree.sh(
      "git switch --quiet --create topic; git mv App/Info.plist App/info.plist; git commit --quiet --message Rename")
    try tree.write("App/info.plist", "<string>\(local)</string>\n<true/>\n")
    try tree.git("commit", "--quiet", "--all", "--message", "Edit")
    #expect(try tree.blob("HEAD:App/info.plist") == "<string>\(canonical)</string>\n<true/>\n")
    try expectClean()
    for (branch, name, rest) in [("main", "Info.plist", ""), ("topic", "info.plist", "<true/>\n")] {
      try tree.git("switch", "--quiet", branch)
      #expect(try FileSystem.entries(tree.top / "App") == [Path(name)])
      #expect(try tree.text("App/\(name)") == "<string>\(local)</string>\n" + rest)
      try expectClean()
    }
  }

  @Test func `a name on disk in another normalisation is found`() throws {
    let (composed, apart) = ("B\u{FC}cher/\u{E4}.txt", "B\u{FC}cher/a\u{308}.txt")
    // On macOS git composes the names that it lists (core.precomposeUnicode); elsewhere the other spelling is an
    // untracked file.
    try tree.write(".git/info/exclude", "\(apart)\n")
    #expect(try tree.text(composed) == "\(local)\n")
    try tree.run(["python3", "-c", "import os, sys; os.rename(*sys.argv[1:])", composed, apart])
    #expect(try FileSystem.entries(tree.top / "B\u{FC}cher").map { Array($0.bytes) } == [bytes("a\u{308}.txt")])
    try tree.write("a.txt", "b\n")
    try tree.run(["sh", "-c", "echo \(local).more >>'\(apart)'"])
    try tree.git("commit", "--quiet", "--all", "--message", "Two")
    #expect(try tree.blob("HEAD:\(composed)") == "\(canonical)\n\(canonical).more\n")
    try tree.munge("set", "handle=other")
    #expect(try tree.text(composed) == "com.blah.user-other\ncom.blah.user-other.more\n")
    #expect(try tree.git("status", "--porcelain", "--untracked-files=no").output == "")
    try tree.munge("uninstall")
    #expect(try tree.text(apart) == "\(canonical)\n\(canonical).more\n")
  }

  @Test func `a pattern in another case munges here, and verify names the file`() throws {
    try tree.write(".gitattributes", "/app/info.PLIST filter=munge\n/B\u{FC}cher/* filter=munge\n")
    try tree.sh(
      "git add .gitattributes; git commit --quiet --message Case; git munge install; git munge set handle=other")
    #expect(try tree.text("App/Info.plist") == "<string>com.blah.user-other</string>\n")
    #expect(try tree.state() == "munged")
    #expect(try tree.munge("verify").says("[missing-attribute]"))
    try tree.write("App/Info.plist", "<string>com.blah.user-other</string>\n<true/>\n")
    try tree.git("commit", "--quiet", "--all", "--message", "Two")
    #expect(try tree.blob("HEAD:App/Info.plist") == "<string>\(canonical)</string>\n<true/>\n")
  }
}

/// A directory in which a name is found in any letter case and Unicode normalisation, as on APFS; unmounted when it is
/// released.
final class CaseInsensitiveDirectory: Sendable {
  let path: Path

  /// Whether it can be mounted here.
  static let isAvailable: Bool = {
    guard FileSystem.exists(Path("/dev/fuse")), let scratch = try? TemporaryDirectory() else { return false }
    return (try? CaseInsensitiveDirectory(in: scratch.path)) != nil
  }()

  static let why: Comment = "needs root, /dev/fuse, python3, libfuse2 and fusepy (scripts/test --all fetches it)"

  /// Mounts `directory/mounted`; the files are below `directory/stored`.
  init(in directory: Path) throws {
    path = directory / "mounted"
    for created in [directory / "stored", path] { try FileSystem.makeDirectories(created) }
    let script = Repository.root / "Tests/Stress/CaseInsensitive/casefs.py"
    // It returns when the directory is mounted, and runs on in the background.
    try Self.run(["python3", "\(script)", "\(directory / "stored")", "\(path)"])
  }

  deinit { try? Self.run(["umount", "--lazy", "\(path)"]) }

  private static func run(_ words: [String]) throws {
    let module = TestInput.fusepy.map { [Environment.Change.set("PYTHONPATH", $0)] } ?? []
    let result = try Subprocess.run(words.map(bytes), environment: Environment.entries(changing: module))
    guard result.isSuccess else { throw CommandFailure(words: words, result: result) }
  }
}
