// A filter process that git started before a command, and that cleans files after it.

import StorySupport

@Suite struct RunningFilterTests {
  @Test(arguments: [
    (["set", "handle=other"], "com.blah.user-other"), (["set", "handle=other"], local), (["uninstall"], local),
    (["uninstall"], canonical), (["install", "handle=bnr"], local),
  ])
  func `A filter that runs cleans what a later command has smudged, and what git had read before`(
    command: [String], shown: String
  ) throws {
    let workshop = try Workshop(attributes: "*.txt filter=munge\n", files: ["app.txt": "id = \(canonical)\n"])
    let tree = try command[0] == "install" ? workshop.clone() : workshop.munged()
    let (smudged, cleaned) = (bytes("id = \(shown)\n"), bytes("id = \(canonical)\n"))
    let first = command[0] == "install" ? cleaned : bytes("id = \(local)\n")
    try TestFile.write(tree.top / "one.md", Wire.greeting + Wire.request("clean", "app.txt", first))
    try TestFile.write(tree.top / "two.md", Wire.request("clean", "app.txt", smudged))
    let answer = Wire.welcome + Wire.answer(cleaned)
    try tree.sh(
      """
      mkfifo in out
      git-munge-filter process <in >out &
      exec 3>in 4<out
      cat one.md >&3; head -c \(answer.count) <&4 >first.md
      git munge \(command.joined(separator: " ")) >set.md
      cat two.md >&3; exec 3>&-; cat <&4 >second.md; wait
      """)
    #expect(try FileSystem.contents(tree.top / "first.md") == answer)
    #expect(try FileSystem.contents(tree.top / "second.md") == Wire.answer(cleaned))
  }
}
