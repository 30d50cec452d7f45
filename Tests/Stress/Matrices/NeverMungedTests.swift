// Files that the filter does not change: text in UTF-16, and binary files.

import StorySupport

@Suite struct NeverMungedTests {
  @Test(arguments: ["UTF-16", "UTF-16LE", "UTF-16BE"])
  func `a file in UTF-16 is named, and a local text that git would convert is stopped`(_ encoding: String) throws {
    func write(_ text: String, _ tree: WorkingTree) throws {
      try tree.sh("echo '\(text)' | iconv -f UTF-8 -t \(encoding) >a.strings")
    }
    let workshop = try Workshop(
      attributes: "* filter=munge\n*.strings working-tree-encoding=\(encoding)\n", files: ["app.txt": canonical])
    try write(canonical, workshop.maintainer)
    try workshop.maintainer.commitAll("Strings")
    let tree = try workshop.clone()
    for command in [["install", "--hooks", "handle=bnr"], ["status"]] {
      let outcome = try tree.munge(command)
      #expect(outcome.says("a.strings:\n  warning: ") && outcome.says("[never-munged]"), "\(command)")
    }
    #expect(try tree.statusOfTouched() == "")
    try write(local, tree)
    let outcome = try tree.git("commit", "--quiet", "-am", "Leak", status: 1...1)
    #expect(outcome.says("a.strings:1:1:\n") && outcome.says("git munge repair a.strings"))
    let repaired = try tree.munge("repair", "a.strings", "app.txt", status: 1...1)
    #expect(repaired.says("Not repaired:\n  a.strings:1:") && repaired.says("Write the canonical text there by hand."))
    try write(canonical, tree)
    try tree.sh("git add a.strings; git commit --quiet --allow-empty -m Canonical")
    #expect(try tree.files(holding: local) == "")
  }
}
