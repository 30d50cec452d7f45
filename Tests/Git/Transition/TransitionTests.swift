import TestSupport

@testable import Smudge
@testable import Verify
@testable import WorkingTree

struct TransitionTests {
  private static let munged = PlanRule(
    name: bytes("r"), pairs: [TextPair(canonical: bytes("com.acme"), local: bytes("dev.me"))])
  private static let plan = Plan(rules: [munged], fingerprint: Digest([]))

  /// A commit of canonical files, one without the attribute and one without a canonical text.
  private static func sandbox() throws -> GitSandbox {
    try GitSandbox.committed([
      ".gitattributes": "*.m filter=munged\n", "a.m": "id com.acme\n", "sub/b.m": "id group.com.acme.x\n",
      "none.m": "nothing\n",
      "plain.txt": "com.acme\n",
    ])
  }

  /// Everything below the directory of a sandbox, with times.
  private static func state(_ sandbox: GitSandbox) throws -> [String: [UInt8]] {
    let entries = try DirectoryWalk.entries(below: sandbox.directory)
    return Dictionary(
      uniqueKeysWithValues: try entries.map { entry in
        let content = entry.status.kind == .regular ? try FileSystem.contents(sandbox.directory / entry.path) ?? [] : []
        return ("\(entry.path)", bytes("\(entry.status.mode) \(entry.status.modified) ") + content)
      })
  }

  private static func rewritten(_ change: Change) throws -> [String] {
    try change.listed().filter(\.entry.isRewritten).map { "\($0.file.path)" }
  }

  @Test func `A dry run lists the files to rewrite, and writes nothing`() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("new.m", bytes("com.acme\n"))
    let before = try Self.state(sandbox)
    let transition = try Change(sandbox.clone, from: .idle, to: Self.plan)
    #expect(transition.files.map { "\($0.path)" } == ["a.m", "new.m", "none.m", "sub/b.m"])
    #expect(try Self.rewritten(transition) == ["a.m", "new.m", "sub/b.m"])
    #expect(try Self.state(sandbox) == before)
  }

  @Test func `A dry run in a munged clone, and a scan for a report, write nothing, not even a warning`() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("a.m", bytes("id dev.me\n"))
    // Content that clean would report: a local text inside a longer word.
    try sandbox.write("none.m", bytes("mydev.me\n"))
    try PlanStore.publish(Self.plan, sandbox.clone.mungeDirectory)
    let before = try Self.state(sandbox)
    let transition = try Change(sandbox.clone, from: Self.plan, to: .idle)
    #expect(try Self.rewritten(transition) == ["a.m"])
    #expect(try Self.state(sandbox) == before)
    let scan = try WorkingTreeScanner(sandbox.clone, IndexSnapshot(sandbox.clone), Self.plan, nil, .preview).run()
    #expect(scan.shown.counts.map(\.files) == [scan.shown.files])
    #expect(try Self.state(sandbox) == before)
  }

  @Test func `Files without the attribute are rewritten if git-munge wrote their local text`() throws {
    let sandbox = try Self.sandbox()
    // Smudged while it had the attribute, or pasted; the blob has the canonical text.
    try sandbox.write("plain.txt", bytes("dev.me\n"))
    try sandbox.write("own.txt", bytes("dev.me, as the project itself says\n"))
    try sandbox.git("add", "own.txt")
    let transition = try Change(sandbox.clone, from: Self.plan, to: .idle)
    #expect(transition.files.map { "\($0.path)" } == ["a.m", "none.m", "plain.txt", "sub/b.m"])
  }

  @Test func `The journal lists files that do not change, if they hold a text of a plan`() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("a.m", bytes("id dev.me\n"))
    try sandbox.write("sub/b.m", bytes("id com.other\n"))
    let pairs = ["com.other", "com.acme"].map { TextPair(canonical: bytes($0), local: bytes("dev.me")) }
    let new = Plan(rules: [PlanRule(name: bytes("r"), pairs: pairs)], fingerprint: Digest([]))
    let listed = try Change(sandbox.clone, from: Self.plan, to: new).listed()
    #expect(listed.map { "\($0.file.path)" } == ["a.m", "sub/b.m"])
    #expect(listed.map(\.entry.isRewritten) == [false, true])
  }

  @Test func `Symbolic links and files in linked directories are not read`() throws {
    let sandbox = try Self.sandbox()
    try TestFile.write(sandbox.directory / "outside/b.m", bytes("id com.acme\n"))
    try FileSystem.removeTree(sandbox.top / "sub")
    try FileSystem.makeSymbolicLink(sandbox.top / "sub", to: sandbox.directory / "outside")
    try FileSystem.remove(sandbox.top / "a.m")
    try FileSystem.makeSymbolicLink(sandbox.top / "a.m", to: sandbox.directory / "outside/b.m")
    let transition = try Change(sandbox.clone, from: .idle, to: Self.plan)
    #expect(try Self.rewritten(transition).isEmpty, "nothing outside the tree is ever written")
  }
}

