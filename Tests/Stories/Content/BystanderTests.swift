// A clone in which nobody ever installed anything, on a machine whose global configuration knows the filter.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct BystanderTests {
  let workshop: Workshop
  let ben: WorkingTree

  init() throws {
    workshop = try Workshop(files: ["app.txt": "id = com.blah.user-thing\nlocal = com.blah.user-bnr\n"])
    let filter = "\(workshop.bin / "git-munge-filter")"
    for (key, value) in [
      ("process", "\(filter) process"), ("clean", "\(filter) clean %f"), ("smudge", "\(filter) smudge %f"),
      ("required", "true"),
    ] {
      try workshop.maintainer.git("config", "--global", "filter.munge.\(key)", value)
    }
    ben = try workshop.clone("ben")
  }

  @Test func `all git commands go on as if there were no filter`() throws {
    #expect(try ben.text("app.txt") == "id = \(canonical)\nlocal = \(local)\n")
    #expect(try ben.statusOfTouched() == "")
    try ben.write("app.txt", "id = \(canonical)\nmine = \(local)\n")
    try ben.git("switch", "--quiet", "--create", "topic")
    let commit = try ben.git("commit", "--all", "-m", "Mine")
    #expect(commit.errors == "")
    #expect(try ben.blob("HEAD:app.txt") == "id = \(canonical)\nmine = \(local)\n", "there is no plan to know that id")
    #expect(try ben.objects(holding: local).contains("mine = \(local)\n"), "as the search of other tests would find it")
    try ben.git("switch", "--quiet", "main")
    #expect(try ben.text("app.txt") == "id = \(canonical)\nlocal = \(local)\n")
    try ben.git("merge", "--quiet", "topic")
    #expect(try ben.text("app.txt") == "id = \(canonical)\nmine = \(local)\n")
    #expect(try ben.statusOfTouched() == "")
    #expect(try ben.text(".git/munge/plan") == nil)
  }

  @Test func `a program that is gone stops this clone too, and says how to go on`() throws {
    try FileSystem.remove(workshop.bin / "git-munge-filter")
    try ben.write("app.txt", "edited\n")
    try ben.git("add", "app.txt", status: 1...128)
    try ben.git("-c", "filter.munge.process=", "-c", "filter.munge.required=false", "add", "app.txt")
    #expect(try ben.blob(":app.txt") == "edited\n")
  }

  @Test func `a repository without rules is none of our business`() throws {
    let plain = try Workshop(rules: nil, attributes: "", files: ["app.txt": canonical])
    let outcome = try plain.maintainer.munge("status")
    try expectSnapshot("repository-without-rules-none-our-status", outcome)
    try expectSnapshot("repository-without-rules-none-our-install", plain.maintainer.munge("install", status: 2...2))
    try expectSnapshot("repository-without-rules-none-our-uninstall", plain.maintainer.munge("uninstall", status: 2...2))
  }
}
