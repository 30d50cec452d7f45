import Platform
import TestSupport
import Testing

@testable import WorkingTree

/// The scripts of git-munge's hooks, and how git-munge recognizes them.
struct HookScriptTests {
  @Test(arguments: Hook.allCases, ["/usr/local/bin/git-munge", "/a b/git-munge", "/it's/git-munge", "/a$b`c\"/git-munge"])
  func `The program is read back from a hook script`(hook: Hook, program: String) {
    let script = hook.script(for: Path(program))
    #expect(hook.program(in: script) == Path(program))
    #expect(hook.program(in: script + bytes("echo mine\n")) == nil, "a script with an added line is not recognized")
    #expect(hook.program(in: bytes("#!/bin/sh\nexec git munge \(hook.command)\n")) == nil)
    #expect(hook.program(in: []) == nil)
    for other in Hook.allCases where other != hook { #expect(other.program(in: script) == nil) }
  }

  @Test func `Only completed operations are completed`() {
    #expect(Hook.postMerge.completed([]) == .merge)
    #expect(Hook.postRewrite.completed(["rebase"]) == .rebase)
    #expect(Hook.postRewrite.completed(["amend"]) == nil, "a rebase that has stopped amends commits as well")
    #expect(Hook.postCheckout.completed(["1", "2", "1"]) == nil)
    for hook in Hook.all(to: .guard) { #expect(hook.completed(["rebase"]) == nil) }
  }
}
