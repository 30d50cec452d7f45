// `git munge status --check` finds each kind of problem, with a fix that works.

import StorySupport

/// A problem of a clone: a shell script that makes it, and one that fixes it where `install` does not and no command is
/// printed.
struct CheckCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  private let script: String
  let remedy: String
  let isNote: Bool

  private init(_ description: String, _ script: String, remedy: String = "", isNote: Bool = false) {
    (testDescription, self.script, self.remedy, self.isNote) = (description, script, remedy, isNote)
  }

  private static let words = """
    keys() { for key in process clean smudge; do git config filter.munged.$key "p=$1;$(git config filter.munged.$key | cut -d ';' -f 2-)"; done; }
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
    CheckCase("a program that has moved", "keys $GONE/git-munge-filter"),
    CheckCase("a key that is not set", "git config --unset filter.munged.required"),
    CheckCase("a key that is set twice in this clone", "git config --add filter.munged.required false"),
    CheckCase("a command that relies on PATH", "git config filter.munged.process 'git-munge-filter process'"),
    CheckCase("a temporary file of a killed command", "echo half a pl >.git/munge/.plan.0123456789abcdef"),
    CheckCase("a hook of git-munge whose program has moved", "git munge install --hooks; moved post-merge"),
  ]

  /// Problems that need a decision, with a command as the fix.
  static let others = [
    CheckCase("a key of another tool in this clone", "git config filter.munged.clean cat"),
    CheckCase(
      "a file that an editor saved while a command was killed", "echo an edit >.git/munge/new",
      remedy: "rm .git/munge/new"),
    CheckCase("nothing installed", "git munge uninstall", remedy: "git munge install"),
    CheckCase("no rules file", "rm .gitmunge"),
    CheckCase(
      "a bad rules file", "echo '[rule]' >.gitmunge", remedy: "git checkout HEAD -- .gitmunge; git munge install --yes"),
    CheckCase("a damaged plan", "echo nonsense >.git/munge/plan"),
    CheckCase(
      "a value that changed since the installation", "git config munge.values.handle other",
      remedy: "git munge install --yes"),
    CheckCase(
      "an attribute that info/attributes removes",
      "echo 'app.txt -filter' >>.git/info/attributes",
      remedy: "sed -i.old '$d' .git/info/attributes; git munge install --yes"),
    CheckCase("a local text without the attribute", "echo \(local) >new.plain; git add new.plain"),
    CheckCase("a file that differs from the plan", "echo 'id = \(canonical)' >app.txt"),
    CheckCase(
      "a hook without the executable bit", "printf '#!/bin/sh\\ngit munge hook pre-commit\\n' >.git/hooks/pre-commit"),
    CheckCase(
      "a hook of git-munge outside core.hooksPath",
      """
      git munge install --hooks
      git config core.hooksPath elsewhere
      """, remedy: "git config --unset core.hooksPath", isNote: true),
  ]

  static let notes = [
    CheckCase("an assume-unchanged file", "git update-index --assume-unchanged app.txt", isNote: true)
  ]
}

@Suite struct CheckProblemTests {
  private let tree: WorkingTree

  init() throws { tree = try Self.tree() }

  private static func tree() throws -> WorkingTree {
    try Workshop(
      attributes: "* filter=munge\n*.plain !filter\n", files: ["app.txt": "id = \(canonical)\n", "other.txt": "none\n"]
    ).munged()
  }

  /// The kinds of the findings.
  private func findings(status: ClosedRange<Int32> = 0...0) throws -> [String] {
    let report = try JSON(tree.munge("status", "--check", "--json", status: status).output)
    return report["findings"]?.list.compactMap { $0["kind"]?.text } ?? []
  }

  @Test func `each problem is reported with its fix`() throws {
    let reports = try (CheckCase.fixable + CheckCase.others + CheckCase.notes).map { problem in
      let tree = try Self.tree()
      try problem.provoke(tree)
      let report = try tree.munge("status", "--check", status: 0...1).transcript.replacing(
        CheckCase.real(tree), with: "REAL"
      )
      .replacing(
        /git could not filter app.txt: .* \[/,
        with: "git could not filter app.txt: (THE WORDS OF THE SHELL AND OF GIT) [")
      return "# \(problem.testDescription)\n\(report)"
    }
    try expectSnapshot("problems", reports.joined(separator: "\n"))
  }

  @Test(arguments: CheckCase.fixable) func `a problem is found with install, which cures it`(
    _ problem: CheckCase
  ) throws {
    try problem.provoke(tree)
    let found = try tree.munge("status", "--check", status: 1...1)
    #expect(found.steps.contains("git munge install") || found.says("Next: git munge install"))

    let rewritten: Set = ["config", "munge", "hooks"]
    let before = try DirectoryState(tree, except: rewritten)
    try tree.munge("install", status: 0...1)
    #expect(try DirectoryState(tree, except: rewritten).changes(since: before) == "", "nothing else")
    #expect(try tree.munge("status").says("Munged"))

    let after = try DirectoryState(tree)
    #expect(try findings() == [])
    try tree.munge("install")
    #expect(try DirectoryState(tree).changes(since: after) == "", "a second installation changes nothing")
    try tree.commit("app.txt", "id = \(local)\nedited\n", "Edit")
    #expect(try tree.blob("HEAD:app.txt") == "id = \(canonical)\nedited\n")
  }

  @Test(arguments: CheckCase.others + CheckCase.notes)
  func `a problem is found, and the command that is printed fixes it`(_ problem: CheckCase) throws {
    try problem.provoke(tree)
    let before = try DirectoryState(tree)
    let status: ClosedRange<Int32> = problem.isNote ? 0...0 : 1...1
    #expect(try !findings(status: status).isEmpty || problem.testDescription == "nothing installed")
    #expect(try DirectoryState(tree).changes(since: before) == "")
    try tree.run(["sh", "-c", problem.remedy])
    if problem.remedy.isEmpty { try typeRemedies() }
    #expect(try findings() == [])
  }

  /// Types the commands that are printed, then those that are printed after that.
  private func typeRemedies() throws {
    for _ in 1...2 {
      let report = try tree.munge("status", "--check", status: 0...1)
      if report.says("\nNext: git munge install\n") { try tree.munge("install", status: 0...1) }
      let commands = report.steps.filter { step in
        !step.hasPrefix("write ") && !["-filter", "--no-hooks"].contains(where: step.contains)
      }
      for command in commands { try tree.run(["sh", "-ec", command]) }
    }
  }
}
