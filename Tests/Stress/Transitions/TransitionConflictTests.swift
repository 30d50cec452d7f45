// Commands that rewrite files during a conflict: every stage is kept, and git's ways out of the conflict work.

import StorySupport

@Suite struct TransitionConflictTests {
  /// How a conflict begins, and how it ends.
  struct Conflict: CustomTestStringConvertible, Sendable {
    /// Whether git has an operation in progress, during which only explicit commands run.
    let isOperation: Bool
    let begin: String
    let exits: [String]
    var testDescription: String { begin }
  }

  private static let conflicts = [
    Conflict(isOperation: true, begin: "merge side", exits: ["merge --abort"]),
    Conflict(isOperation: true, begin: "rebase side", exits: ["rebase --abort"]),
    Conflict(isOperation: true, begin: "cherry-pick side", exits: ["cherry-pick --abort"]),
    Conflict(isOperation: true, begin: "revert --no-edit HEAD~1", exits: ["revert --abort"]),
    Conflict(isOperation: false, begin: "stash pop", exits: ["reset --hard", "stash drop"]),
    Conflict(isOperation: false, begin: "checkout -m side", exits: ["checkout -f main"]),
    Conflict(isOperation: false, begin: "apply -3 --include=app ../side.patch", exits: ["reset --hard"]),
  ]

  private static func words(_ line: String) -> [String] { line.split(separator: " ").map { String($0) } }

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

  private func run(_ script: String, _ tree: WorkingTree, _ id: String) throws {
    let words = """
      text() { printf 'id = %s\\n%s %s\\nend\\n' $ID "$1" $ID; }
      commit() { git add --all; git commit --quiet -m "$1"; }

      """
    try tree.run(["sh", "-ec", words + script], environment: ["ID": id])
  }

  private func workshop() throws -> Workshop {
    let text = "id = \(canonical)\nbase \(canonical)\nend\n"
    let workshop = try Workshop(files: ["app": text, "gone": text, "other": canonical])
    try run(
      """
      git switch --quiet --create side
      for file in app gone both; do text side >$file; done
      commit Side
      git format-patch --quiet -1 --output=../side.patch
      git switch --quiet main
      """, workshop.maintainer, canonical)
    return workshop
  }

  /// Commits that conflict with the changes on `side` and in the stash.
  private static let conflicting = """
    git branch side origin/side
    text main >app; git rm --quiet gone; text main >both; commit Main
    text stashed >app; git stash push --quiet
    text later >app; commit Later
    """

  @Test(arguments: cases) func `all stages are kept, and the conflict can be resolved as in a plain clone`(_ it: Case)
    throws
  {
    let workshop = try workshop()
    let (plain, munged) = (try workshop.clone("plain"), try workshop.clone("munged"))
    let before = "com.blah.user-\(it.command.handleBefore)"
    if it.command != .install { try munged.munge("install", "handle=first") }
    let unsaved = it.conflict.begin.hasPrefix("checkout -m") ? "\ntext unsaved >app" : ""
    try run(Self.conflicting + unsaved, plain, canonical)
    try run(Self.conflicting + unsaved, munged, before)
    let begin = Self.words(it.conflict.begin)
    try #require(try plain.git(begin, status: 0...128).status == munged.git(begin, status: 0...128).status)
    try #require(try plain.git("ls-files", "-u").output != "", "the plain clone has a conflict")

    let stays = it.conflict.isOperation && [.set, .reinstall].contains(it.command)
    try it.command.run(in: munged, it.handle, status: stays ? 1...2 : 0...0)

    let after = it.command == .uninstall ? canonical : stays ? before : "com.blah.user-\(it.handle)"
    let pair = PlainCloneComparison(plain: plain, munged: munged) { _ in after }
    try pair.expectSame("at once")
    if try plain.git("ls-files", "-u", "--", "app").output != "" {
      try pair.git("checkout", "--theirs", "--", "app")
      try pair.git("checkout", "--ours", "--", "app")
      try pair.git("checkout", "-m", "--", "app")
    }
    for line in it.conflict.exits { try pair.git(Self.words(line)) }
  }
}
