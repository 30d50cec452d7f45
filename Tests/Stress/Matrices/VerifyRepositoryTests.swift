// verify in repositories of all kinds and with all forms of revisions: what it cannot check is an error.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct VerifyRepositoryTests {
  private static let rules = """
    [rule "team"]
    \tkey = team
    \tcanonical = ABCDE12345
    \tlocal = ${team}
    [variable "team"]
    \tkind = team-id

    """
  private static let leak = "team = FRED098765\n"
  private static let found = "[foreign-value]"

  /// A canonical commit, one with a leak, and one that removes the leak.
  private let workshop: Workshop
  private var tree: WorkingTree { workshop.maintainer }

  init() throws {
    workshop = try Workshop(rules: Self.rules, files: ["a.conf": "team = ABCDE12345\n"])
    try tree.write("a.conf", Self.leak)
    try tree.commitAll("Leak")
    try tree.write("a.conf", "team = ABCDE12345\nb = 1\n")
    try tree.commitAll("Repaired")
  }

  private func expect(
    _ status: Int32, _ text: String, _ words: String..., in other: WorkingTree? = nil, environment: [String: String] = [:],
    location: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try (other ?? tree).munge(["verify"] + words, environment: environment, status: 0...2)
    #expect(outcome.status == status && outcome.says(text), "\(outcome)", sourceLocation: location)
  }

  // MARK: Revisions

  @Test(arguments: ["-x", "--all", "nowhere", "HEAD:a.conf", "HEAD^{tree}", "", "HEAD^^^^^", "@{99}"])
  func `verify fails for a name that is no commit`(_ word: String) throws {
    try expect(2, "there is no commit '\(word)'", "--", word)
  }

  @Test(arguments: [
    ("-x..HEAD", "no commits match '-x..HEAD'"), ("--output=x..y", "no commits match '--output=x..y'"),
    ("nowhere..HEAD", "there is no commit 'nowhere'"), ("HEAD..nowhere", "there is no commit 'nowhere'"),
    ("HEAD...nowhere", "there is no commit 'nowhere'"), ("HEAD..HEAD:a.conf", "there is no commit 'HEAD:a.conf'"),
  ])
  func `verify fails for an argument that is neither a range nor an option, and names an unknown end`(_ word: String, _ why: String) throws {
    try expect(2, why, "--", word)
    #expect(try tree.status() == "")
  }

  @Test func `an empty range has no findings`() throws {
    for range in ["HEAD..HEAD", "HEAD..HEAD^", "HEAD...HEAD", ".."] { try expect(0, "0 commits", range) }
  }

  @Test func `tags, symmetric differences and several revisions are accepted`() throws {
    try tree.git("tag", "-a", "-m", "t", "leaky", "HEAD^")
    try expect(1, Self.found, "leaky")
    try expect(1, Self.found, "leaky^..leaky")
    try expect(1, Self.found, "leaky^...leaky")
    try expect(0, "nothing found", "leaky..HEAD")
    try expect(1, Self.found, "HEAD", "^leaky^")
  }

  // MARK: Histories

  @Test func `before the first commit only --staged can be verified`() throws {
    let fresh = workshop.tree("fresh")
    try tree.git("init", "--quiet", "\(fresh.top)")
    try expect(2, "there is no commit", in: fresh)
    try expect(2, "there is no commit", "--history", in: fresh)
    try fresh.write(".gitmunge", Self.rules)
    try fresh.write(".gitattributes", "*.conf filter=munge\n")
    try fresh.write("b.conf", Self.leak)
    try expect(2, "no .gitmunge in the index", "--staged", in: fresh)
    try fresh.git("add", ".")
    try expect(1, Self.found, "--staged", in: fresh)
    try fresh.git("rm", "--quiet", "--cached", "b.conf")
    try fresh.git("add", "--intent-to-add", "b.conf")
    try expect(0, "matches nothing", "--staged", in: fresh)
  }

  @Test func `an unmerged index has no staged files`() throws {
    try tree.git("switch", "--quiet", "--create", "other", "HEAD^")
    try tree.write("a.conf", "team = WILMA56789\n")
    try tree.commitAll("Another")
    try tree.git("merge", "--quiet", "main", status: 1...1)
    try expect(0, "0 staged files", "--staged")
  }

  @Test func `an uncommitted merge is not reported for what its parents have or had`() throws {
    try tree.git("switch", "--quiet", "--create", "other", "HEAD^")
    try tree.write("b.conf", "c = 1\n")
    try tree.commitAll("Other")
    try tree.git("switch", "--quiet", "main")
    try tree.write("a.conf", "team = ABCDE12345\nb = 2\n")
    try tree.commitAll("Main")
    try tree.git("switch", "--quiet", "other")
    try tree.git("merge", "--quiet", "--no-commit", "--no-ff", "-s", "ours", "main")
    try expect(0, "nothing found", "--staged")
    try tree.write("a.conf", Self.leak + Self.leak)
    try tree.git("add", ".")
    try expect(1, "a.conf:2:8", "--staged")
  }

  @Test func `verify fails for commits that a shallow clone lacks`() throws {
    let shallow = workshop.tree("shallow")
    try tree.git("clone", "--quiet", "--depth=2", "file://\(tree.top)", "\(shallow.top)")
    try expect(0, "nothing found", in: shallow)
    try expect(0, "nothing found", "HEAD^..HEAD", in: shallow)
    try expect(2, "this clone is shallow", "--history", in: shallow)
    for word in ["HEAD~2..HEAD", "HEAD~2"] {
      try expect(2, "there is no commit 'HEAD~2': this clone is shallow; fetch more with `git fetch --deepen=100`", word, in: shallow)
    }
    // A fetched older commit does not include the commits between.
    try shallow.git("fetch", "--quiet", "--depth=1", "origin", try tree.git("rev-parse", "HEAD~2").output.filter { $0 != "\n" })
    try expect(2, "this clone is shallow", "FETCH_HEAD..HEAD", in: shallow)
    try shallow.git("fetch", "--quiet", "--unshallow", "origin")
    try expect(1, Self.found, "--history", in: shallow)
  }

  @Test func `verify fails for blobs that a partial clone lacks`() throws {
    let partial = workshop.tree("partial")
    try tree.git("config", "uploadpack.allowFilter", "true")
    try tree.git("clone", "--quiet", "--filter=blob:none", "file://\(tree.top)", "\(partial.top)")
    try partial.git("remote", "set-url", "origin", "file:///nowhere")
    try expect(0, "nothing found", in: partial)
    try expect(2, "is not in this clone", "--history", in: partial)
    try expect(2, "is not in this clone", "HEAD^", in: partial)
    try expect(2, "is not in this clone", "HEAD~2..HEAD", in: partial)
  }

  // MARK: Kinds of repositories

  @Test func `a bare repository can be verified, without --staged and --worktree`() throws {
    let bare = workshop.tree("bare.git")
    try tree.git("clone", "--quiet", "--bare", ".", "\(bare.top)")
    try expect(0, "1 munged file", in: bare)
    try expect(1, Self.found, "HEAD~2..HEAD", in: bare)
    try expect(1, Self.found, "--history", in: bare)
    try expect(2, "bare repository", "--staged", in: bare)
    try expect(2, "bare repository", "--worktree", in: bare)
    try expect(1, Self.found, "HEAD^", in: workshop.tree("."), environment: ["GIT_DIR": "bare.git"])
    try expect(1, Self.found, "HEAD^", in: workshop.tree("."), environment: ["GIT_DIR": "\(tree.gitDirectory)"])
  }

  @Test func `linked worktrees use their own index, and subdirectories give the same result`() throws {
    let linked = workshop.tree("linked")
    try tree.git("worktree", "add", "--quiet", "\(linked.top)", "HEAD^")
    try expect(1, Self.found, in: linked)
    try linked.write("deep/b.conf", Self.leak)
    try linked.git("add", ".")
    try expect(1, "deep/b.conf:1:8", "--staged", in: WorkingTree(workshop: workshop, top: linked.top / "deep"))
    try expect(0, "nothing found", "--staged")
  }

  @Test func `SHA-256 object names are accepted`() throws {
    let long = workshop.tree("sha256")
    try tree.git("init", "--quiet", "--object-format=sha256", "\(long.top)")
    try long.write(".gitmunge", Self.rules)
    try long.write(".gitattributes", "* filter=munge\n")
    try long.write("a.conf", "team = ABCDE12345\n")
    try long.commitAll("One")
    try long.write("b.conf", Self.leak)
    try long.commitAll("Leak")
    for words in [[], ["HEAD^..HEAD"], ["--history"]] {
      #expect(try long.munge(["verify"] + words, status: 1...1).says("b.conf:1:8"))
    }
  }

  // MARK: Attributes

  @Test func `attributes outside the commit do not matter`() throws {
    let mine = workshop.sandbox.home / "attributes"
    try TestFile.write(mine, bytes("*.conf -filter\n"))
    try tree.git("config", "core.attributesFile", "\(mine)")
    try tree.write(".git/info/attributes", "*.conf -filter\n")
    try tree.write(".gitattributes", "*.conf -filter\n")
    try expect(0, "1 munged file", "--strict")
    for words in ["HEAD^", "HEAD~2..HEAD", "--history"] { try expect(1, Self.found, words) }
    try tree.write("b.conf", Self.leak)
    try tree.git("add", "b.conf")
    try expect(1, Self.found, "--staged")
  }

  @Test func `attributes in subdirectories and macros are read as git reads them`() throws {
    try tree.write(".gitattributes", "[attr]ours filter=munge\n*.conf ours\n")
    try tree.write("x/.gitattributes", "b.other ours\n")
    try tree.write("x/y/.gitattributes", "c.conf -filter\n")
    for path in ["b.conf", "x/b.other", "b.other", "x/y/c.conf", "x/y/d.conf"] { try tree.write(path, Self.leak) }
    try tree.commitAll("Attributes")
    let found = VerifyOutput(try tree.munge("verify", status: 1...1).output).lines.map(\.place)
    #expect(found == ["b.conf:1:8", "x/b.other:1:8", "x/y/d.conf:1:8"])
    // The attributes of the parent commit munge all files.
    let changed = VerifyOutput(try tree.munge("verify", "HEAD^..HEAD", status: 1...1).output).lines
    #expect(changed.map(\.place) == ["b.conf:1:8", "b.other:1:8", "x/b.other:1:8", "x/y/c.conf:1:8", "x/y/d.conf:1:8"])
    #expect(changed.filter { !$0.message.contains("by the rules of") }.map(\.place) == found)
  }

  // MARK: Files

  @Test func `file names can have any characters`() throws {
    let names = ["new\nline", "qu\"ote", "it's", ":colon", "-dash", " blank ", "tab\t", "*", ":(top)x", "back\\slash", "é", "a b/[c]"]
    for name in names { try tree.write("names/\(name).conf", Self.leak) }
    try tree.run(["sh", "-c", "cp \"names/it's.conf\" \"$(printf 'names/\\377.conf')\""])
    try tree.commitAll("Names")
    for words in [["HEAD"], ["HEAD^..HEAD"]] {
      let found = VerifyOutput(try tree.munge(["verify"] + words, status: 1...1).output).lines
      #expect(found.count == names.count + 1)
      #expect(found.allSatisfy { $0.since != nil && $0.place.hasSuffix(":1:8") })
    }
    try tree.git("reset", "--quiet", "--soft", "HEAD^")
    #expect(VerifyOutput(try tree.munge("verify", "--staged", status: 1...1).output).lines.count == names.count + 1)
  }

  @Test func `symbolic links and submodules are not read`() throws {
    try tree.run(["sh", "-c", "ln -s 'team = FRED098765' link.conf && git init -q sub.conf && git -C sub.conf commit -q --allow-empty -m s"])
    try tree.git("-c", "advice.addEmbeddedRepo=false", "add", ".")
    try expect(0, "nothing found", "--staged")
    try tree.git("commit", "--quiet", "-m", "Others")
    for words in ["HEAD", "HEAD^..HEAD"] { try expect(0, "nothing found", words) }
    try tree.run(["sh", "-c", "rm link.conf && echo 'team = FRED098765' >link.conf && git commit -qam File"])
    try expect(1, "link.conf:1:8", "HEAD^..HEAD")
    try tree.run(["sh", "-c", "chmod +x link.conf && git commit -qam Mode"])
    try expect(0, "nothing found", "HEAD^..HEAD")
  }

  @Test func `rules behind a symbolic link are not read`() throws {
    try tree.run(["sh", "-c", "mv .gitmunge rules && ln -s rules .gitmunge && git add . && git commit -qm Link"])
    for words in ["HEAD", "HEAD^..HEAD", "--history", "--staged"] { try expect(1, "[bad-rules]", words) }
  }

  @Test func `large files and long lines are verified`() throws {
    let line = (0..<2_000).map { "\"a\($0)\": \"com.other.app\"" }.joined(separator: ", ")
    try tree.write("large.conf", String(repeating: "{\(line)}\n", count: 20) + Self.leak)
    try tree.write("long.conf", "{" + String(repeating: line + ", ", count: 20) + "\"team\": \"FRED098765\"}")
    try tree.commitAll("Large")
    for words in ["HEAD", "HEAD^..HEAD"] {
      let found = VerifyOutput(try tree.munge("verify", words, status: 1...1).output).lines.map(\.place)
      #expect(found.count == 2 && found.first == "large.conf:21:8")
    }
  }
}
