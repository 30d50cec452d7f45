import TestSupport

@testable import Platform
@testable import Rules
@testable import Smudge
@testable import Verify
@testable import WorkingTree

struct PlanStoreTests {
  private static func directory(_ holder: TemporaryDirectory, _ name: String) -> GitDirectory {
    GitDirectory(own: holder.path / "git/worktrees" / name, common: holder.path / "git")
  }

  @Test func `A plan is written readable by the user alone, and read again`() throws {
    let (sandbox, plan) = (try GitSandbox(), try OneRule.plan("dev.me"))
    #expect(try sandbox.clone.plan() == nil)
    try PlanStore.publish(plan, sandbox.clone.mungeDirectory)
    #expect(try sandbox.mode(sandbox.clone.mungeDirectory.plan) == "600", "it has the user's values")
    #expect(try sandbox.clone.plan() == plan)
    #expect(try FileSystem.entries(sandbox.clone.mungeDirectory.own).map { "\($0)" } == ["plan"])
    try TestFile.write(sandbox.clone.mungeDirectory.plan, bytes("git-munge plan 3\nrule x\n"))
    #expect(throws: TransitionError.damagedPlan(.damaged)) { try sandbox.clone.plan() }
    #expect(try PlanStore.inherited(sandbox.clone) == .idle, "a damaged plan is not inherited")
  }

  @Test func `Other working trees keep their plan, or get the one that they used`() throws {
    let holder = try TemporaryDirectory()
    let (one, two) = (Self.directory(holder, "one"), Self.directory(holder, "two"))
    let (own, inherited) = (try OneRule.plan("dev.own"), try OneRule.plan("dev.main"))
    try PlanStore.publish(own, MungeDirectory(one))
    try PlanStore.keepPlans(of: [one, two], as: inherited)
    #expect(try MungeDirectory(one).load() == own)
    #expect(try MungeDirectory(two).load() == inherited)
  }

  @Test func `A journal with an unknown step cannot be read, so it stays, and no plan is valid`() throws {
    let tree = try GitSandbox().clone
    let plan = try OneRule.plan("dev.me")
    try PlanStore.publish(plan, tree.mungeDirectory)
    try PlanStore.publish(Journal(old: .idle, new: plan, files: [], steps: [bytes("{}")]), tree)
    #expect(try Recovery(tree).run() == .nothing)
    #expect(FileSystem.exists(tree.mungeDirectory.journal))
    #expect(throws: TransitionError.damagedPlan(.damaged)) { try tree.plan() }
  }

  @Test func `Two contradicting rules for a file are an error with its path`() throws {
    let text = """
      [rule "a"]
      canonical = com.acme
      local = dev.one
      path = *.plist
      [rule "b"]
      canonical = com.acme
      local = dev.two
      path = /App/
      """
    let conflict = try #require(CanonicalConflict.all(in: compiled(text)).first)
    #expect(["Info.plist", "App/main.swift"].allSatisfy { !conflict.applies(to: Path($0)) })
    #expect(conflict.applies(to: Path("App/Info.plist")))
    #expect(
      conflict.error(at: Path("App/Info.plist"))
        == .contradiction(canonical: bytes("com.acme"), rules: [bytes("a"), bytes("b")], path: Path("App/Info.plist")))
  }
}
