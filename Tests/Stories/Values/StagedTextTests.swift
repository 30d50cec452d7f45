// Own texts that were staged before a value gave them.

import StorySupport

@Suite struct StagedTextTests {
  /// A munged clone in which a line with another own text is staged, and a further edit is not.
  private func staged(_ paths: String...) throws -> WorkingTree {
    let tree = try Workshop(files: ["app.txt": "id = \(canonical)\nname = one\n"]).munged(values: "handle=bnr")
    for path in paths {
      try tree.write(path, "id = com.blah.user-zoe\nname = staged\n")
      try tree.git("add", path)
      try tree.write(path, "id = com.blah.user-zoe\nname = edited\n")
      #expect(try tree.blob(":\(path)").contains("user-zoe"))
    }
    return tree
  }

  @Test(arguments: [["set", "handle=zoe"], ["install", "handle=zoe"]])
  func `a staged text of the developer becomes the project's, and a partly staged file keeps both halves`(
    command: [String]
  ) throws {
    let tree = try staged("app.txt", "new.txt")
    let lines = "Staged with the project's identifiers in place of yours:\n  app.txt\n  new.txt\n"
    let outcome = try tree.munge(command)
    #expect(outcome.output.contains(lines) && !outcome.says("[own-text]"), "\(outcome)")
    for path in ["app.txt", "new.txt"] {
      #expect(try tree.blob(":\(path)") == "id = \(canonical)\nname = staged\n")
      #expect(try tree.text(path) == "id = com.blah.user-zoe\nname = edited\n")
    }
    #expect(try tree.git("commit", "--quiet", "-m", "Names").errors == "")
  }

  @Test func `install replaces a text that was staged after the value was set`() throws {
    let tree = try staged("app.txt")
    let old = try tree.git("ls-files", "-s", "app.txt").output
    try tree.munge("set", "handle=zoe")
    try tree.git(
      "update-index", "--cacheinfo", old.split(separator: " ")[0] + "," + old.split(separator: " ")[1] + ",app.txt")
    try tree.munge("install", "-n")
    #expect(try tree.git("ls-files", "-s", "app.txt").output == old, "a dry run stages nothing")
    #expect(try tree.munge("install").output.contains("Staged with the project's identifiers in place of yours:"))
    #expect(try tree.blob(":app.txt") == "id = \(canonical)\nname = staged\n")
  }

  @Test func `the stages of a conflict are left alone`() throws {
    let tree = try staged()
    try tree.sh(
      """
      sed -i s/one/two/ app.txt; git commit --quiet -am Two; git checkout --quiet -b side HEAD^
      sed -i s/one/three/ app.txt; git commit --quiet -am Three; git merge main || true
      """)
    let stages = try tree.git("ls-files", "-s", "app.txt").output
    try tree.munge("set", "handle=zoe", status: 1...1)
    #expect(stages.split(separator: "\n").count == 3)
    #expect(try tree.git("ls-files", "-s", "app.txt").output == stages)
  }
}
