// `git munge doctor` finds each kind of problem, with a fix that works.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct DoctorProblemTests {
  private let tree: WorkingTree

  init() throws {
    tree = try Workshop(
      attributes: "* filter=munge\n*.plain !filter\n", files: ["app.txt": "id = \(canonical)\n", "other.txt": "none\n"]
    ).munged()
  }

  /// The lines that are not `ok`, without the last ones.
  private func findings(_ outcome: Outcome) -> [String] {
    outcome.output.split(separator: "\n").map { String($0) }
      .filter { line in ["problem", "note", "fixed", " "].contains { line.hasPrefix($0) } }
  }

  /// One problem can cause others: this one must be printed as consecutive lines.
  private func expect(_ problem: DoctorCase, in outcome: Outcome) throws {
    let lines = findings(outcome)
    let start = problem.mark.padded(to: 9) + problem.words(tree)
    let place = try #require(lines.firstIndex { $0 == start }, "\(start)\n\(outcome.testDescription)")
    let following = problem.paths.map { "           \($0)" } + ["         -> \(problem.remedy(tree))"]
    #expect(Array(lines.dropFirst(place + 1).prefix(following.count)) == following)
  }

  @Test(arguments: DoctorCase.fixable) func `doctor finds a fixable problem, and --fix fixes it`(_ problem: DoctorCase) throws {
    try problem.provoke(tree)
    let found = try tree.munge("doctor", status: 1...1)
    try expect(problem, in: found)
    #expect(found.says("`git munge doctor --fix` fixes the problems that name it.\n"))

    let rewritten: Set = ["config", "munge", "hooks"]
    let before = try DirectoryState(tree, except: rewritten)
    let fixed = try tree.munge("doctor", "--fix")
    #expect(findings(fixed).first == "fixed    \(problem.words(tree))")
    #expect(try DirectoryState(tree, except: rewritten).changes(since: before) == "", "nothing else")
    #expect(try tree.munge("status").says("Munged"))

    let after = try DirectoryState(tree)
    #expect(try findings(tree.munge("doctor", "--fix")) == [])
    #expect(try DirectoryState(tree).changes(since: after) == "", "a second --fix changes nothing")
    try tree.write("app.txt", "id = \(local)\nedited\n")
    try tree.commitAll("Edit")
    #expect(try tree.blob("HEAD:app.txt") == "id = \(canonical)\nedited\n")
  }

  @Test(arguments: DoctorCase.others)
  func `doctor finds a problem that needs a decision, --fix leaves it, and its command fixes it`(_ problem: DoctorCase) throws {
    try problem.provoke(tree)
    let before = try DirectoryState(tree)
    for arguments in [["doctor"], ["doctor", "--fix"]] {
      try expect(problem, in: tree.munge(arguments, status: 1...1))
      #expect(try DirectoryState(tree).changes(since: before) == "", "\(arguments)")
    }
    let command = try #require(problem.command)
    try tree.run(["sh", "-c", command(tree)])
    #expect(try findings(tree.munge("doctor", status: 0...1)) == [])
  }

  @Test(arguments: DoctorCase.notes) func `a note does not fail doctor`(_ problem: DoctorCase) throws {
    try problem.provoke(tree)
    let before = try DirectoryState(tree)
    for arguments in [["doctor"], ["doctor", "--fix"]] {
      let outcome = try tree.munge(arguments)
      try expect(problem, in: outcome)
      #expect(!outcome.says("problem"))
      #expect(try DirectoryState(tree).changes(since: before) == "", "\(arguments)")
    }
    let command = try #require(problem.command)
    try tree.run(["sh", "-c", command(tree)])
    #expect(try findings(tree.munge("doctor")) == [])
  }

  @Test func `doctor finds several problems at once, and --fix fixes those that it can`() throws {
    let both = [DoctorCase.fixable[2], DoctorCase.fixable[6]] + [DoctorCase.others[6], DoctorCase.others[10]] + [DoctorCase.notes[0]]
    for problem in both { try problem.provoke(tree) }
    let outcome = try tree.munge("doctor", status: 1...1)
    for problem in both where problem.testDescription != DoctorCase.others[6].testDescription { try expect(problem, in: outcome) }
    let fixed = try tree.munge("doctor", "--fix", status: 1...1)
    #expect(findings(fixed).filter { $0.hasPrefix("fixed") }.count == 2)
    for problem in both.dropFirst(2) { try expect(problem, in: fixed) }
  }

  @Test func `doctor lists the first ten files and counts the rest`() throws {
    for number in 10...21 { try tree.write("new\(number).plain", "\(local)\n") }
    let outcome = try tree.munge("doctor", status: 1...1)
    #expect(outcome.says("new19.plain:1:1") && !outcome.says("new20.plain:1:1") && outcome.says("           and 2 more [own-text]\n"))
    for number in 20...21 { try tree.run(["rm", "new\(number).plain"]) }
    let ten = try tree.munge("doctor", status: 1...1)
    #expect(ten.says("new19.plain:1:1") && !ten.says(" more ["))
  }

  @Test func `a problem that blocks git is reported with a bypass`() throws {
    try DoctorCase.fixable[2].provoke(tree)
    let way = "Until then, "
    #expect(try tree.munge("doctor", status: 1...1).says(way))
    #expect(try !tree.munge("doctor", "--fix").says(way))
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

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
