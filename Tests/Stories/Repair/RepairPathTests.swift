// Which files a repair changes, and the errors for paths that it refuses before it changes anything.

import StorySupport

@Suite struct RepairPathTests {
  private static let leaked = "id = com.blah.user-other\n"
  private let tree: WorkingTree

  init() throws {
    let files = [
      "app.txt": Self.leaked, "sub/a.txt": Self.leaked, "sub/deep/b.txt": Self.leaked, "sub/c.md": Self.leaked,
      "docs/d.md": Self.leaked, "x/off.no": Self.leaked, "x/lfs.big": Self.leaked, "x/.gitattributes": "",
    ]
    tree = try Workshop(attributes: "* filter=munge\n*.md !filter\n*.no -filter\n*.big filter=lfs\n", files: files)
      .clone()
    try tree.write(".gitignore", "ignored.txt\n")
    try tree.write("ignored.txt", Self.leaked)
    try tree.sh("ln -s ../app.txt x/link.txt; git add x/link.txt; ln -s sub folder")
  }

  private func repaired() throws -> [String] {
    let all = try tree.git("ls-files", "--cached", "--others").output.split(separator: "\n").map { String($0) }
    return try all.filter { $0 != "folder" }.filter {
      try tree.text($0)?.contains("user-other") == false && tree.text($0)?.contains(canonical) == true
    }
    .filter { $0 != ".gitmunge" && $0 != "x/link.txt" }
  }

  @Test func `paths are relative to the current directory, and a directory stands for its munged files`() throws {
    try expectSnapshot(
      "paths-those-current-folder-folder", tree.munge(["repair", "a.txt", "../app.txt"], in: tree.top / "sub"))
    #expect(try repaired() == ["app.txt", "sub/a.txt"])
    try tree.munge(["repair", "--", "."], in: tree.top / "sub")
    #expect(try repaired() == ["app.txt", "sub/a.txt", "sub/deep/b.txt"])
  }

  @Test func `the printed git add command stages the repaired files`() throws {
    let outcome = try tree.munge(["repair", ":/", "."], in: tree.top / "sub/deep")
    let line = String(try #require(outcome.output.split(separator: "\n").last))
    try tree.run(["sh", "-c", line.replacing(" && git commit", with: "")], in: tree.top / "sub/deep")
    #expect(
      try tree.git("diff", "--cached", "--name-only").output.split(separator: "\n").filter { $0.hasSuffix(".txt") }
        == ["app.txt", "sub/a.txt", "sub/deep/b.txt", "x/link.txt"])
  }

  @Test func `a path without munged files is refused before anything changes`() throws {
    let paths = [
      "docs/d.md", "docs", "x/off.no", "x/lfs.big", "x/[ol]*", ".gitmunge", "x/link.txt", "ignored.txt", "nowhere",
      "folder/a.txt",
    ]
    let refused = try paths.map { try tree.munge("repair", "app.txt", $0, status: 2...2) }
    #expect(refused.allSatisfy { $0.output == "" })
    #expect(try repaired() == [])
    try expectSnapshot("refusals", refused)
  }

  @Test func `a missing file or a link is refused by name and skipped in a directory`() throws {
    try tree.sh("rm app.txt; ln -sf ../sub/deep/b.txt sub/a.txt")
    try expectSnapshot("no-regular-file", ["app.txt", "sub/a.txt"].map { try tree.munge("repair", $0, status: 2...2) })
    try tree.munge("repair", "--dry-run", ".")
    #expect(try FileSystem.status(tree.top / "sub/a.txt")?.kind == .symbolicLink)
  }

  @Test func `a text with a suffix is repaired with its suffix`() throws {
    let rules = Rules.handle.replacing("[variable", with: "\tsuffix = Tests\n[variable").replacing(
      "user-${handle}", with: "${handle}.app")
    try tree.write(".gitmunge", rules)
    try tree.write("app.txt", "com.blah.me.appTests com.blah.me.app com.blah.me.appUI\n")
    try tree.munge("repair", "app.txt")
    #expect(try tree.text("app.txt") == "\(canonical)Tests \(canonical) com.blah.me.appUI\n")
  }
}