/// Tests of the index after files were rewritten to another length: git has to read them again, and nothing else can
/// change.
///
/// `TransitionMatrixTests` has every kind of entry and every form of the index, `TransitionConflictTests` the stages of
/// a conflict.
struct IndexRepairTests {
  /// A commit whose files a filter cleans from `LOCAL` to `CANONICAL`, and a path for the copy of the index.
  private static func sandbox(_ hash: String = "--object-format=sha1") throws -> GitSandbox {
    let ids = ["a.m", "b.m", "c.m", "d.m", "e.m"].map { ($0, "id CANONICAL \($0)\n") }
    let files = Dictionary(uniqueKeysWithValues: ids + [(".gitattributes", "*.m filter=munged\n"), ("empty.m", "")])
    let sandbox = try GitSandbox.committed(files, hash)
    try sandbox.git("config", "filter.munged.clean", "sed s/LOCAL/CANONICAL/")
    try FileSystem.makeDirectories(sandbox.clone.mungeDirectory.own)
    return sandbox
  }

  /// Writes the local text into some files, and repairs the index for them.
  private static func munge(_ names: [String], in sandbox: GitSandbox) throws {
    for name in names { try sandbox.write(name, bytes("id LOCAL \(name)\n")) }
    let files = try IndexSnapshot(sandbox.clone).munged
    try IndexStatReset(sandbox.clone).run(files.filter { names.contains("\($0.path)") })
  }

  /// Every entry of the index, without times and sizes, which change.
  private static func entries(_ sandbox: GitSandbox) throws -> [String] {
    let listing = String(decoding: try sandbox.git("ls-files", "-s", "-v", "--debug"), as: UTF8.self)
    return listing.split(separator: "\n").filter {
      !$0.contains("time: ") && !$0.contains("dev: ") && !$0.contains("uid: ")
    }
    .map { $0.contains("flags: ") ? String($0.drop { $0 != "f" }) : String($0) }
  }

  private static func status(_ sandbox: GitSandbox) throws -> String {
    try sandbox.line("status", "--porcelain", "--untracked-files=no")
  }

  @Test func `Without the repair git reports a file of another length as modified, with it not`() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("a.m", bytes("id LOCAL a.m\n"))
    #expect(try Self.status(sandbox) == " M a.m", "else the test proves nothing")
    let before = try Self.entries(sandbox)
    try Self.munge(["a.m", "b.m"], in: sandbox)
    #expect(try Self.status(sandbox) == "")
    #expect(try Self.entries(sandbox) == before)
    #expect(try sandbox.git("diff", "--cached") == [], "nothing is staged")
    let sizes = String(decoding: try sandbox.git("ls-files", "--debug", "a.m"), as: UTF8.self)
    #expect(sizes.contains("size: 13\t"), "git has updated the size")
  }

  @Test func `No filter runs for files that are as new as the index`() throws {
    let sandbox = try Self.sandbox()
    let index = sandbox.gitDirectory / "index"
    _ = try sandbox.run(["touch", "-d", "2020-02-02", "\(index)"])
    let time = try FileSystem.status(index)?.modified
    try sandbox.git("config", "filter.munged.clean", "false")
    try sandbox.git("config", "filter.munged.required", "true")
    try Self.munge(["a.m"], in: sandbox)
    #expect(try FileSystem.status(index)?.modified == time, "git compares the files later")
    try sandbox.git("config", "filter.munged.clean", "sed s/LOCAL/CANONICAL/")
    try sandbox.write("b.m", bytes("id CHANGED b\n"))
    #expect(try Self.status(sandbox) == " M b.m")
  }

  @Test func `A locked index is not written, and reported`() throws {
    let sandbox = try Self.sandbox()
    let lock = sandbox.gitDirectory / "index.lock"
    try TestFile.write(lock, bytes("theirs"))
    let before = try FileSystem.contents(sandbox.gitDirectory / "index")
    #expect(throws: TransitionError.indexLocked(lock)) { try Self.munge(["a.m"], in: sandbox) }
    #expect(try FileSystem.contents(lock) == bytes("theirs"))
    #expect(try FileSystem.contents(sandbox.gitDirectory / "index") == before)
  }

  @Test func `A file that git diff lists is a modified one of the snapshot`() throws {
    var generator = SeededGenerator(salt: "dirty files")
    let names = ["a.m", "b.m", "c.m", "d.m", "e.m", "empty.m", "new.m"]
    let states: [[String]] = [
      ["git", "update-index", "--assume-unchanged"], ["git", "update-index", "--skip-worktree"],
      ["git", "rm", "--quiet", "--cached"],
      ["git", "update-index", "--chmod=+x"], ["git", "add"], ["git", "add", "--intent-to-add"], ["rm", "-f"],
      ["chmod", "+x"],
      ["touch", "-d", "2020-02-02"], ["sed", "-i", "s/id/no/"], ["sed", "-i", "s/CANONICAL/LOCAL/"],
      ["ln", "-sf", ".gitattributes"],
    ]
    for _ in 0..<25 {
      let sandbox = try Self.sandbox()
      try sandbox.write("new.m", bytes("id LOCAL new.m\n"))
      for _ in 0..<6 {
        let (words, name) = (
          states.randomElement(using: &generator) ?? [], names.randomElement(using: &generator) ?? ""
        )
        _ = try sandbox.run(words + [name])
      }
      let (listed, modified) = (sandbox.clone.modifiedFiles(), try IndexSnapshot(sandbox.clone).modified)
      #expect(listed.isSubset(of: modified), "\(listed) are listed, \(modified) differ; \(TestSeed.note)")
    }
  }
}
