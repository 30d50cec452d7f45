// Commands that rewrite files during a conflict: every stage is kept, and git's ways out of the conflict work.

import StorySupport
import TestSupport
import Testing

@Suite struct TransitionConflictTests {
  /// How a conflict begins, and how it ends.
  struct Conflict: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Whether git has an operation in progress, during which only explicit commands run.
    let isOperation: Bool
    let begin: [[String]]
    let exits: [[String]]
  }

  private static let conflicts = [
    Conflict(
      testDescription: "merge", isOperation: true, begin: [["merge", "side"]], exits: [["merge", "--abort"]]),
    Conflict(
      testDescription: "rebase", isOperation: true, begin: [["rebase", "side"]], exits: [["rebase", "--abort"]]),
    Conflict(
      testDescription: "cherry-pick", isOperation: true, begin: [["cherry-pick", "side"]],
      exits: [["cherry-pick", "--abort"]]),
    Conflict(
      testDescription: "revert", isOperation: true, begin: [["revert", "--no-edit", "HEAD~1"]],
      exits: [["revert", "--abort"]]),
    Conflict(
      testDescription: "stash pop", isOperation: false, begin: [["stash", "pop"]],
      exits: [["reset", "--hard"], ["stash", "drop"]]),
    Conflict(
      testDescription: "checkout -m", isOperation: false, begin: [["checkout", "-m", "side"]],
      exits: [["checkout", "-f", "main"]]),
    Conflict(
      testDescription: "apply -3", isOperation: false, begin: [["apply", "-3", "--include=app", "../side.patch"]],
      exits: [["reset", "--hard"]]),
  ]

  struct Case: CustomTestStringConvertible, Sendable {
    let conflict: Conflict
    let command: TransitionMatrixTests.Command
    let handle: String
    var testDescription: String { "\(conflict.testDescription), \(command.rawValue), \(handle)" }
  }

  private static let cases = conflicts.enumerated().flatMap { row, conflict in
    TransitionMatrixTests.Command.allCases.enumerated().map { column, command in
      Case(conflict: conflict, command: command, handle: ["bnr", "other", "somebody"][(row + column) % 3])
    }
  }

  private func text(_ id: String, _ line: String) -> String { "id = \(id)\n\(line) \(id)\nend\n" }

  private func workshop() throws -> Workshop {
    let workshop = try Workshop(files: ["app": text(canonical, "base"), "gone": text(canonical, "base"), "other": canonical])
    let maintainer = workshop.maintainer
    try maintainer.git("switch", "--quiet", "--create", "side")
    try maintainer.write("app", text(canonical, "side"))
    try maintainer.write("gone", text(canonical, "side"))
    try maintainer.write("both", text(canonical, "side"))
    try maintainer.commitAll("Side")
    try maintainer.git("format-patch", "--quiet", "-1", "--output=../side.patch")
    try maintainer.git("switch", "--quiet", "main")
    return workshop
  }

  /// Commits that conflict with the changes on `side` and in the stash.
  private func prepare(_ tree: WorkingTree, _ id: String) throws {
    try tree.git("branch", "side", "origin/side")
    try tree.write("app", text(id, "main"))
    try tree.git("rm", "--quiet", "gone")
    try tree.write("both", text(id, "main"))
    try tree.commitAll("Main")
    try tree.write("app", text(id, "stashed"))
    try tree.git("stash", "push", "--quiet")
    try tree.write("app", text(id, "later"))
    try tree.commitAll("Later")
  }

  @Test(arguments: cases)
  func `all stages are kept, and the conflict can be resolved as in a plain clone`(_ it: Case) throws {
    let workshop = try workshop()
    let (plain, munged) = (try workshop.clone("plain"), try workshop.clone("munged"))
    let before = "com.blah.user-\(it.command.handleBefore)"
    if it.command != .install { try munged.munge("install", "handle=first") }
    try prepare(plain, canonical)
    try prepare(munged, before)
    if it.conflict.testDescription == "checkout -m" {
      try plain.write("app", text(canonical, "unsaved"))
      try munged.write("app", text(before, "unsaved"))
    }
    for words in it.conflict.begin {
      try #require(try plain.git(words, status: 0...128).status == munged.git(words, status: 0...128).status)
    }
    try #require(try plain.git("ls-files", "-u").output != "", "the plain clone has a conflict")

    let stays = it.conflict.isOperation && [.set, .refresh].contains(it.command)
    try it.command.run(in: munged, it.handle, status: stays ? 1...1 : 0...0)

    let after = it.command == .uninstall ? canonical : stays ? before : "com.blah.user-\(it.handle)"
    let pair = PlainCloneComparison(plain: plain, munged: munged, shown: after) { _ in after }
    try pair.expectSame("at once")
    if try plain.git("ls-files", "-u", "--", "app").output != "" {
      try pair.git("checkout", "--theirs", "--", "app")
      try pair.git("checkout", "--ours", "--", "app")
      try pair.git("checkout", "-m", "--", "app")
    }
    for words in it.conflict.exits { try pair.git(words) }
  }
}
