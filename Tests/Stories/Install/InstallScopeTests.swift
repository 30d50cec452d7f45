// Which files install rewrites, and which it reports as not munged.

import StorySupport

@Suite struct InstallScopeTests {
  @Test func `install rewrites only files with the attribute, and reports others with the line to add`() throws {
    let workshop = try Workshop(
      attributes: "*.txt filter=munge\n/plain.txt -filter\n",
      files: [
        "a.txt": canonical, "plain.txt": canonical, "a.xcconfig": canonical, "sub dir/b [1].cfg": canonical,
        "script.sh": "echo\n",
      ])
    let tree = try workshop.clone()
    #expect(try !tree.munge("install", "handle=bnr").says("a.xcconfig"))
    #expect(try tree.files(showing: local) == "a.txt\n")
    try tree.commit("plain.txt", local, "Leak")
    #expect(try tree.munge("verify", "HEAD", status: 1...1).says("plain.txt"))
    try tree.git("reset", "--quiet", "--hard", "HEAD~1")
    try expectSnapshot("only-files-attribute-rewritten-others", tree.munge("install", "--dry-run"))
    for name in ["deploy.sh", "script.sh"] { try tree.write(name, local) }
    for command in [["install"], ["install", "handle=other"], ["uninstall"]] {
      #expect(try tree.munge(command).says("deploy.sh"), "git would commit it unchanged")
      #expect(try tree.text("deploy.sh") == local && tree.text("script.sh") == local)
    }
  }

  @Test func `install without any attribute reports what is missing`() throws {
    let workshop = try Workshop(attributes: "", files: ["a.xcconfig": canonical])
    try expectSnapshot("without-any-attribute-installation-says", workshop.clone().munge("install", "handle=bnr"))
  }
}
