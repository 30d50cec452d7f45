// Changes of values and rules in a munged working tree: former local texts disappear and never leak.

import StorySupport

@Suite struct ChangeTests {
  let tree: WorkingTree

  init() throws { tree = try Scene.app().munged() }

  @Test(arguments: [["install", "handle=other"], ["set", "handle=other"], ["set", "--unset", "handle"]])
  func `a late save with the old local text is committed as canonical`(_ change: [String]) throws {
    try tree.munge(change)
    let shown = change[1] == "--unset" ? canonical : "com.blah.user-other"
    try tree.write("app.txt", "id = \(local)\nsaved late\n")
    let status = try tree.munge("status", status: 1...1)
    #expect(status.says("app.txt:\n  the file does not match") && status.says("[stale]"))
    try tree.git("add", "app.txt")
    #expect(try tree.blob(":app.txt") == "id = \(canonical)\nsaved late\n")
    try tree.munge("install", "--yes", status: 0...1)
    #expect(try tree.text("app.txt") == "id = \(shown)\nsaved late\n")
    #expect(try tree.status() == "M  app.txt\n")
    #expect(try tree.objects(holding: local) == "")
  }

  @Test(arguments: [nil, "<<<<<<< ours\n", "[rule \"x\"]\n\tcanonical = a\n"])
  func `without valid rules the plan stays in use, values can be removed, and uninstall works`(_ rules: String?) throws
  {
    if let rules { try tree.write(".gitmunge", rules) } else { try FileSystem.remove(tree.top / ".gitmunge") }
    try tree.write("app.txt", "id = \(local)\nedited\n")
    try tree.git("add", "app.txt")
    #expect(try tree.blob(":app.txt") == "id = \(canonical)\nedited\n", "the filter still cleans")
    let before = try DirectoryState(tree)
    let refused = [("status", 1), ("install", 2), ("set handle=other", 2)] as [(String, Int32)]
    for (words, status) in refused {
      let outcome = try tree.munge(words.split(separator: " ").map(String.init), status: status...status)
      #expect(outcome.says(".gitmunge"), "\(outcome.testDescription)")
      #expect(try DirectoryState(tree).changes(since: before) == "", "\(words)")
    }
    #expect(try tree.munge("status", status: 1...1).says("]\n"))
    #expect(try tree.munge("set", "--unset", "handle", status: 1...1).says("No file was changed: the rules "))
    #expect(try tree.text("app.txt") == "id = \(local)\nedited\n")
    try tree.munge("uninstall")
    #expect(try tree.text("app.txt") == "id = \(canonical)\nedited\n")
  }
}
