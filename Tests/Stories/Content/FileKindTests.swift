// Files with unusual names, permissions, kinds and content.

import StorySupport

@Suite struct FileKindTests {
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

  @Test func `files with any name that git accepts are munged, tracked or untracked`() throws {
    let workshop = try Workshop()
    let maintainer = workshop.maintainer
    for name in FileKindTests.names { try TestFile.write(maintainer.top / name, content(canonical)) }
    try maintainer.commitAll("Names")
    let tree = try workshop.clone()
    for name in FileKindTests.names { try TestFile.write(tree.top / "later" / name, content(canonical)) }
    try tree.munge("install", "handle=bnr")
    for name in FileKindTests.names {
      #expect(try FileSystem.contents(tree.top / name) == content(local), "\(name)")
      #expect(try FileSystem.contents(tree.top / "later" / name) == content(local), "\(name), which is untracked")
    }
    #expect(try tree.statusOfTouched() == "?? later/\n")

    try tree.commitAll("Later")
    #expect(try tree.objects(holding: local) == "")
    #expect(try tree.git("rev-parse", "HEAD:later").output != "")
    try tree.sh("rm -r later; git checkout -- .")
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
}
