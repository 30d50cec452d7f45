// Local texts in files that are not munged, and former local texts that contain their canonical text.

import StorySupport
import TestSupport
import Testing

@Suite struct ForeignTextTests {
  let tree: WorkingTree

  init() throws {
    tree = try Workshop(
      rules: """
        [rule "app"]
        \tcanonical = com.acme.app
        \tlocal = ${app}
        [variable "app"]
        \tkind = bundle-id
        """,
      attributes: "*.txt filter=munge\n",
      files: ["app.txt": "id = com.acme.app\n", "script.sh": "echo\n"]).clone()
  }

  @Test func `files without the attribute keep their local texts and are reported`() throws {
    try tree.munge("install", "app=com.bob.app")
    try tree.write("deploy.sh", "deploy com.bob.app\n")
    try tree.write("script.sh", "echo com.bob.app\n")
    for command in [["install"], ["install", "app=org.bob.other"], ["uninstall"]] {
      let outcome = try tree.munge(command)
      #expect(try tree.text("deploy.sh") == "deploy com.bob.app\n")
      #expect(try tree.text("script.sh") == "echo com.bob.app\n")
      #expect(outcome.says("deploy.sh"), "git would commit it unchanged")
    }
  }

  @Test(arguments: ["com.bob.app", "com.acme.app"])
  func `a late save of a former local text that contains its canonical text does not leak`(next: String) throws {
    try tree.munge("install", "app=com.acme.app.dev")
    let late = try #require(try tree.text("app.txt"))
    #expect(late == "id = com.acme.app.dev\n")
    try tree.munge("install", "app=\(next)")
    try tree.write("app.txt", late + "late\n")
    try tree.commitAll("Two")
    #expect(try tree.blob("HEAD:app.txt") == "id = com.acme.app\nlate\n")
    try tree.munge("install")
    #expect(try tree.text("app.txt") == "id = \(next)\nlate\n")
    #expect(try tree.objects(holding: "com.acme.app.dev") == "")
  }
}
