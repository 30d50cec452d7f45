import Platform
import Testing
import TestSupport

@testable import Munge

/// What git tells a pre-push hook, and which commits are looked at then.
struct PushTests {
  private static let zeros = String(repeating: "0", count: 40)
  private static let (one, two, three) = (name("1"), name("2"), name("a"))

  private static func name(_ digit: String) -> String { String(repeating: digit, count: 40) }

  /// Lines of git's, and the words for `git rev-list` where the remote's `two` is in this clone and its `three` is not.
  private static let pushes: [(lines: [String], words: [String]?)] = [
    (["refs/heads/main \(one) refs/heads/main \(two)"], [one, "--not", two, "--remotes=origin"]),
    (["refs/heads/main \(one) refs/heads/main \(three)"], [one, "--not", "--remotes=origin"]),
    (["refs/heads/new \(one) refs/heads/new \(zeros)"], [one, "--not", "--remotes=origin"]),
    (["refs/tags/v1 \(one) refs/tags/v1 \(zeros)"], [one, "--not", "--remotes=origin"]),
    (["(delete) \(zeros) refs/heads/old \(two)"], nil),
    ([], nil),
    (["HEAD@{1 day ago} \(one) refs/heads/main \(two)"], [one, "--not", two, "--remotes=origin"]),
    (
      ["a \(one) refs/heads/a \(two)", "(delete) \(zeros) refs/heads/b \(two)", "c \(three) refs/heads/c \(zeros)"],
      [one, three, "--not", two, "--remotes=origin"]
    ),
    (["a \(one) refs/heads/a \(two)", "b \(one) refs/heads/b \(two)"], [one, "--not", two, "--remotes=origin"]),
  ]

  @Test(arguments: pushes.indices) func `A push names the commits that it brings`(index: Int) throws {
    let push = try Push(bytes(Self.pushes[index].lines.map { $0 + "\n" }.joined()))
    #expect(push.words(to: "origin") { $0 == Self.two } == Self.pushes[index].words)
  }

  @Test func `Names may have 64 digits, and a remote that nobody knows has what the others have`() throws {
    let (long, none) = (String(repeating: "f", count: 64), String(repeating: "0", count: 64))
    let push = try Push(bytes("a \(long) refs/heads/a \(none)\n"))
    #expect(push.updates == [Push.Update(new: long, old: nil)])
    #expect(push.words(to: nil) { _ in true } == [long, "--not", "--remotes"])
  }

  @Test(arguments: [
    "nonsense", "a \(one) refs/heads/a", "\(one) refs/heads/a \(two)", "a \(one) refs/heads/a \(two) ", "a \(one)  \(two)",
    "a --all refs/heads/a \(two)", "a \(one) refs/heads/a --all", "a \(String(one.dropLast())) refs/heads/a \(two)",
    "a \(name("A")) refs/heads/a \(two)", "a \(name("g")) refs/heads/a \(two)",
  ])
  func `A line that git has not written is an error`(line: String) {
    #expect(throws: MungeError.pushLine(line)) { try Push(bytes("a \(Self.one) refs/heads/a \(Self.two)\n\(line)\n")) }
  }

  /// Variables of the pre-commit framework, without `PRE_COMMIT_` in front, and the update that they tell of.
  private static let frameworks: [(variables: [String: String], update: Push.Update)] = [
    (["FROM_REF": two, "TO_REF": one, "LOCAL_BRANCH": "refs/heads/a"], Push.Update(new: one, old: two)),
    (["LOCAL_BRANCH": "refs/heads/a"], Push.Update(new: "refs/heads/a", old: nil)),
    (["LOCAL_BRANCH": "--all"], Push.Update(new: "HEAD", old: nil)),
    (["FROM_REF": "--all", "TO_REF": "--all"], Push.Update(new: "HEAD", old: nil)),
    ([:], Push.Update(new: "HEAD", old: nil)),
  ]

  @Test(arguments: frameworks.indices) func `The pre-commit framework tells in variables what it has read`(index: Int) {
    let variables = Self.frameworks[index].variables
    let push = Push(framework: { name in
      name == "PRE_COMMIT" ? "1" : variables[String(name.dropFirst("PRE_COMMIT_".count))]
    })
    #expect(push?.updates == [Self.frameworks[index].update])
    #expect(Push(framework: { name in name == "PRE_COMMIT" ? nil : "refs/heads/a" }) == nil, "somebody else's variables")
  }
}
