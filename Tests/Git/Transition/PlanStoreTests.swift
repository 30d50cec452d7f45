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

struct PruningTests {
  private static let day: Int64 = 24 * 3600

  /// A working tree with the value `dev.new`, which was `dev.old` until time 0.
  private static func sandbox(_ files: [String: String] = [:]) throws -> GitSandbox {
    let sandbox = try GitSandbox()
    try sandbox.write(".gitattributes", bytes("*.m filter=munge\n"))
    try sandbox.write(".gitmunge", bytes(OneRule.text))
    for (path, text) in files { try sandbox.write(path, bytes(text)) }
    try sandbox.git("config", "munge.values.v", "dev.new")
    try PlanStore.publish(OneRule.plan("dev.new", after: OneRule.plan("dev.old")), sandbox.clone.mungeDirectory)
    try TrustedRules(sandbox.clone.mungeDirectory).add(bytes(OneRule.text))
    return sandbox
  }

  /// The retired texts after an installation at this time.
  private static func retired(_ sandbox: GitSandbox, after seconds: Int64) throws -> [String] {
    var isAsked = false
    var install = Install(sandbox.clone, now: seconds)
    _ = try install.run(value: nil) { _ in
      isAsked = true
      return false
    }
    #expect(!isAsked)
    return (try sandbox.clone.plan()?.rules ?? []).flatMap(\.retired).map { String(decoding: $0.text, as: UTF8.self) }
  }

  @Test func `A retired text is pruned after thirty days, and not before`() throws {
    let sandbox = try Self.sandbox(["a.m": "dev.new\n"])
    #expect(try Self.retired(sandbox, after: 0) == ["dev.old"])
    #expect(try Self.retired(sandbox, after: 30 * Self.day) == ["dev.old"])
    #expect(try Self.retired(sandbox, after: 30 * Self.day + 1) == [])
    #expect(
      try sandbox.clone.plan()?.rules.map(\.pairs) == OneRule.plan("dev.new").rules.map(\.pairs), "the rule stays")
  }

  @Test func `An installation that only prunes rewrites nothing`() throws {
    let sandbox = try Self.sandbox(["a.m": "dev.new\n"])
    #expect(try Self.retired(sandbox, after: 31 * Self.day) == [])
    #expect(try sandbox.read("a.m") == bytes("dev.new\n"))
  }

  @Test(arguments: ["a.m", "outside.txt", "sub/deep/x.m"])
  func `A retired text stays while any file has it, tracked or not, with the attribute or not`(_ path: String) throws {
    let sandbox = try Self.sandbox([path: "x-dev.oldest\n"])
    #expect(try Self.retired(sandbox, after: 400 * Self.day) == ["dev.old"], "even inside a longer word")
    try FileSystem.remove(sandbox.top / path)
    #expect(try Self.retired(sandbox, after: 401 * Self.day) == [])
    try sandbox.write(path, bytes("dev.old\n"))
    try sandbox.git("add", ".")
    #expect(try Self.retired(sandbox, after: 402 * Self.day) == [], "a pruned text does not return")
  }

  @Test func `Each retired text has its own time`() throws {
    let sandbox = try Self.sandbox()
    let plan = try OneRule.plan(
      "dev.new", after: OneRule.plan("dev.mid", after: OneRule.plan("dev.old"), now: 0), now: 20 * Self.day)
    try PlanStore.publish(plan, sandbox.clone.mungeDirectory)
    #expect(try Self.retired(sandbox, after: 31 * Self.day) == ["dev.mid"])
    #expect(try Self.retired(sandbox, after: 51 * Self.day) == [])
  }

  @Test func `A deleted rule is pruned with its last retired text`() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write(".gitmunge", bytes(OneRule.variable))
    try TrustedRules(sandbox.clone.mungeDirectory).add(bytes(OneRule.variable))
    #expect(try Set(Self.retired(sandbox, after: 10 * Self.day)) == ["dev.new", "dev.old"])
    #expect(try Self.retired(sandbox, after: 31 * Self.day) == ["dev.new"])
    #expect(try Self.retired(sandbox, after: 41 * Self.day) == [])
    #expect(try sandbox.clone.plan()?.rules == [])
  }
}
