import Platform
import TestSupport
import Testing

@testable import Rules
@testable import Smudge
@testable import WorkingTree

/// Tests of approval: a refresh applies the rules that the user has seen, and no later ones.
struct RefreshConsentTests {
  private static func rules(_ local: String) -> String { "[rule \"r\"]\ncanonical = com.acme\nlocal = \(local)\n" }

  /// A working tree munged by approved rules, with other rules on disk.
  private static func sandbox(_ now: String) throws -> GitSandbox {
    let sandbox = try GitSandbox()
    try sandbox.write(".gitattributes", bytes("*.m filter=munge\n"))
    try sandbox.write("a.m", bytes("com.acme\n"))
    try sandbox.git("add", ".")
    try sandbox.git("commit", "-m", "one")
    try sandbox.write("a.m", bytes("dev.one\n"))
    try PlanStore.publish(try compiled(rules("dev.one")), sandbox.clone.mungeDirectory)
    try TrustedRules(sandbox.clone.mungeDirectory).add(bytes(rules("dev.one")))
    try sandbox.write(".gitmunge", bytes(rules(now)))
    return sandbox
  }

  /// The rules of each prompt, in order.
  private final class Asked { var locals: [String] = [] }

  private static func refresh(
    _ sandbox: GitSandbox, _ asked: Asked, _ answer: (Int) throws -> Refresh.Answer
  ) throws -> RefreshReport.RefreshOutcome {
    var failure: (any Error)?
    let report = try Refresh(sandbox.clone, now: 7).run { proposal in
      asked.locals += proposal.new.rules.flatMap(\.pairs).map { String(decoding: $0.local ?? [], as: UTF8.self) }
      do { return try answer(asked.locals.count) } catch { failure = error }
      return .no
    }
    if let failure { throw failure }
    return report.outcome
  }

  @Test func `Rules that change during the prompt are shown in another prompt`() throws {
    let (sandbox, asked) = (try Self.sandbox("dev.two"), Asked())
    let outcome = try Self.refresh(sandbox, asked) { count in
      if count == 1 { try sandbox.write(".gitmunge", bytes(Self.rules("dev.three"))) }
      return .yes
    }
    #expect(asked.locals == ["dev.two", "dev.three"])
    guard case .refreshed(let done) = outcome else { Issue.record("\(outcome)"); return }
    #expect(done.rewritten == [Path("a.m")])
    #expect(try sandbox.read("a.m") == bytes("dev.three\n"))
    let trust = TrustedRules(sandbox.clone.mungeDirectory)
    #expect(try trust.contains(RulesFile.parse(bytes(Self.rules("dev.three")))))
    #expect(try !trust.contains(RulesFile.parse(bytes(Self.rules("dev.two")))), "replaced rules are not approved")
  }

  @Test func `A comment added during the prompt has to be approved too`() throws {
    let (sandbox, asked) = (try Self.sandbox("dev.two"), Asked())
    _ = try Self.refresh(sandbox, asked) { count in
      if count == 1 { try sandbox.write(".gitmunge", bytes("# new\n" + Self.rules("dev.two"))) }
      return .yes
    }
    #expect(asked.locals == ["dev.two", "dev.two"])
    #expect(try sandbox.read("a.m") == bytes("dev.two\n"))
  }

  @Test func `Rules that are reverted during the prompt change nothing`() throws {
    let (sandbox, asked) = (try Self.sandbox("dev.two"), Asked())
    let outcome = try Self.refresh(sandbox, asked) { _ in
      try sandbox.write(".gitmunge", bytes(Self.rules("dev.one")))
      return .yes
    }
    guard case .upToDate = outcome else { Issue.record("\(outcome)"); return }
    #expect(asked.locals == ["dev.two"])
    #expect(try sandbox.read("a.m") == bytes("dev.one\n"))
  }

  @Test func `Rules that are deleted or broken during the prompt change nothing`() throws {
    for text in [nil, "broken"] {
      let (sandbox, asked) = (try Self.sandbox("dev.two"), Asked())
      let outcome = try Self.refresh(sandbox, asked) { _ in
        try FileSystem.remove(sandbox.top / ".gitmunge")
        if let text { try sandbox.write(".gitmunge", bytes(text)) }
        return .yes
      }
      guard case .kept = outcome else { Issue.record("\(outcome)"); continue }
      #expect(try sandbox.read("a.m") == bytes("dev.one\n"))
    }
  }

  @Test func `A merge that starts during the prompt changes nothing`() throws {
    let (sandbox, asked) = (try Self.sandbox("dev.two"), Asked())
    let outcome = try Self.refresh(sandbox, asked) { _ in
      try TestFile.write(sandbox.gitDirectory / "MERGE_HEAD", [])
      return .yes
    }
    guard case .kept(.operation(.merge), _) = outcome else { Issue.record("\(outcome)"); return }
    #expect(try sandbox.read("a.m") == bytes("dev.one\n"))
  }

  @Test func `A refusal, and a missing terminal, change and store nothing`() throws {
    for answer in [Refresh.Answer.no, .notAsked] {
      let (sandbox, asked) = (try Self.sandbox("dev.two"), Asked())
      let plan = try sandbox.clone.plan()
      _ = try Self.refresh(sandbox, asked) { _ in answer }
      #expect(try sandbox.clone.plan() == plan)
      #expect(try sandbox.read("a.m") == bytes("dev.one\n"))
      _ = try Self.refresh(sandbox, asked) { _ in answer }
      #expect(asked.locals == ["dev.two", "dev.two"], "the prompt is shown again")
    }
  }

  @Test func `Rules with the fingerprint of approved ones and another content are not approved`() throws {
    let (sandbox, asked) = (try Self.sandbox("dev.two"), Asked())
    let rules = try RulesFile.parse(bytes(Self.rules("dev.two")))
    try TestFile.write(sandbox.clone.mungeDirectory.trusted / rules.fingerprint.hex, bytes("forged"))
    _ = try Self.refresh(sandbox, asked) { _ in .no }
    #expect(asked.locals == ["dev.two"])
  }
}
