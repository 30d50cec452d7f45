import TestSupport

@testable import Verify
@testable import WorkingTree

struct HookScriptTests {
  @Test(
    arguments: Hook.allCases, ["/usr/local/bin/git-munge", "/a b/git-munge", "/it's/git-munge", "/a$b`c\"/git-munge"])
  func `The program is read back from a hook script`(hook: Hook, program: String) {
    let script = hook.script(for: Path(program))
    #expect(hook.program(in: script) == Path(program))
    #expect(hook.program(in: script + bytes("echo mine\n")) == nil, "a script with an added line is not recognized")
    #expect(hook.program(in: bytes("#!/bin/sh\nexec git munge hook \(hook.rawValue)\n")) == nil)
    #expect(HookScript(script).calls(hook), "also with an added line")
    #expect(hook.program(in: []) == nil)
    for other in Hook.allCases where other != hook { #expect(other.program(in: script) == nil) }
  }

  @Test(arguments: Hook.ofLFS) func `The hook of git-lfs is recognized in all its versions, and others are not`(
    hook: Hook
  ) {
    let script = hook.scriptOfLFS
    let lines = script.split(separator: "\n").map(String.init)
    for text in [script, script + "\n", [lines[0], lines[2]].joined(separator: "\n")] {
      #expect(hook.isOfLFS(bytes(text)), "\(text)")
    }
    let others = [
      script + "echo mine\n", lines.prefix(2).joined(separator: "\n"), "#!/bin/sh\necho mine\n\(lines[2])\n", "",
      lines[2],
    ]
    for text in others { #expect(!hook.isOfLFS(bytes(text)), "\(text)") }
    #expect(!Hook.postRewrite.isOfLFS(bytes(Hook.postMerge.scriptOfLFS)))
    let own = hook.script(for: Path("/a b/git-munge"))
    #expect(HookScript(own).runsLFS(hook) && !hook.isOfLFS(own))
  }

  @Test(arguments: [
    (Hook.preCommit.line(), true), ("git munge hook pre-commit", true), ("exec /a/git-munge hook pre-commit", true),
    ("run: git-munge hook --strict pre-commit", true), ("command: [git-munge, hook, pre-commit]", true),
    ("command:\n  - git-munge\n  - hook\n  - pre-commit", true), ("  - id: git-munge-pre-commit", true),
    ("\"pre-commit\": \"git-munge hook 'pre-commit' # here", true),
    ("if true; then\n  exit\nfi\ngit munge hook pre-commit", true),
    ("exec 2>log\ngit munge hook pre-commit", true), ("exit_code=1\ngit munge hook pre-commit", true),
    ("# git munge hook pre-commit", false), ("true # git munge hook pre-commit", false),
    ("  # - id: git-munge-pre-commit", false), ("git munge hook pre-push", false), ("- id: git-munge-pre-push", false),
    ("git munge hook pre-commit-x", false), ("git hook run pre-commit", false), ("lefthook pre-commit", false),
    ("git munge verify --staged", false), ("exit 0\ngit munge hook pre-commit", false),
    ("exit\ngit munge hook pre-commit", false), ("exec lint\ngit munge hook pre-commit", false), ("", false),
  ])
  func `A call counts for its hook, outside of comments and before the end of the script`(text: String, isCall: Bool) {
    #expect(HookScript(bytes(text)).calls(.preCommit) == isCall)
  }

  @Test(arguments: [
    ("git lfs pre-push \"$@\"", true), ("git-lfs pre-push \"$@\"", true), ("call_lefthook run pre-push", true),
    (Hook.prePush.line(withLFS: true), true), (Hook.prePush.line(withLFS: true) + "\ngit lfs pre-push \"$@\"", true),
    (Hook.prePush.line() + "\ngit lfs pre-push \"$@\"", false), (Hook.prePush.line(), false), ("git lfs env", false),
    ("git lfs post-merge \"$@\"", false),
  ])
  func `git-lfs is run for a push where it gets the input`(text: String, isRun: Bool) {
    #expect(HookScript(bytes(text)).runsLFS(.prePush) == isRun)
  }

  @Test func `Only completed operations are completed`() {
    #expect(Hook.postMerge.completed([]) == .merge)
    #expect(Hook.postRewrite.completed(["rebase"]) == .rebase)
    #expect(Hook.postRewrite.completed(["amend"]) == nil, "a rebase that has stopped amends commits as well")
    #expect(Hook.postCheckout.completed(["1", "2", "1"]) == nil)
    for hook in Hook.guards { #expect(hook.completed(["rebase"]) == nil) }
  }
}

struct PushTests {
  private static let zeros = String(repeating: "0", count: 40)
  private static let (one, two, three) = (name("1"), name("2"), name("a"))

  private static func name(_ digit: String) -> String { String(repeating: digit, count: 40) }

  /// Lines of git, and the updates.
  private static let pushes: [(lines: [String], updates: [Push.Update])] = [
    (["refs/heads/main \(one) refs/heads/main \(two)"], [Push.Update(new: one, old: two)]),
    (["refs/tags/v1 \(one) refs/tags/v1 \(zeros)"], [Push.Update(new: one, old: nil)]),
    (["(delete) \(zeros) refs/heads/old \(two)"], [Push.Update(new: nil, old: two)]), ([], []),
    (["HEAD@{1 day ago} \(one) refs/heads/main \(two)"], [Push.Update(new: one, old: two)]),
    (
      ["a \(one) refs/heads/a \(two)", "(delete) \(zeros) refs/heads/b \(two)", "c \(three) refs/heads/c \(zeros)"],
      [Push.Update(new: one, old: two), Push.Update(new: nil, old: two), Push.Update(new: three, old: nil)]
    ),
  ]

  @Test(arguments: pushes.indices) func `Each line of a push is an update`(index: Int) throws {
    let (lines, updates) = Self.pushes[index]
    #expect(try Push(bytes(lines.map { $0 + "\n" }.joined()), of: .prePush).updates == updates)
  }

  @Test(arguments: [
    "nonsense", "a \(one) refs/heads/a", "\(one) refs/heads/a \(two)", "a \(one)  \(two)",
    "a --all refs/heads/a \(two)", "a \(one) refs/heads/a --all", "a \(String(one.dropLast())) refs/heads/a \(two)",
    "a \(name("A")) refs/heads/a \(two)", "a \(name("g")) refs/heads/a \(two)",
  ])
  func `A line of another form is an error`(line: String) {
    let format = "<local ref> <object> <remote ref> <object>"
    let lines = "a \(Self.one) refs/heads/a \(Self.two)\n\(line)\n"
    #expect(throws: InputError.hookInput(line, format: format, hook: "pre-push")) {
      try Push(bytes(lines), of: .prePush)
    }
  }

  @Test func `A pre-receive hook gets the old object first`() throws {
    let lines = [
      "\(Self.two) \(Self.one) refs/heads/a", "\(Self.zeros) \(Self.one) refs/tags/v1",
      "\(Self.one) \(Self.zeros) refs/heads/a b",
    ]
    #expect(
      try Push(bytes(lines.map { $0 + "\n" }.joined()), of: .preReceive).updates == [
        Push.Update(new: Self.one, old: Self.two), Push.Update(new: Self.one, old: nil),
        Push.Update(new: nil, old: Self.one),
      ])
  }

  /// Variables of the pre-commit framework, without the prefix `PRE_COMMIT_`, and the update that they describe.
  private static let frameworks: [(variables: [String: String], update: Push.Update)] = [
    (["FROM_REF": two, "TO_REF": one, "LOCAL_BRANCH": "refs/heads/a"], Push.Update(new: one, old: two)),
    (["LOCAL_BRANCH": "refs/heads/a"], Push.Update(new: "refs/heads/a", old: nil)),
    (["LOCAL_BRANCH": "--all"], Push.Update(new: "HEAD", old: nil)),
    (["FROM_REF": "--all", "TO_REF": "--all"], Push.Update(new: "HEAD", old: nil)),
    ([:], Push.Update(new: "HEAD", old: nil)),
  ]

  @Test(arguments: frameworks.indices) func `An update is read from the variables of the pre-commit framework`(
    index: Int
  ) {
    let variables = Self.frameworks[index].variables
    let push = Push(framework: { name in
      name == "PRE_COMMIT" ? "1" : variables[String(name.dropFirst("PRE_COMMIT_".count))]
    })
    #expect(push?.updates == [Self.frameworks[index].update])
    #expect(
      Push(framework: { name in name == "PRE_COMMIT" ? nil : "refs/heads/a" }) == nil, "variables of another program")
  }
}
