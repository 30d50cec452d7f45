// Submodules are clones of their own and inherit nothing; status reports those that need an installation.

import StorySupport

@Suite struct SubmoduleTests {
  let tree: WorkingTree
  private static let title = "Submodules with a .gitmunge, not installed"

  init() throws {
    tree = try Workshop(files: ["app.txt": "id = \(canonical)\n"]).clone()
    try add("\(tree.workshop.sandbox.top)", "sub module")
    try tree.commitAll("A submodule")
  }

  private func add(_ url: String, _ path: String) throws {
    try tree.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", url, path)
  }

  @Test func `a submodule with rules is reported with the command until it is installed`() throws {
    let command = "  git -C 'sub module' munge install\n"
    try expectSnapshot("submodule-rules-named-command-until", tree.munge("install", "handle=bnr"))
    #expect(try tree.munge("status").output.contains(command), "it is no problem of this tree")
    #expect(try tree.text("sub module/app.txt") == "id = \(canonical)\n")
    try tree.run(["sh", "-c", "git -C 'sub module' munge install handle=bnr"])
    #expect(try tree.text("sub module/app.txt") == "id = \(local)\n")
    #expect(try !tree.munge("status").says(Self.title))
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.workshop.tree("clone/sub module").state() == "munged")
  }
}
