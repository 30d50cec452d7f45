// The four configuration keys by which git starts the filter: git-munge's own, foreign ones, and those at other levels.

import StorySupport

@Suite struct InstallFilterKeyTests {
  let tree: WorkingTree

  init() throws { tree = try Workshop(files: ["app.txt": "com.blah.user-thing\n"]).clone() }

  private func keys(_ level: String = "--local") throws -> String {
    try tree.git("config", level, "--get-regexp", "^filter\\.", status: 0...1).output
  }

  private func ours(_ filter: Path) -> String {
    """
    filter.munged.process \(filterValue("process", filter))
    filter.munged.clean \(filterValue("clean", filter))
    filter.munged.smudge \(filterValue("smudge", filter))
    filter.munged.required true

    """
  }

  private var filter: Path { tree.workshop.bin / "git-munge-filter" }

  @Test func `install sets the four keys with an absolute path`() throws {
    let before = try tree.git("config", "--local", "--get-regexp", ".").output
    try tree.munge("install", "handle=bnr")
    #expect(try keys() == ours(filter))
    let after = try tree.git("config", "--local", "--get-regexp", ".").output
    #expect(after == before + "munge.values.handle bnr\n" + ours(filter))
  }

  @Test func `a path with shell metacharacters is quoted`() throws {
    let odd = tree.workshop.sandbox.directory / "my bin's $(programs)"
    try tree.run(["mv", "\(tree.workshop.bin)", "\(odd)"])
    let path = tree.workshop.path(odd)
    try tree.munge(["install", "handle=bnr"], environment: path)
    try tree.expectShown("app.txt", "\(local)\n")
    #expect(try tree.munge(["status"], environment: path).says("Munged"))
    try tree.git("config", "--unset", "filter.munged.process")
    try tree.commit("app.txt", "\(local)\nby single processes\n", "Without the long-running process")
    #expect(try tree.blob("HEAD:app.txt") == "\(canonical)\nby single processes\n")
    try tree.munge(["uninstall"], environment: path)
    #expect(try keys() == "")
  }

  @Test(arguments: [
    "# mine\n[User]\n  name=\"A B\" ; said so\n\n[alias]\n\tx = !true\\\n  && false\n# no newline at the end",
    "[user] name = A B\n[remote \"other\"] url = one\n\turl = two\n",
    "[core]\r\n\teditor = true\r\n", "[include]\n\tpath = mine.config\n",
  ])
  func `install keeps the rest of the configuration file byte for byte`(_ mine: String) throws {
    let config = tree.gitDirectory / "config"
    let before = try #require(try FileSystem.contents(config)) + bytes(mine)
    try TestFile.write(config, before)
    let settings = try tree.git("config", "--local", "--list").output
    try tree.munge("install", "handle=bnr")
    let lines = try #require(try FileSystem.contents(config)).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let after = Array(lines.joined(separator: bytes("\n")))
    #expect(
      difference(Array(after.prefix(before.count)), before) == nil, "git-munge's keys come after the existing content")
    try tree.munge("uninstall")
    #expect(try tree.git("config", "--local", "--list").output == settings + "munge.values.handle=bnr\n")
  }
}
