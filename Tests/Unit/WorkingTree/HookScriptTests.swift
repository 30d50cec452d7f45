import Platform
import Testing
import TestSupport

@testable import Munge

/// What a hook of ours looks like, and by what it is known again.
struct HookScriptTests {
  @Test(arguments: Hook.allCases, ["/usr/local/bin/git-munge", "/a b/git-munge", "/it's/git-munge", "/a$b`c\"/git-munge"])
  func `A hook of ours tells its program again`(hook: Hook, program: String) {
    let script = hook.script(for: Path(program))
    #expect(hook.program(in: script) == Path(program))
    #expect(hook.program(in: script + bytes("echo mine\n")) == nil, "somebody has added to it")
    #expect(hook.program(in: bytes("#!/bin/sh\nexec git munge \(hook.command)\n")) == nil)
    #expect(hook.program(in: []) == nil)
    for other in Hook.allCases where other != hook { #expect(other.program(in: script) == nil) }
  }

  @Test func `Only what is over is passed over`() {
    #expect(Hook.postMerge.completed([]) == .merge)
    #expect(Hook.postRewrite.completed(["rebase"]) == .rebase)
    #expect(Hook.postRewrite.completed(["amend"]) == nil, "of a commit at which a rebase has stopped, perhaps")
    #expect(Hook.postCheckout.completed(["1", "2", "1"]) == nil)
    for hook in Hook.all(to: .guard) { #expect(hook.completed(["rebase"]) == nil) }
  }
}
