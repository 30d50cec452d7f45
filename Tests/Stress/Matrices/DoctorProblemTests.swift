// `git munge doctor` finds each kind of problem, with a fix that works.

import StorySupport

/// A problem of a clone: a shell script that makes it, and one that fixes it where `install` does not and doctor prints
/// no command.
struct DoctorCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  private let script: String
  let remedy: String
  let isNote: Bool

  private init(_ description: String, _ script: String, remedy: String = "", isNote: Bool = false) {
    (testDescription, self.script, self.remedy, self.isNote) = (description, script, remedy, isNote)
  }

  private static let words = """
    keys() { for key in process clean smudge; do git config filter.munged.$key "$1 $key$(test $key = process || echo ' %f')"; done; }
    moved() { sed "s|$BIN|$GONE|" .git/hooks/$1 >.git/hook; cat .git/hook >.git/hooks/$1; rm .git/hook; }

    """

  func provoke(_ tree: WorkingTree) throws {
    let paths = [
      "BIN": "\(tree.workshop.bin)", "GONE": "\(tree.workshop.sandbox.directory / "gone")", "REAL": try Self.real(tree),
    ]
    try tree.run(["sh", "-ec", Self.words + script], environment: paths)
  }

  /// The target of the link to the filter.
  static func real(_ tree: WorkingTree) throws -> String { "\(try FileSystem.realPath(tree.filter))" }

  static let fixable = [
    DoctorCase("a program that has moved", "keys $GONE/git-munge-filter"),
    DoctorCase("a program in a versioned directory with a stable link", "keys $REAL"),
    DoctorCase("a key that is not set", "git config --unset filter.munged.required"),
    DoctorCase("a key that is set twice in this clone", "git config --add filter.munged.required false"),
    DoctorCase("a command that relies on PATH", "git config filter.munged.process 'git-munge-filter process'"),
    DoctorCase("a plan that others may read", "chmod 644 .git/munge/plan"),
    DoctorCase("a temporary file of a killed command", "echo half a pl >.git/munge/.plan.0123456789abcdef"),
    DoctorCase("a hook of git-munge whose program has moved", "git munge install --hooks; moved post-merge"),
    DoctorCase(
      "a guard of git-munge whose program has moved",
      "git munge install --hooks; rm .git/hooks/pre-commit; moved pre-push"),
    DoctorCase("the key that git reads first is not set", "git config --unset filter.munged.process"),
    // No process has the highest number.
    DoctorCase("a directory of a killed diff", "mkdir .git/munge/diff.2147483647"),
  ]

  /// Problems that need a decision, with a command as the fix.
  static let others = [
    DoctorCase("a key of another tool in this clone", "git config filter.munged.clean cat"),
    DoctorCase(
      "a file that an editor saved while a command was killed", "echo an edit >.git/munge/new",
      remedy: "rm .git/munge/new"),
    DoctorCase("nothing installed", "git munge uninstall"),
    DoctorCase("no rules file", "rm .gitmunge"),
    DoctorCase(
      "a bad rules file", "echo '[rule]' >.gitmunge", remedy: "git checkout HEAD -- .gitmunge; git munge install --yes"),
    DoctorCase("a damaged plan", "echo nonsense >.git/munge/plan"),
    DoctorCase(
      "a value that changed since the installation", "git config munge.values.handle other",
      remedy: "git munge install --yes"),
    DoctorCase(
      "an attribute that info/attributes removes",
      "echo 'app.txt -filter' >>.git/info/attributes",
      remedy: "sed -i.old '$d' .git/info/attributes; git munge install --yes"),
    DoctorCase("a local text without the attribute", "echo \(local) >new.plain; git add new.plain"),
    DoctorCase("a file that differs from the plan", "echo 'id = \(canonical)' >app.txt"),
    DoctorCase("a hook without the executable bit", "printf '#!/bin/sh\\ngit munge status\\n' >.git/hooks/pre-commit"),
    DoctorCase("a lock of the index", ": >.git/index.lock", remedy: "rm .git/index.lock"),
    DoctorCase(
      "a hook of git-munge outside core.hooksPath",
      """
      git munge install --hooks
      git config core.hooksPath elsewhere
      """, remedy: "git config --unset core.hooksPath"),
  ]

  static let notes = [
    DoctorCase(
      "a key at another level that is overridden", "git config --global filter.munged.clean cat", isNote: true),
    DoctorCase("an assume-unchanged file", "git update-index --assume-unchanged app.txt", isNote: true),
    DoctorCase("a skip-worktree file", "git update-index --skip-worktree app.txt", isNote: true),
  ]
}

@Suite struct DoctorProblemTests {
  private let tree: WorkingTree

  init() throws { tree = try Self.tree() }

  private static func tree() throws -> WorkingTree {
    try Workshop(
      attributes: "* filter=munge\n*.plain !filter\n", files: ["app.txt": "id = \(canonical)\n", "other.txt": "none\n"]
    ).munged()
  }

  private func findings(_ outcome: Outcome) -> [String] {
    outcome.output.split(separator: "\n").map { String($0) }
      .filter { line in ["problem", "note", " "].contains { line.hasPrefix($0) } }
  }

  /// The findings with this mark, without it.
  private func findings(_ mark: String, _ outcome: Outcome) -> [Substring] {
    findings(outcome).filter { $0.hasPrefix(mark) }.map { $0.dropFirst(9) }
  }

