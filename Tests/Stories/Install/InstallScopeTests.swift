// Which files install rewrites, and which it reports as not munged.

import StorySupport
import TestSupport
import Testing

@Suite struct InstallScopeTests {
  @Test func `install rewrites only files with the attribute, and reports others with the line to add`() throws {
    let workshop = try Workshop(
      attributes: "*.txt filter=munge\n/plain.txt -filter\n",
      files: [
        "a.txt": canonical, "plain.txt": canonical, "a.xcconfig": canonical, "sub dir/b [1].cfg": canonical,
      ])
    let tree = try workshop.clone()
    #expect(try !tree.munge("install", "handle=bnr").says("a.xcconfig"))
    #expect(try tree.files(showing: local) == "a.txt\n")
    try expectSnapshot("only-files-attribute-rewritten-others", tree.munge("install", "--dry-run"))
  }

  @Test func `attributes are read as git reads them: macros, subdirectories, and the clone's own`() throws {
    let workshop = try Workshop(attributes: "[attr]ours filter=munge text\n*.a ours\n*.b filter=munge\n")
    let maintainer = workshop.maintainer
    for name in ["x.a", "sub/x.a", "sub/x.b", "sub/x.c", "x.c", "x.d", "x.e"] { try maintainer.write(name, canonical) }
    try maintainer.write("sub/.gitattributes", "*.c filter=munge\n*.b -filter\n")
    try maintainer.commitAll("Attributes")
    let tree = try workshop.clone()
    try tree.write(".git/info/attributes", "*.d filter=munge\n")
    try tree.git("config", "core.attributesFile", "\(tree.top)/../mine")
    try tree.write("../mine", "*.e filter=munge\n")
    try tree.munge("install", "handle=bnr")
    #expect(try tree.files(showing: local) == "sub/x.a\nsub/x.c\nx.a\nx.d\nx.e\n")
    #expect(try tree.statusOfTouched() == "")
    try tree.write(".git/info/attributes", "* -filter\n")
    try tree.munge("install")
    #expect(try tree.files(showing: local) == "", "the clone's own attributes can disable the filter")
    #expect(try tree.statusOfTouched() == "")
  }

  @Test func `install without any attribute reports what is missing`() throws {
    let workshop = try Workshop(attributes: "", files: ["a.xcconfig": canonical])
    try expectSnapshot("without-any-attribute-installation-says", workshop.clone().munge("install", "handle=bnr"))
  }

  @Test func `a near miss is reported with the prefix or suffix to add, and stays`() throws {
    let tree = try Workshop(files: ["a.txt": "\(canonical)\n\(canonical)Tests\nx\(canonical)\n"]).clone()
    try tree.munge("install", "handle=bnr")
    try expectSnapshot("word-rule-just-misses-named", tree.munge("install", "--dry-run"))
    #expect(try tree.text("a.txt") == "\(local)\n\(canonical)Tests\nx\(canonical)\n")
  }

  @Test func `path lines limit what smudge replaces, and clean replaces in every file`() throws {
    let rules = Rules.handle.replacing("[variable", with: "\tpath = *.txt\n\tpath = !/not/*.txt\n[variable")
    let files = ["a.txt": canonical, "deep/b.txt": canonical, "not/c.txt": canonical, "d.cfg": canonical]
    let tree = try Workshop(rules: rules, files: files).munged()
    #expect(try tree.files(showing: local) == "a.txt\ndeep/b.txt\n")
    #expect(try tree.statusOfTouched() == "")
    try tree.write("d.cfg", "\(local) was pasted\n")
    try tree.commitAll("Paste")
    #expect(try tree.blob("HEAD:d.cfg") == "\(canonical) was pasted\n")
  }

  @Test func `skip-worktree and assume-unchanged files are reported and keep their flags`() throws {
    let files = ["skipped.txt": canonical, "assumed.txt": canonical, "seen.txt": canonical]
    let tree = try Workshop(files: files).clone()
    try tree.git("update-index", "--skip-worktree", "skipped.txt")
    try tree.git("update-index", "--assume-unchanged", "assumed.txt")
    let outcome = try tree.munge("install", "handle=bnr")
    #expect(outcome.says("assumed.txt: note: ") && outcome.says("skipped.txt: note: ") && outcome.says("[hidden]"), "\(outcome)")
    #expect(try tree.git("ls-files", "-v", "assumed.txt", "skipped.txt").output == "h assumed.txt\nS skipped.txt\n")
    #expect(try tree.text("assumed.txt") == local)
    #expect(try tree.text("skipped.txt") == canonical, "skip-worktree excludes this file from changes")
    try tree.git("update-index", "--no-assume-unchanged", "assumed.txt")
    #expect(try tree.statusOfTouched() == "")
  }
}
