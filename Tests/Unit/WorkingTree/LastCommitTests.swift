import TestSupport
import Testing

@testable import WorkingTree

struct LastCommitTests {
  private static let zeros = String(repeating: "0", count: 40)
  private static let (one, two, three) = (name("1"), name("2"), name("a"))

  private static func name(_ digit: String) -> String { String(repeating: digit, count: 40) }

  private static func entry(_ old: String, _ new: String, _ message: String, at time: Int = 200) -> String {
    "\(old) \(new) A U Thor <a@example.com> \(time) +0100\t\(message)"
  }

  /// A reflog, the notes, and the last commit with whether it is checked; `nil` without evidence.
  private static let reflogs: [(lines: [String], noted: [String], name: String?, isChecked: Bool)] = [
    ([], [one], nil, false),
    ([entry(one, two, "commit: Two")], [one], two, true),
    ([entry(one, two, "commit: Two")], [three, one, three], two, true),
    ([entry(one, two, "commit: Two")], [two], two, false),
    ([entry(one, two, "commit: Two")], [], two, false),
    ([entry(zeros, one, "commit (initial): One")], ["000000000000"], one, true),
    ([entry(String(repeating: "0", count: 64), one, "commit (initial): One")], ["000000000000"], one, true),
    ([entry(zeros, one, "commit (initial): One")], [one], one, false),
    ([entry(one, two, "commit: Two"), entry(two, three, "commit (amend): Two")], [one], three, false),
    ([entry(one, two, "commit: Two"), entry(two, three, "commit (merge): Three")], [two], three, true),
    ([entry(one, two, "commit: Two"), entry(two, three, "rebase (pick): commit: Two")], [one], two, true),
    ([entry(one, two, "commit: Two"), entry(two, one, "checkout: moving from commit to b")], [], two, false),
    (
      [entry(one, two, "cherry-pick: Two"), entry(two, three, "revert: commit"), entry(three, one, "")], [], nil, false
    ),
    // Before the installation, or in its second.
    ([entry(one, two, "commit: Two", at: 99)], [], nil, false),
    ([entry(one, two, "commit: Two", at: 100)], [], nil, false),
    ([entry(one, two, "commit: Two", at: 99)], [one], two, true),
    // Not written by git.
    (["commit"], [one], nil, false), (["\tcommit: Two"], [one], nil, false),
    (["\(one) \(two)\tcommit: Two"], [one], nil, false), (["\(one) \(two) A +0100\tcommit: Two"], [], nil, false),
  ]

  @Test(arguments: reflogs.indices) func `The last commit of a reflog is checked if the commit before it is noted`(
    index: Int
  ) {
    let row = Self.reflogs[index]
    let last = LastCommit(row.lines, noted: row.noted, since: 100)
    #expect(last.map { String($0.name) } == row.name && last?.isChecked ?? false == row.isChecked)
  }

  @Test func `Without an installation a commit proves nothing`() {
    #expect(LastCommit([Self.entry(Self.one, Self.two, "commit: Two")], noted: [], since: .max) == nil)
  }
}
