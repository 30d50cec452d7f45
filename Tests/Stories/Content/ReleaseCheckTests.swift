// `git munge verify --worktree`, the check before a release, in CI and on a developer's machine.

import StorySupport

@Suite struct ReleaseCheckTests {
  let tree: WorkingTree

  init() throws { tree = try Scene.app(attributes: "*.txt filter=munge\n", ["plain.txt": "plain\n"]).clone() }

  /// What is done before the check, and the files that it names.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var values = ["handle=bnr"]
    var expected: [String] = []
    /// 1 also while a filter is active.
    var status: Int32 = 1
    let prepare: @Sendable (WorkingTree) throws -> Void
  }

  private static let both = ["app.txt", "other.txt"]

  private static func checkOutWithoutSmudge(_ path: String, in tree: WorkingTree) throws {
    try FileSystem.remove(tree.top / Path(path))
    try tree.git("checkout", "--quiet", "--", path, environment: ["GIT_MUNGE_SKIP_SMUDGE": "1"])
  }

  private static let cases = [
    Case(testDescription: "a munged tree", expected: both) { _ in },
    Case(testDescription: "uninstalled", status: 0) { try $0.munge("uninstall") },
    Case(testDescription: "one file without smudge", expected: ["other.txt"]) {
      try checkOutWithoutSmudge("app.txt", in: $0)
    },
    Case(testDescription: "all files without smudge") { tree in
      for path in both { try checkOutWithoutSmudge(path, in: tree) }
    },
    Case(testDescription: "edited files and a new one with a local text", expected: both) { tree in
      for path in both { try tree.write(path, "edited\n") }
      try tree.write("new.txt", "new \(local)\n")
    },
    Case(testDescription: "skip-worktree", expected: both) { tree in
      try tree.sh("git update-index --skip-worktree other.txt; rm app.txt")
    },
    Case(testDescription: "a value that is the canonical one", status: 0) { try $0.munge("set", "handle=thing") },
    Case(testDescription: "a late save of a former local text", expected: ["other.txt"]) { tree in
      try tree.munge("set", "handle=thing")
      try tree.write("other.txt", "\(local)\n")
    },
    Case(testDescription: "no values", values: [], status: 0) { _ in },
  ]

  @Test(arguments: cases) func `the check names the files that are not those of HEAD, and writes nothing`(_ it: Case)
    throws
  {
    try tree.munge(["install"] + it.values, status: it.values.isEmpty ? 1...1 : 0...0)
    try it.prepare(tree)
    try expect(it.expected, status: it.status)
  }

  /// The files in the report, and the exit code.
  private func expect(_ paths: [String], status: Int32) throws {
    try tree.unchanged {
      let report = try JSON(tree.munge("verify", "--worktree", "--report", "json", status: status...status).output)
      let changed = report["findings"]?.list.filter { $0["kind"] == .text("changed-file") } ?? []
      #expect(changed.compactMap { $0["path"]?.text }.sorted() == paths)
    }
  }

  @Test func `without a plan the check fails, because the filter is active`() throws {
    try tree.munge("install", "handle=bnr")
    try FileSystem.remove(tree.gitDirectory / "munge/plan")
    #expect(try tree.munge("verify", "--worktree", status: 2...2).errors.contains("the plan file is missing"))
  }

  @Test func `without an installation every change of a munged file is found`() throws {
    try expect([], status: 0)
    try tree.write("other.txt", "\(local)\n")
    try tree.write("plain.txt", "\(local)\n")
    try expect(["other.txt", "plain.txt"], status: 1)
    try tree.git("update-index", "--skip-worktree", "other.txt")
    try expect(["other.txt", "plain.txt"], status: 1)
  }
}
