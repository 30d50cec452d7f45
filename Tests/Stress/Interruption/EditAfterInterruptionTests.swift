// Files that are edited after a command was killed: the next command completes it, and names what it cannot decide.

import StorySupport

@Suite(.enabled(if: Killing.isPossible, Killing.why)) struct EditAfterInterruptionTests {
  enum Scenario: CaseIterable { case renamedCanonical, exchangedValues, large, uninstall }

  private static let two =
    Rules.rule("one", "canonical = com.acme.one", "local = com.dev.${first}")
    + Rules.rule("two", "canonical = com.acme.two", "local = com.dev.${second}")
    + Rules.variables(["first": "label", "second": "label"])

  /// A working tree, and the command in it that is killed.
  private func prepared(_ scenario: Scenario) throws -> (tree: WorkingTree, command: [String]) {
    let files = ["a.txt": "com.acme.one\ncom.acme.two\n", "b.txt": "com.acme.one\n", "c.txt": "com.acme.two\n"]
    let workshop = try Workshop(rules: Self.two, attributes: "*.txt filter=munge\n", files: files)
    let tree = try workshop.munged(values: "first=bnr", "second=other")
    switch scenario {
    case .renamedCanonical:
      try tree.sh("git config core.hooksPath /dev/null; git checkout -q -b renamed")
      try tree.write(".gitmunge", Self.two.replacing("com.acme.one", with: "com.acme.renamed"))
      return (tree, ["install", "--yes"])
    case .exchangedValues: return (tree, ["set", "first=other", "second=bnr"])
    case .large:
      try tree.write("large.txt", String(repeating: "0123456789abcde\n", count: 17 << 16) + "com.dev.bnr\n")
      return (tree, ["set", "first=new"])
    case .uninstall: return (tree, ["uninstall"])
    }
  }

  @Test(arguments: Scenario.allCases)
  func `an edit after a kill leaves no command that fails, and every edit on disk`(_ scenario: Scenario) throws {
    let command = try prepared(scenario).command
    try Killing.munge(
      command, at: stride(from: 4, to: 200, by: scenario == .large ? 13 : 5),
      in: { _ in
        try prepared(scenario).tree
      }
    ) { tree, call in
      let names = try tree.sh("ls *.txt").output.split(separator: "\n").map(String.init)
      try tree.sh("for file in *.txt; do echo edited >>$file; done")
      let isInterrupted = FileSystem.exists(tree.gitDirectory / "munge/journal")
      let first = try tree.munge("status", status: 0...1)
      #expect(!FileSystem.exists(tree.gitDirectory / "munge/journal"), "killed at call \(call)")
      for name in names {
        #expect(try tree.text(name)?.hasSuffix("\nedited\n") == true, "\(name), killed at call \(call)")
      }
      let second = try tree.munge("status", status: 0...1)
      #expect(!second.errors.contains("interrupted"), "the file is named once: \(second.errors)")
      if !isInterrupted { #expect(first.errors == "") }
      try tree.git("add", "*.txt")
      #expect(try tree.objects(holding: "com.dev.bnr") == "", "killed at call \(call)")
      #expect(try tree.objects(holding: "com.dev.other") == "", "killed at call \(call)")
    }
  }

  @Test func `a file that an interrupted command does not change is no edited one`() throws {
    let old = Rules.handle + Rules.keyedTeam
    let files = ["app.txt": "\(canonical)\n", "team.txt": "TEAM = ABCDE12345\n"]
    let tree = try Workshop(rules: old, files: files).munged(values: "handle=bnr", "team=BNR1234567")
    let line = "\tcanonical = ABCDE12345\n"
    let new = old.replacing(line, with: "\tcanonical = NEWTEAM123\n" + line)
    try tree.write(".gitmunge", new.replacing("user-${handle}", with: "dev-${handle}"))
    try tree.run(Self.killedAtExchange + ["install", "--yes"], status: 0...255)
    #expect(FileSystem.exists(tree.gitDirectory / "munge/journal"), "else the test proves nothing")
    try tree.sh("touch team.txt")
    #expect(try tree.status() == " M .gitmunge\n")
    #expect(!(try tree.munge("status").errors.contains("team.txt")))
    #expect(try tree.text("app.txt") == "com.blah.dev-bnr\n")
    #expect(try tree.status() == " M .gitmunge\n")
  }

  /// A command that runs git-munge and kills it before the exchange of the first file.
  private static let killedAtExchange = [
    "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=renameat2", "-e", "inject=renameat2:signal=KILL:when=1",
    "git-munge",
  ]

  @Test func `a file that cannot be decided is named with a command that shows what would be committed`() throws {
    let (tree, command) = try prepared(.exchangedValues)
    try tree.run(Self.killedAtExchange + command, status: 0...255)
    try tree.sh("echo edited >>a.txt; mkdir -p sub")
    let outcome = try tree.munge(["status"], in: tree.top / "sub", status: 1...1)
    let line =
      "a.txt: it was edited while `git munge` was interrupted, and the old and the new rules disagree about a text in it; "
      + "it stays as it is: `git diff -- ':/a.txt'` shows what would be committed"
    #expect(outcome.errors.contains("git-munge: \(line)"))
    #expect(outcome.output.contains("  \(line)"), "it is stored for those who do not see standard error")
    #expect(try tree.text("a.txt") == "com.dev.bnr\ncom.dev.other\nedited\n")
    #expect(try tree.text("b.txt") == "com.dev.other\n", "the other files are completed")
    #expect(try tree.run(["sh", "-c", "git diff -- ':/a.txt'"], in: tree.top / "sub").output.contains("+edited"))
  }
}

/// Programs that save a file while it is rewritten.
@Suite struct SaveDuringRewriteTests {
  private func tree() throws -> WorkingTree {
    try Workshop(attributes: "*.txt filter=munge\n", files: ["app.txt": "\(canonical)\n", "log.txt": "\(canonical)\n"])
      .munged()
  }

  @Test func `set ends while a program appends to a file without end, and every line is kept`() throws {
    let tree = try tree()
    let script = """
      { number=0
        while test ! -e stop.md && test $number -lt 300000; do number=$((number + 1)); echo "line $number" >>log.txt; done
        echo $number >count.md; } &
      for handle in one two three four five; do
        status=0; timeout 60 git munge set handle=$handle >>set.md 2>&1 || status=$?; echo $status >>status.md
      done
      touch stop.md; wait
      """
    try tree.sh(script)
    let statuses = try tree.text("status.md") ?? ""
    #expect(statuses.split(separator: "\n").allSatisfy { ["0", "2"].contains($0) }, "\(statuses)")
    try tree.munge("status", status: 0...1)
    let saves = try FileSystem.entries(tree.gitDirectory / "munge").filter { "\($0)".hasPrefix("saved.") }
    let texts = try [tree.text("log.txt")] + saves.map { try tree.text(".git/munge/\($0)") }
    let kept = Set(texts.compactMap(\.self).joined().split(separator: "\n").map(String.init))
    let last = try #require(Int(try tree.text("count.md")?.dropLast() ?? ""))
    let lost = (1...last).count { !kept.contains("line \($0)") }
    // A line is lost if the program opens the file before an exchange and writes after the comparison.
    #expect(lost <= 5, "\(lost) of \(last) lines")
    #expect(try tree.text("app.txt") == "com.blah.user-five\n")
  }

  @Test func `a save that has no place any more is shown until it is removed, also after an uninstallation`() throws {
    let tree = try tree()
    try tree.write(".git/munge/saved.0", "mine\n")
    for _ in 1...2 {
      #expect(try tree.munge("status", status: 1...1).output.contains("  rm -r \(tree.top)/.git/munge/saved.0\n"))
    }
    #expect(try tree.munge("status", "--json", status: 1...1).output.contains("munge/saved.0"))
    try tree.munge("uninstall")
    #expect(try tree.text(".git/munge/saved.0") == "mine\n")
    #expect(try tree.munge("status", status: 1...1).output.contains("saved.0\n"))
    try tree.write("app.txt", "\(canonical)\nedited\n")
    try tree.git("add", "app.txt")
    #expect(try tree.blob(":app.txt") == "\(canonical)\nedited\n", "the clone has no installation")
    #expect(try tree.munge("install", "handle=bnr", status: 1...1).says("  rm -r \(tree.top)/.git/munge/saved.0\n"))
    try tree.run(["rm", ".git/munge/saved.0"])
    try tree.munge("status")
  }
}
