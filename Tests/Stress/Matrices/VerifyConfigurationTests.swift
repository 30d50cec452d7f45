// verify finds a leak whatever the configuration of the user says about colours, diff, log and grep, or fails.

import StorySupport

@Suite struct VerifyConfigurationTests {
  private static let sections = ["color.", "diff.", "log.", "grep."]
  private let tree: WorkingTree

  /// The leak looks local, and a later commit moves its line.
  init() throws {
    tree = try Workshop(attributes: "* filter=munge diff=munge\n", files: ["app.txt": "id = \(canonical)\n"]).maintainer
    try tree.commit("app.txt", "one\nid = com.blah.user-fred\n", "Leak")
    try tree.commit("app.txt", "one\ntwo\nid = com.blah.user-fred\n", "Move")
    try tree.write("new.txt", "id = com.blah.user-wilma\n")
    try tree.git("add", "new.txt")
  }

  /// Names that git's manual has, with something for a part that can be any.
  private func keys() throws -> [String] {
    let names = try tree.git("help", "--config").output.split(separator: "\n").map(String.init)
    return names.filter { name in Self.sections.contains { name.hasPrefix($0) } }
      .map { $0.replacing(/<[a-z-]+>/, with: "munge").replacing("*", with: "munge") }
  }

  @Test func `a leak is an error with any value of any key, or the check fails`() throws {
    let (keys, home) = (try keys(), tree.workshop.sandbox.home)
    #expect(keys.count > 70)
    for key in keys {
      for values in [["always"], ["/nowhere", "zz,1"]] {
        let dot = try #require(key.lastIndex(of: "."))
        let section = key[..<dot].split(separator: ".", maxSplits: 1)
        let head = section.count > 1 ? "[\(section[0]) \"\(section[1])\"]" : "[\(section[0])]"
        let lines = values.map { "\t\(key[dot...].dropFirst()) = \"\($0)\"\n" }.joined()
        try TestFile.write(home / ".gitconfig", bytes("[munge]\n\thooks = false\n\(head)\n\(lines)"))
        for words in [["HEAD"], ["HEAD~2..HEAD"], ["--staged"]] {
          let outcome = try tree.run(["git-munge", "verify"] + words, status: 1...2)
          let isFound = outcome.output.contains("[looks-local]")
          #expect(
            outcome.status == 1 ? isFound : outcome.errors.contains("git-munge: "), "\(key) = \(values): \(outcome)")
        }
      }
    }
  }
}