  @Test func `each problem is reported with its fix`() throws {
    let reports = try (DoctorCase.fixable + DoctorCase.others + DoctorCase.notes).map { problem in
      let tree = try Self.tree()
      try problem.provoke(tree)
      let report = try tree.munge("doctor", status: 0...1).transcript.replacing(DoctorCase.real(tree), with: "REAL")
        .replacing(
          /git could not filter other.txt: .* \[/,
          with: "git could not filter other.txt: (THE WORDS OF THE SHELL AND OF GIT) [")
      return "# \(problem.testDescription)\n\(report)"
    }
    try expectSnapshot("problems", reports.joined(separator: "\n"))
  }

  @Test(arguments: DoctorCase.fixable) func `doctor finds a problem and names install, which cures it`(
    _ problem: DoctorCase
  ) throws {
    try problem.provoke(tree)
    let found = try tree.munge("doctor", status: 1...1)
    #expect(found.output.hasSuffix("\nNext: git munge install\n"))

    let rewritten: Set = ["config", "munge", "hooks"]
    let before = try DirectoryState(tree, except: rewritten)
    try tree.munge("install", status: 0...1)
    #expect(try DirectoryState(tree, except: rewritten).changes(since: before) == "", "nothing else")
    #expect(try tree.munge("status").says("Munged"))

    let after = try DirectoryState(tree)
    #expect(try findings(tree.munge("doctor")) == [])
    try tree.munge("install")
    #expect(try DirectoryState(tree).changes(since: after) == "", "a second installation changes nothing")
    try tree.commit("app.txt", "id = \(local)\nedited\n", "Edit")
    #expect(try tree.blob("HEAD:app.txt") == "id = \(canonical)\nedited\n")
  }

  @Test(arguments: DoctorCase.others + DoctorCase.notes)
  func `doctor finds a problem, and the command that it prints fixes it`(_ problem: DoctorCase) throws {
    try problem.provoke(tree)
    let before = try DirectoryState(tree)
    let status: ClosedRange<Int32> = problem.isNote ? 0...0 : 1...1
    let found = try findings(tree.munge("doctor", status: status))
    #expect(found.contains { $0.hasPrefix(problem.isNote ? "note" : "problem") })
    #expect(!problem.isNote || !found.contains { $0.hasPrefix("problem") }, "a note does not fail doctor")
    #expect(try DirectoryState(tree).changes(since: before) == "")
    try tree.run(["sh", "-c", problem.remedy])
    if problem.remedy.isEmpty { try typeRemedies() }
    #expect(try findings(tree.munge("doctor", status: 0...(problem.isNote ? 0 : 1))) == [])
  }

  /// Types the commands that doctor prints, then those that it prints after that.
  private func typeRemedies() throws {
    for _ in 1...2 {
      let report = try tree.munge("doctor", status: 0...1)
      if report.says("\nNext: git munge install\n") { try tree.munge("install", status: 0...1) }
      for line in findings(report) {
        guard let words = line.firstRange(of: "-> ").map({ line[$0.upperBound...] }) else { continue }
        let quoted = words.split(separator: "`", omittingEmptySubsequences: false).dropFirst().first
        try tree.run(["sh", "-ec", String(quoted ?? words.prefix { $0 != "," })])
      }
    }
  }

  @Test func `doctor finds several problems at once, and install fixes those that it can`() throws {
    for problem in [DoctorCase.fixable[2], .fixable[6], .others[6], .others[10], .notes[0]] {
      try problem.provoke(tree)
    }
    try expectSnapshot(
      "several", tree.munge("doctor", status: 1...1), tree.munge("install", status: 0...1),
      tree.munge("doctor", status: 1...1))
  }

  @Test func `doctor lists the first ten files and counts the rest`() throws {
    for number in 10...21 { try tree.write("new\(number).plain", "\(local)\n") }
    try tree.git("add", ".")
    let outcome = try tree.munge("doctor", status: 1...1)
    #expect(
      outcome.says("new19.plain:1:1") && !outcome.says("new20.plain:1:1")
        && outcome.says("           and 2 more [own-text]\n"))
    for number in 20...21 { try tree.run(["rm", "new\(number).plain"]) }
    let ten = try tree.munge("doctor", status: 1...1)
    #expect(ten.says("new19.plain:1:1") && !ten.says(" more ["))
  }

  @Test func `a problem that blocks git is reported with a bypass`() throws {
    try DoctorCase.fixable[2].provoke(tree)
    let way = "Until this is fixed, "
    #expect(try tree.munge("doctor", status: 1...1).says(way))
    #expect(try !tree.munge("install").says(way))
    try DoctorCase.others[9].provoke(tree)
    #expect(try !tree.munge("doctor", status: 1...1).says(way))
  }

  @Test func `hooks are checked in core.hooksPath`() throws {
    try tree.git("config", "core.hooksPath", "my hooks")
    try tree.write("my hooks/pre-push", "#!/bin/sh\nexec git-munge status\n")
    try tree.write(".git/hooks/pre-commit", "#!/bin/sh\ngit munge status\n")
    let outcome = try tree.munge("doctor", status: 1...1)
    try expectSnapshot("hooks-looked-where-git-them", outcome)
    #expect(!outcome.says("pre-commit"))
    try tree.git("config", "core.hooksPath", "/dev/null")
    #expect(try findings(tree.munge("doctor")) == [])
  }
}
