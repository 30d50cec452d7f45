// `git munge diff`: the difference between the canonical and the local form of files.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct DiffTests {
  let workshop: Workshop
  let tree: WorkingTree

  init() throws {
    workshop = try Workshop(
      attributes: "*.txt filter=munge\n",
      files: [
        "app.txt": "one\nid = com.blah.user-thing\ntwo\n", "sub/x.txt": "com.blah.user-thing\n", "plain.txt": "plain\n",
        "outside.md": "com.blah.user-thing\n",
      ])
    tree = try workshop.munged()
  }

  private static let app = """
    diff --git canonical/app.txt local/app.txt
    index 9a20a9c..42d2e4e 100644
    --- canonical/app.txt
    +++ local/app.txt
    @@ -1,3 +1,3 @@
     one
    -id = com.blah.user-thing
    +id = com.blah.user-bnr
     two

    """

  /// The printed diff, without its index lines.
  private func diff(_ words: String..., in directory: Path? = nil) throws -> String {
    let outcome = try tree.munge(["diff"] + words, in: directory)
    #expect(outcome.errors == "")
    return withoutNames(outcome.output)
  }

  private func withoutNames(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("index ") }.joined(separator: "\n")
  }

  @Test func `the sides are named canonical and local, and each replaced line is in both`() throws {
    let all = try diff()
    #expect(
      all == withoutNames(Self.app) + """
        diff --git canonical/sub/x.txt local/sub/x.txt
        --- canonical/sub/x.txt
        +++ local/sub/x.txt
        @@ -1 +1 @@
        -com.blah.user-thing
        +com.blah.user-bnr

        """)
  }

  @Test func `an edit is on both sides and therefore not shown`() throws {
    try tree.write("app.txt", "ONE\nid = \(local)\ntwo\nthree\n")
    try tree.write("plain.txt", "edited\n")
    #expect(try diff("app.txt").contains("\n ONE\n-id = \(canonical)\n+id = \(local)\n two\n three\n"))
    #expect(try diff("--name-only") == "app.txt\nsub/x.txt\n")
    try tree.write("app.txt", "edited\n")
    #expect(try diff("--name-only") == "sub/x.txt\n")
  }

  @Test func `paths are relative to the current directory`() throws {
    let sub = tree.top / "sub"
    #expect(try diff("--name-only", "x.txt", in: sub) == "sub/x.txt\n")
    #expect(try diff("--name-only", "..", in: sub) == "app.txt\nsub/x.txt\n")
    #expect(try diff("--name-only", "--", "../app.txt", in: sub) == "app.txt\n")
    #expect(try diff("--name-only", ":/app.txt", in: sub) == "app.txt\n")
    #expect(try diff("--name-only", ":!x.txt", "..", in: sub) == "app.txt\n")
    #expect(try diff("--name-only", "*.txt", in: sub) == "sub/x.txt\n")
    #expect(try diff("--name-only", in: sub) == "app.txt\nsub/x.txt\n", "without a path, all files")
  }

  @Test(arguments: [["nosuch.txt"], ["--", "nosuch.txt"], ["app.txt", "nosuch.txt"], ["../outside"]])
  func `a missing path is an error`(_ words: [String]) throws {
    let before = try DirectoryState(tree)
    let outcome = try tree.munge(["diff"] + words, status: 2...2)
    #expect(outcome.errors.contains(words.last ?? ""))
    #expect(outcome.output == "")
    #expect(try DirectoryState(tree).changes(since: before) == "")
  }

  @Test func `options of git diff are accepted`() throws {
    #expect(try diff("--stat").hasSuffix(" 2 files changed, 2 insertions(+), 2 deletions(-)\n"))
    #expect(try diff("--numstat", "app.txt") == "1\t1\tapp.txt\n")
    #expect(try diff("--word-diff=porcelain", "app.txt").contains("\n-com.blah.user-thing\n+com.blah.user-bnr\n"))
    #expect(try diff("-U0", "app.txt").contains("\n@@ -2 +2 @@ one\n-id"))
    try tree.munge("diff", "--exit-code", "--quiet", status: 1...1)
    try expectSnapshot("options-git", tree.munge("diff", "--no-such-option", status: 129...129))
  }

  @Test func `an untracked file with the attribute is shown, and an ignored one is not`() throws {
    try tree.write("new.txt", "new \(local)\n")
    try tree.write("ignored.txt", "ignored \(local)\n")
    try tree.write(".git/info/exclude", "ignored.txt\n")
    #expect(try diff("--name-only") == "app.txt\nnew.txt\nsub/x.txt\n")
    #expect(try diff("new.txt").contains("\n-new \(canonical)\n+new \(local)\n"))
  }

  @Test func `an executable file has the same mode on both sides`() throws {
    try tree.run(["chmod", "+x", "app.txt"])
    let shown = try diff("app.txt")
    #expect(!shown.contains("mode 100"))
    #expect(try tree.munge("diff", "app.txt").says(" 100755\n"))
    #expect(shown == withoutNames(Self.app))
  }

  @Test(arguments: ["with space.txt", "new\nline.txt", "quo\"ted'.txt", "-dash.txt", "--stat.txt", "tab\t.txt", "ü*[x].txt", "\\.txt"])
  func `names with special characters are accepted and shown`(_ name: String) throws {
    try tree.write(name, "odd \(local)\n")
    #expect(try diff("-z", "--name-only").split(separator: "\0").contains { $0 == name })
    #expect(try diff("-z", "--name-only", "--", ":(literal)\(name)") == "\(name)\0")
    #expect(try diff("--", ":(literal)\(name)").hasSuffix("\n-odd \(canonical)\n+odd \(local)\n"))
  }

  @Test func `without a difference diff reports that on stderr and exits with 0`() throws {
    func expectNothing(_ words: String..., in tree: WorkingTree) throws {
      let outcome = try tree.munge(["diff"] + words)
      #expect(outcome.output == "")
      let isMunged = words != ["outside.md"]
      #expect(outcome.errors == (isMunged
        ? "git-munge: no difference: all munged files on disk are canonical\n"
        : "git-munge: none of these paths is munged; `git munge explain PATH` shows why\n"))
    }
    try expectNothing("plain.txt", in: tree)
    try expectNothing("outside.md", in: tree)
    try tree.munge("set", "handle=thing")
    try expectNothing(in: tree)
    try tree.munge("uninstall")
    try expectNothing(in: tree)
    try expectNothing(in: workshop.clone("fresh"))
  }

  @Test func `diff writes no object, no file and no index`() throws {
    try tree.write("app.txt", "edited \(local)\n")
    let before = try DirectoryState(tree)
    for words in [[], ["--stat"], ["nosuch"], ["--no-such-option"], ["plain.txt"]] {
      try tree.munge(["diff"] + words, status: 0...255)
    }
    #expect(try DirectoryState(tree).changes(since: before) == "")
    #expect(try tree.objects(holding: local) == "")
    #expect(try FileSystem.entries(tree.gitDirectory / "munge").map { "\($0)" }.sorted() == ["plan", "trusted"])
  }

  @Test func `in a linked working tree diff shows that tree`() throws {
    try tree.git("worktree", "add", "--quiet", "../second", "-b", "second")
    let second = workshop.tree("second")
    try second.munge("set", "handle=other")
    #expect(try second.munge("diff", "app.txt").says("\n+id = com.blah.user-other\n"))
    #expect(try tree.munge("diff", "app.txt").says("\n+id = \(local)\n"))
    #expect(try second.munge("diff").errors == "")
  }

  @Test func `textconv and external diff programs get both sides`() throws {
    try tree.write(".git/info/attributes", "*.txt diff=shown\n")
    try tree.git("config", "diff.shown.textconv", "sed s/^/shown:/")
    #expect(try diff("app.txt").contains("\n-shown:id = \(canonical)\n+shown:id = \(local)\n"))
    try tree.git("config", "--unset", "diff.shown.textconv")
    try tree.git("config", "diff.external", "sh -c 'cat \"$2\" \"$5\"' sh")
    #expect(try diff("app.txt") == "one\nid = \(canonical)\ntwo\none\nid = \(local)\ntwo\n")
  }

  @Test func `diff ignores configured prefixes and renames`() throws {
    for (key, value) in [("diff.noprefix", "true"), ("diff.mnemonicPrefix", "true"), ("diff.renames", "copies"), ("color.ui", "always")] {
      try tree.git("config", key, value)
    }
    let plain = try tree.munge("diff", "--no-color", "app.txt").output
    #expect(plain.hasPrefix("diff --git canonical/app.txt local/app.txt\n"))
  }
}
