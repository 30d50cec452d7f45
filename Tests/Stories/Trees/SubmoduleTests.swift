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

  @Test func `a superproject without rules reports its submodules`() throws {
    let outer = tree.workshop.tree("outer")
    try tree.workshop.maintainer.git("init", "--quiet", "../outer")
    try outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "\(tree.top)", "middle")
    try outer.git("-C", "middle", "-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init")
    try expectSnapshot("superproject-without-rules-own-names", outer.munge("status"))
  }

  @Test func `a submodule without rules, a missing one and a link in its place are not reported`() throws {
    let plain = tree.workshop.tree("plain")
    try tree.workshop.maintainer.git("init", "--quiet", "../plain")
    try plain.commit("readme.txt", "plain\n", "One")
    try add("\(plain.top)", "plain")
    try tree.git("submodule", "--quiet", "deinit", "sub module")
    #expect(try !tree.munge("install", "handle=bnr").says(Self.title))
    try tree.run(["rm", "-r", "sub module"])
    try FileSystem.makeSymbolicLink(tree.top / "sub module", to: tree.workshop.sandbox.top)
    #expect(try !tree.munge("status").says(Self.title))
  }
}
