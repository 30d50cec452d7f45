// Killed repairs: no file is incomplete, nothing is staged, and a new repair does the rest.

import StorySupport

@Suite struct RepairInterruptionTests {
  private static let paths = [KeyedProject.path, "b.txt"]

  private let workshop: Workshop

  init() throws {
    let was = KeyedProject()
    workshop = try Workshop(
      rules: Rules.team(), files: [KeyedProject.path: was.text, "b.txt": "DEVELOPMENT_TEAM = \(Team.first)\n"])
    try workshop.maintainer.writeProject(was.text.shown(Team.another, handle: "other"))
    try workshop.maintainer.commit("b.txt", "DEVELOPMENT_TEAM = \(Team.another)\n", "Leak")
  }

  private func prepared(_ name: String, isMunged: Bool) throws -> WorkingTree {
    let tree = try isMunged ? workshop.munged(name, values: "team=\(Team.mine)", "handle=me") : workshop.clone(name)
    try tree.write("b.txt", "DEVELOPMENT_TEAM = \(Team.another)\nedited\n")
    return tree
  }

  private func texts(_ tree: WorkingTree) throws -> [String] { try Self.paths.map { try tree.text($0) ?? "gone" } }

  @Test(.enabled(if: Killing.isPossible, Killing.why), arguments: [true, false])
  func `after a repair is killed at any point, each file is either old or repaired`(isMunged: Bool) throws {
    let whole = try prepared("whole", isMunged: isMunged)
    let before = try texts(whole)
    try whole.munge(["repair"] + Self.paths)
    let after = try texts(whole)
    try whole.git("add", "--all")
    let staged = try whole.git("write-tree").output
    try Killing.munge(
      ["repair"] + Self.paths, at: stride(from: 2, to: 600, by: 13),
      in: { try prepared("killed\($0)", isMunged: isMunged) }
    ) {
      tree, call in
      let next = try tree.munge("status", status: 0...1)
      for (now, both) in zip(try texts(tree), zip(before, after)) {
        #expect(now == both.0 || now == both.1, "call \(call): \(next)")
      }
      #expect(try tree.git("diff", "--cached", "--name-only").output == "", "call \(call)")
      #expect(
        try FileSystem.entries(tree.gitDirectory).allSatisfy { !["munge.new", "munge.removed"].contains("\($0)") },
        "call \(call)")
      #expect(FileSystem.exists(tree.gitDirectory / "munge") == isMunged, "call \(call)")
      try tree.munge(["repair"] + Self.paths)
      #expect(try texts(tree) == after, "call \(call)")
      try tree.git("add", "--all")
      #expect(try tree.git("write-tree").output == staged, "call \(call)")
    }
  }

  @Test func `repair changes nothing while another command runs or the index is locked`() throws {
    let tree = try prepared("locked", isMunged: true)
    try tree.write(".git/index.lock", "")
    let before = try texts(tree)
    #expect(try tree.munge("repair", "b.txt", status: 2...2).errors.contains("index.lock exists"))
    #expect(try texts(tree) == before)
  }
}
