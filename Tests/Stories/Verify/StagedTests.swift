// What the guard of commits finds in each kind of staged change, and that it lets the others pass.

import StorySupport

@Suite struct StagedTests {
  let tree: WorkingTree

  init() throws {
    let files = [
      "app.txt": "id = \(canonical)\n", "other.txt": "one\n", "notes.c": "int a;\n", "held.c": "// \(canonical)\n",
    ]
    tree = try Workshop(attributes: "*.txt filter=munge\n", files: files).clone()
    try tree.munge("install", "--hooks", "handle=bnr")
  }

  /// A change, and what the guard finds in it; `nil` for nothing.
  private static let changes: [(script: String, kind: String?)] = [
    ("echo 'int b;' >>notes.c; git add notes.c", nil),
    ("echo \(local) >>notes.c; git add notes.c", "own-text"),
    ("printf '%s\\0' \(local) >blob.bin; git add blob.bin", "own-text"),
    ("printf 'x%sx' \(local) >near.c; git add near.c", "near-leak"),
    ("git mv other.txt other.c; git commit --quiet -m Moved; echo \(local) >>other.c; git add other.c", "own-text"),
    ("git mv app.txt app.c", "no-longer-munged"), ("git mv notes.c moved.c", nil),
    ("sed -i.old s/\(canonical)/com.evil.app/ held.c; git add held.c", nil),
    ("chmod +x notes.c app.txt; git add notes.c app.txt", nil),
    ("ln -s \(local) link; git add link", nil),
    ("rm notes.c; ln -s \(local) notes.c; git add notes.c", nil),
    ("git init --quiet sub; git -C sub commit --quiet --allow-empty -m Sub; git add sub 2>/dev/null", nil),
    ("git rm --quiet app.txt", nil), ("git rm --quiet .gitattributes", nil),
    ("sed -i.old /canonical/d .gitmunge; git add .gitmunge", "bad-rules"),
    (
      "git config -f .gitmunge rule.b.canonical \(local); git config -f .gitmunge rule.b.local some.id; git add .",
      "own-text"
    ),
    ("git switch --quiet --orphan fresh; echo \(local) >new.c; git add new.c", "own-text"),
  ]

  @Test(arguments: changes.indices)
  func `a staged change is judged by what it holds`(_ number: Int) throws {
    let (script, kind) = Self.changes[number]
    try tree.sh(script)
    let commit = try tree.git("commit", "--quiet", "-m", "Change", status: 0...1)
    #expect((commit.status == 0) == (kind == nil), "\(commit.testDescription)")
    if let kind { #expect(commit.says("[\(kind)]"), "\(commit.testDescription)") }
  }

  @Test func `the resolution of a merge is judged`() throws {
    try tree.startConflict(in: "notes.c", topic: "int b;\n", main: "int c;\n")
    try tree.sh("echo \(local) >notes.c; git add notes.c")
    #expect(try tree.sh("! git commit --quiet -m Merge").says("[own-text]"))
    try tree.sh("echo 'int d;' >notes.c; git add notes.c; git commit --quiet -m Merge")
  }

  @Test func `a hook in a subdirectory and in a linked working tree finds its repository`() throws {
    try tree.sh("mkdir sub; echo \(local) >>notes.c; git add notes.c; cd sub; ! git munge hook pre-commit")
    let linked = try tree.linked("linked", "-b", "linked")
    try linked.sh("echo \(local) >>notes.c; git add notes.c")
    #expect(try linked.sh("! git commit --quiet -m Change").says("[own-text]"))
    try linked.sh("git checkout --quiet HEAD -- notes.c; git commit --quiet --allow-empty -m Change")
    #expect(FileSystem.exists(tree.gitDirectory / "worktrees/linked/munge/checked"))
  }
}
