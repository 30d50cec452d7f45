// A local text in a new version of a file without filter=munge is found, whatever the way it got there.

import StorySupport

@Suite struct VerifyStrayTests {
  private static let rules =
    Rules.rule("id", "canonical = com.acme.app", "local = com.acme.dev-${handle}", "path = *.x", "path = !skip/")
    + Rules.rule("product", "key = PRODUCT", "canonical = com.acme.pro", "local = com.acme.trial.${handle}")
    + Rules.rule("team", "key = TEAM", "canonical = ABCDE12345", "local = ${team}")
    + Rules.variables(["handle": "label", "team": "team-id"])
  private static let good = """
    first line
    ID = com.acme.app;
    PRODUCT = com.acme.pro;
    TEAM = ABCDE12345;
    last line

    """
  private static let leaked = good.replacing("acme.app", with: "acme.dev-fred").replacing(
    "acme.pro", with: "acme.trial.fred")
  private static func leaks(_ path: String, _ severity: String = "error") -> [String] {
    ["\(path):2:6 \(severity) looks-local", "\(path):3:11 \(severity) looks-local"]
  }

  private let workshop: Workshop
  private var tree: WorkingTree { workshop.maintainer }

  init() throws {
    workshop = try Workshop(
      rules: Self.rules, attributes: "*.x filter=munge\n*.off -filter\n",
      files: ["a.x": Self.good, "old.conf": Self.leaked, "one.conf": "one\n"])
  }

  /// A way for the content of `a.x` to a file without the attribute, as commits.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: String

    static let all = [
      Way(testDescription: "a copy", script: "cp ../leaked b.conf; commit"),
      Way(
        testDescription: "deleted and added in two commits",
        script: "git rm --quiet a.x; commit; cp ../leaked b.conf; commit"),
      Way(
        testDescription: "added to a file that exists",
        script: "cat ../leaked >one.conf; commit; git mv one.conf b.conf; commit"),
      Way(
        testDescription: "moved and rewritten", script: "git rm --quiet a.x; { cat ../leaked; seq 99; } >b.conf; commit"
      ),
      Way(testDescription: "taken back later", script: "cp ../leaked b.conf; commit; git rm --quiet b.conf; commit"),
      Way(
        testDescription: "merged",
        script:
          "git switch --quiet --create side; cp ../leaked b.conf; commit; git switch --quiet main; echo 1 >c; commit; git merge --quiet --no-ff -m Merge side"
      ),
    ]
  }

  @Test(arguments: Way.all) func `a local text that reaches another file is an error in a range and in a push`(
    _ way: Way
  ) throws {
    let base = try tree.git("rev-parse", "HEAD").output.prefix { $0 != "\n" }
    let server = try workshop.bare("server.git")
    try tree.git("push", "--quiet", "\(server.top)", "main")
    try server.write("hooks/pre-receive", "#!/bin/sh\nexec git munge hook pre-receive\n", mode: 0o755)
    try tree.write("../leaked", Self.leaked)
    try tree.sh("commit() { git add --all; git commit --quiet -m Change; }\n" + way.script)
    let found = try tree.found("\(base)..HEAD", status: 1...1)
    #expect(
      found.contains { $0.hasSuffix("2:6 error looks-local") }
        && found.contains { $0.hasSuffix("3:11 error looks-local") })
    #expect(
      try tree.git("push", "--quiet", "\(server.top)", "main", status: 1...1).says(
        "in a file without filter=munge, added by commit"))
  }

  @Test func `a staged one is an error with both remedies, and one that was there before is none`() throws {
    try tree.write("b.conf", Self.leaked)
    try tree.write("old.conf", "more\n" + Self.leaked)
    try tree.git("add", "--all")
    #expect(try tree.found("--staged", status: 1...1) == Self.leaks("b.conf") + ["b.conf warning missing-attribute"])
    try expectSnapshot("stray", tree.munge("verify", "--staged", status: 1...1))
    try tree.sh("echo '/b.conf -filter' >>.gitattributes; git add .gitattributes")
    #expect(try tree.found("--strict", "--staged", status: 0...0) == [])
  }

  /// Documentation quotes identifiers: the commits pass, unless `--strict` asks for more.
  @Test func `one that no build reads is a warning`() throws {
    let files = [
      "guide.md": "Your identifier is `com.acme.dev-fred` then.\n",
      "Tests/data.json": "{\"id\": \"com.acme.dev-fred\"}\n",
      "name.swift": "let id = name // com.acme.dev-fred\n", "note.conf": "# ID = com.acme.dev-fred\n",
    ]
    for (path, text) in files { try tree.write(path, text) }
    try tree.write("name.kt", "val id = \"com.acme.dev-fred\"\n")
    try tree.commitAll("Examples")
    let found = try tree.found("HEAD^..HEAD", status: 1...1)
    #expect(found.filter { $0.hasSuffix("error looks-local") } == ["name.kt:1:11 error looks-local"])
    #expect(found.count { $0.hasSuffix("warning looks-local") } == 4)
    try tree.sh("git rm --quiet name.kt; git commit --quiet --amend -m Examples")
    let outcome = try tree.munge("verify", "HEAD^..HEAD")
    #expect(outcome.says("4 warnings") && !outcome.says("git rebase"))
    #expect(try tree.found("--strict", "HEAD^..HEAD", status: 1...1).count == 4)
  }

  @Test func `texts of the project, of vendors, of an excluded path and of -filter are none`() throws {
    try tree.write(
      "b.conf",
      "com.acme.app.dev com.acme.app-fred com.acme.dev PRODUCT = com.acme.trial; OTHER = com.acme.trial.fred\n")
    try tree.write("skip/c.conf", "com.acme.dev-fred\n")
    try tree.write("d.off", Self.leaked)
    try tree.write("e.conf", "TEAM = FRED098765;\n")
    try tree.write("f.bin", "com.acme.dev-fred\0")
    try tree.commitAll("Others")
    #expect(try tree.found("--strict", "HEAD^..HEAD", status: 0...0) == [])
    #expect(
      try tree.found("--strict", status: 1...1).allSatisfy { !$0.contains("looks-local") },
      "a tree is not searched for it")
  }

  /// git compares at most 1000 new files with as many that are gone.
  @Test func `leaks in more renamed files than git compares are found`() throws {
    try tree.sh(
      """
      mkdir m; for i in $(seq 1100); do printf 'a%s\\nb%s\\nc%s\\nd\\n' $i $i $i >m/$i.x; done; git add m; git commit --quiet -m Many
      mkdir n; for i in $(seq 1100); do { cat m/$i.x; echo e; } >n/$i.conf; done; git rm -r --quiet m
      echo 'ID = com.acme.dev-fred' >>n/7.conf; git add n
      """)
    for words in [["--staged"], ["HEAD^..HEAD"]] {
      if words != ["--staged"] { try tree.git("commit", "--quiet", "-m", "Moved") }
      let outcome = try tree.munge(["verify"] + words, status: 1...1)
      #expect(outcome.says("n/7.conf:6:6:\n"))
    }
  }
}
