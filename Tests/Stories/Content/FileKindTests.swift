// Files with unusual names, permissions, kinds and content.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct FileKindTests {
  /// The names in the index and on disk.
  private static let names: [Path] =
    [
      "with space.txt", " leading and trailing ", "quote'and\"quotes.txt", "new\nline.txt", "tab\t.txt",
      "back\\slash.txt", "-dash.txt", "--option=value", ":(top)magic", "*.star", "[a]?.txt", "!bang",
      "#hash", "%f", "$(touch pwned)", "é.txt", "deep/er/and space/x", "~tilde", "a=b", "{u}",
    ].map { Path($0) } + unspeakable

  /// Not every file system accepts names that are not UTF-8.
  private static var unspeakable: [Path] {
    #if os(Linux)
      [#"caf\xe9.txt"#, #"\xff\xfe"#, #"esc\e[31m.txt"#, #"dir\xe9/x"#].map { Path(unescaped($0)) }
    #else
      []
    #endif
  }

  private func content(_ name: String) -> [UInt8] { bytes("id = \(name)\n") }

  @Test func `files with any name that git accepts are munged, tracked before or added later`() throws {
    let workshop = try Workshop()
    let maintainer = workshop.maintainer
    for name in FileKindTests.names { try TestFile.write(maintainer.top / name, content(canonical)) }
    try maintainer.commitAll("Names")
    let tree = try workshop.clone()
    try tree.munge("install", "handle=bnr")
    for name in FileKindTests.names {
      #expect(try FileSystem.contents(tree.top / name) == content(local), "\(name)")
    }
    #expect(try tree.statusOfTouched() == "")

    for name in FileKindTests.names {
      try TestFile.write(tree.top / "later" / name, content(local))
    }
    try tree.commitAll("Later")
    #expect(try tree.objects(holding: local) == "")
    #expect(try tree.git("rev-parse", "HEAD:later").output != "")
    try tree.run(["rm", "-r", "later"])
    try tree.git("checkout", "--", ".")
    for name in FileKindTests.names {
      #expect(try FileSystem.contents(tree.top / "later" / name) == content(local), "\(name)")
    }
    try tree.munge("uninstall")
    for name in FileKindTests.names {
      #expect(try FileSystem.contents(tree.top / name) == content(canonical), "\(name)")
    }
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.text("pwned") == nil)
  }

  @Test func `install smudges an untracked file of any name, as it can be added later`() throws {
    let workshop = try Workshop()
    let tree = try workshop.clone()
    for name in FileKindTests.names { try TestFile.write(tree.top / name, content(canonical)) }
    try tree.munge("install", "handle=bnr")
    for name in FileKindTests.names {
      #expect(try FileSystem.contents(tree.top / name) == content(local), "\(name)")
    }
  }

  @Test func `a patch applied to the rules leaves them canonical`() throws {
    let workshop = try Workshop()
    let tree = try workshop.munged()
    // git apply replaces an existing file: it writes a temporary one and renames it.
    try tree.write(".git/patch", try tree.git("show", "--format=", "--binary", "HEAD").output)
    try tree.git("apply", "--3way", ".git/patch")
    #expect(try tree.text(".gitmunge") == Rules.handle)
    #expect(try tree.statusOfTouched() == "")
  }

  @Test func `install keeps permissions`() throws {
    let workshop = try Workshop()
    try workshop.maintainer.write("run.sh", "#!/bin/sh\necho \(canonical)\n", mode: 0o755)
    try workshop.maintainer.write("plain.txt", canonical)
    try workshop.maintainer.commitAll("A script")
    let tree = try workshop.clone()
    try tree.run(["chmod", "600", "plain.txt"])
    try tree.munge("install", "handle=bnr")
    #expect(try tree.run(["./run.sh"]).output == "\(local)\n")
    #expect(try FileSystem.status(tree.top / "run.sh")?.mode == 0o755)
    #expect(try FileSystem.status(tree.top / "plain.txt")?.mode == 0o600)
    #expect(try tree.statusOfTouched() == "")
    try tree.munge("uninstall")
    #expect(try FileSystem.status(tree.top / "run.sh")?.mode == 0o755)
    #expect(try FileSystem.status(tree.top / "plain.txt")?.mode == 0o600)
  }

  @Test func `install rewrites a read-only file and keeps it read-only`() throws {
    let workshop = try Workshop(files: ["locked.txt": canonical])
    let tree = try workshop.clone()
    try tree.run(["chmod", "444", "locked.txt"])
    try tree.munge("install", "handle=bnr")
    #expect(try tree.text("locked.txt") == local)
    #expect(try FileSystem.status(tree.top / "locked.txt")?.mode == 0o444)
  }

  @Test func `symbolic links and their targets are unchanged`() throws {
    let workshop = try Workshop(files: ["real/app.txt": canonical])
    let maintainer = workshop.maintainer
    let outside = workshop.sandbox.directory / "outside"
    try TestFile.write(outside / "app.txt", bytes(canonical))
    try FileSystem.makeSymbolicLink(maintainer.top / canonical, to: Path(canonical))
    try FileSystem.makeSymbolicLink(maintainer.top / "link.txt", to: outside / "app.txt")
    try FileSystem.makeSymbolicLink(maintainer.top / "folder", to: outside)
    try maintainer.commitAll("Links")
    let tree = try workshop.clone()
    try tree.munge("install", "handle=bnr")
    #expect(try tree.run(["readlink", canonical]).output == "\(canonical)\n")
    #expect(try tree.run(["readlink", "link.txt"]).output == "\(outside / "app.txt")\n")
    #expect(try FileSystem.contents(outside / "app.txt") == bytes(canonical))
    #expect(try tree.text("real/app.txt") == local)
    #expect(try tree.statusOfTouched() == "")
  }

  @Test func `install does not follow a tracked directory that became a link out of the tree`() throws {
    let workshop = try Workshop(files: ["sub/app.txt": canonical])
    let tree = try workshop.clone()
    let outside = workshop.sandbox.directory / "outside"
    try TestFile.write(outside / "app.txt", bytes(canonical))
    try tree.run(["rm", "-r", "sub"])
    try FileSystem.makeSymbolicLink(tree.top / "sub", to: outside)
    try tree.munge("install", "handle=bnr")
    #expect(try FileSystem.contents(outside / "app.txt") == bytes(canonical))
  }

  @Test func `install breaks a hard link and leaves the other name unchanged`() throws {
    let workshop = try Workshop(files: ["app.txt": canonical])
    let tree = try workshop.clone()
    try tree.run(["ln", "app.txt", "../other-name"])
    try tree.munge("install", "handle=bnr")
    #expect(try tree.text("app.txt") == local)
    #expect(try tree.text("../other-name") == canonical)
  }
}
