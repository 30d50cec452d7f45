// Leaks of files that git does not filter: commands report them in time, and the printed fix works.

import StorySupport

@Suite struct UnfilteredLeakTests {
  private let tree: WorkingTree
  private var workshop: Workshop { tree.workshop }

  init() throws {
    tree = try Workshop(
      attributes: Situation.attributes, files: ["app.txt": "id = \(canonical)\n", "sub/other.txt": "none\n"]
    ).munged()
  }

  /// Contents around an identifier.
  private static let neverMunged: [Named<@Sendable (String) -> [UInt8]>] = [
    Named("NUL") { bytes("\u{0} \($0)\n") },
    Named("the first bytes of UTF-16") { [0xFF, 0xFE] + bytes(" \($0)\n") },
  ]

  @Test(arguments: neverMunged) func `a local text in a file that is never munged is reported, and the guard blocks it`(
    _ content: Named<@Sendable (String) -> [UInt8]>
  ) throws {
    try tree.munge("install", "--hooks")
    let file = tree.top / "data.dat"
    try TestFile.write(file, content.value(local))
    for (command, status) in [("status", 0...0), ("install", 0...1)] as [(String, ClosedRange<Int32>)] {
      #expect(try tree.munge(command, status: status).says("data.dat:"), "\(command)")
    }
    #expect(try tree.git("add", "data.dat").errors.contains("data.dat: '\(local)' will be committed as is"))
    try tree.run(["sh", "-c", "git cat-file blob :data.dat | cmp - data.dat"])
    #expect(try tree.munge("status", status: 1...1).says("data.dat:"))
    #expect(try tree.git("commit", "--quiet", "-m", "Leak", status: 1...1).says("[own-text]"))

    try TestFile.write(file, content.value(canonical))
    try tree.sh("git add data.dat; git munge status; git commit --quiet -m Safe")
    #expect(try tree.files(holding: local) == "")
  }
}

extension WorkingTree {
  /// Commands report no local text, and all committed content is canonical.
  func expectSafe() throws {
    #expect(try !munge("status").says("[own-text]"))
    try touchAll()
    try commitAll("Safe")
    #expect(try objects(holding: local) == "")
  }
}
