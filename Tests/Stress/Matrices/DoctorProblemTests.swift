// Each thing that can be wrong is found by `git munge doctor`, with a remedy that works.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct DoctorAilmentTests {
  private let tree: WorkingTree

  init() throws {
    tree = try Workshop(
      attributes: "* filter=munge\n*.plain !filter\n", files: ["app.txt": "id = \(canonical)\n", "other.txt": "none\n"]
    ).munged()
  }

  /// What is not `ok`, without the last lines.
  private func findings(_ outcome: Outcome) -> [String] {
    outcome.output.split(separator: "\n").map { String($0) }
      .filter { line in ["problem", "note", "fixed", " "].contains { line.hasPrefix($0) } }
  }

  /// One kind of illness may make others: what has to be there are three lines in a row.
  private func expect(_ illness: Illness, in outcome: Outcome) throws {
    let lines = findings(outcome)
    let start = illness.mark.padded(to: 9) + illness.words(tree)
    let place = try #require(lines.firstIndex { $0 == start }, "\(start)\n\(outcome.testDescription)")
    let behind = illness.paths.map { "           \($0)" } + ["         -> \(illness.remedy(tree))"]
    #expect(Array(lines.dropFirst(place + 1).prefix(behind.count)) == behind)
  }

  @Test(arguments: Illness.fixable) func `what can be mended safely is found, and mended`(_ illness: Illness) throws {
    try illness.provoke(tree)
    let found = try tree.munge("doctor", status: 1...1)
    try expect(illness, in: found)
    #expect(found.says("`git munge doctor --fix` fixes the problems that name it.\n"))

    let mended: Set = ["config", "munge", "hooks"]
    let before = try DirectoryState(tree, except: mended)
    let fixed = try tree.munge("doctor", "--fix")
    #expect(findings(fixed).first == "fixed    \(illness.words(tree))")
    #expect(try DirectoryState(tree, except: mended).changes(since: before) == "", "nothing else")
    #expect(try tree.munge("status").says("Munged"))

    let after = try DirectoryState(tree)
    #expect(try findings(tree.munge("doctor", "--fix")) == [])
    #expect(try DirectoryState(tree).changes(since: after) == "", "there is nothing to mend twice")
    try tree.write("app.txt", "id = \(local)\nedited\n")
    try tree.commitAll("Edit")
    #expect(try tree.blob("HEAD:app.txt") == "id = \(canonical)\nedited\n")
  }

  @Test(arguments: Illness.others)
  func `what somebody has to decide is found and left alone, and its remedy helps`(_ illness: Illness) throws {
    try illness.provoke(tree)
    let before = try DirectoryState(tree)
    for arguments in [["doctor"], ["doctor", "--fix"]] {
      try expect(illness, in: tree.munge(arguments, status: 1...1))
      #expect(try DirectoryState(tree).changes(since: before) == "", "\(arguments)")
    }
    let cure = try #require(illness.cure)
    try tree.run(["sh", "-c", cure(tree)])
    #expect(try findings(tree.munge("doctor", status: 0...1)) == [])
  }

  @Test(arguments: Illness.notes) func `what is only good to know does not fail`(_ illness: Illness) throws {
    try illness.provoke(tree)
    let before = try DirectoryState(tree)
    for arguments in [["doctor"], ["doctor", "--fix"]] {
      let outcome = try tree.munge(arguments)
      try expect(illness, in: outcome)
      #expect(!outcome.says("problem"))
      #expect(try DirectoryState(tree).changes(since: before) == "", "\(arguments)")
    }
    let cure = try #require(illness.cure)
    try tree.run(["sh", "-c", cure(tree)])
    #expect(try findings(tree.munge("doctor")) == [])
  }

  @Test func `many illnesses at once are all found, and those that can be are mended`() throws {
    let both = [Illness.fixable[2], Illness.fixable[6]] + [Illness.others[6], Illness.others[10]] + [Illness.notes[0]]
    for illness in both { try illness.provoke(tree) }
    let outcome = try tree.munge("doctor", status: 1...1)
    for illness in both where illness.testDescription != Illness.others[6].testDescription { try expect(illness, in: outcome) }
    let fixed = try tree.munge("doctor", "--fix", status: 1...1)
    #expect(findings(fixed).filter { $0.hasPrefix("fixed") }.count == 2)
    for illness in both.dropFirst(2) { try expect(illness, in: fixed) }
  }

  @Test func `of many files the first are named, and how many more there are`() throws {
    for number in 10...21 { try tree.write("new\(number).plain", "\(local)\n") }
    let outcome = try tree.munge("doctor", status: 1...1)
    #expect(outcome.says("new19.plain:1:1") && !outcome.says("new20.plain:1:1") && outcome.says("           and 2 more [own-text]\n"))
    for number in 20...21 { try tree.run(["rm", "new\(number).plain"]) }
    let ten = try tree.munge("doctor", status: 1...1)
    #expect(ten.says("new19.plain:1:1") && !ten.says(" more ["))
  }

  @Test func `what may stop git comes with the way out`() throws {
    try Illness.fixable[2].provoke(tree)
    let way = "Until then, "
    #expect(try tree.munge("doctor", status: 1...1).says(way))
    #expect(try !tree.munge("doctor", "--fix").says(way))
    try Illness.others[9].provoke(tree)
    #expect(try !tree.munge("doctor", status: 1...1).says(way))
  }

  @Test func `hooks are looked for where git has them`() throws {
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
