// `git munge status --canonical`, the check before a release is built on a developer's machine.

import StorySupport

@Suite struct CanonicalCheckTests {
  let tree: WorkingTree

  init() throws { tree = try Scene.app(attributes: "*.txt filter=munge\n", ["plain.txt": "plain\n"]).clone() }

  /// What is done before the check, and the files that it names.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var values = ["handle=bnr"]
    var expected: [String] = []
    let prepare: @Sendable (WorkingTree) throws -> Void
  }

  private static let both = ["app.txt", "other.txt"]

  private static func checkOutWithoutSmudge(_ path: String, in tree: WorkingTree) throws {
    try FileSystem.remove(tree.top / Path(path))
    try tree.git("checkout", "--quiet", "--", path, environment: ["GIT_MUNGE_SKIP_SMUDGE": "1"])
  }

  private static let cases = [
    Case(testDescription: "a munged tree", expected: both) { _ in },
    Case(testDescription: "uninstalled") { try $0.munge("uninstall") },
    Case(testDescription: "one file without smudge", expected: ["other.txt"]) { try checkOutWithoutSmudge("app.txt", in: $0) },
    Case(testDescription: "all files without smudge") { tree in
      for path in both { try checkOutWithoutSmudge(path, in: tree) }
    },
    Case(testDescription: "edited files and a new one with a local text", expected: ["new.txt"]) { tree in
      for path in both { try tree.write(path, "edited\n") }
      try tree.write("new.txt", "new \(local)\n")
    },
    Case(testDescription: "skip-worktree", expected: ["other.txt"]) { tree in
      try tree.sh("git update-index --skip-worktree other.txt; rm app.txt")
    },
    Case(testDescription: "assume-unchanged", expected: ["other.txt"]) { tree in
      try tree.sh("git update-index --assume-unchanged other.txt; rm app.txt")
    },
    Case(testDescription: "a value that is the canonical one") { try $0.munge("set", "handle=thing") },
    Case(testDescription: "a late save of a former local text", expected: ["other.txt"]) { tree in
      try tree.munge("set", "handle=thing")
      try tree.write("other.txt", "\(local)\n")
    },
    Case(testDescription: "no values", values: []) { _ in },
    Case(testDescription: "no rules", expected: both) { try FileSystem.remove($0.top / ".gitmunge") },
    Case(testDescription: "no plan", expected: both) { try FileSystem.remove($0.gitDirectory / "munge/plan") },
    Case(testDescription: "a file that .gitattributes excludes", expected: both) {
      try $0.write(".gitattributes", "*.txt filter=munge\nother.txt -filter\n")
    },
  ]

  @Test(arguments: cases) func `the check names the files with local texts, and writes nothing`(_ it: Case) throws {
    try tree.munge(["install"] + it.values, status: it.values.isEmpty ? 1...1 : 0...0)
    try it.prepare(tree)
    try expect(it.expected)
  }

  /// The files in the report and in the document, and the exit code.
  private func expect(_ paths: [String]) throws {
    let status: ClosedRange<Int32> = paths.isEmpty ? 0...0 : 1...1
    try tree.unchanged {
      let outcome = try tree.munge("status", "--canonical", status: status)
      #expect(outcome.errors == "" && outcome.output.hasPrefix(paths.isEmpty ? "Canonical: " : "Not canonical: "))
      let named = outcome.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
      #expect(named.map { String($0.dropFirst(2)) } == paths)
      let document = try tree.munge("status", "--canonical", "--json", status: status)
      #expect(try JSON(document.output)["state"]?["isCanonical"] == .truth(paths.isEmpty))
    }
  }

  @Test func `without an installation local texts are found by the configured values`() throws {
    try expect([])
    try tree.write("other.txt", "\(local)\n")
    try expect([])
    try tree.git("config", "--global", "munge.values.handle", "bnr")
    try expect(["other.txt"])
    try tree.git("update-index", "--skip-worktree", "other.txt")
    try expect(["other.txt"])
    try FileSystem.remove(tree.top / ".gitmunge")
    try expect([])
  }

  @Test func `the check prints the ways to a release`() throws {
    let canonical = try tree.munge("status", "--canonical")
    try tree.munge("install", "handle=bnr")
    try expectSnapshot("check", canonical, tree.munge("status", "--canonical", status: 1...1))
  }
}
