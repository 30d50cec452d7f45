import Platform
import Smudge
import Testing
import TestSupport

@testable import Munge

/// A refresh acts by what its developer was shown, and by nothing that came meanwhile.
struct RefreshConsentTests {
  private static func rules(_ local: String) -> String { "[rule \"r\"]\ncanonical = com.acme\nlocal = \(local)\n" }

  /// Munged by rules that were agreed to, with others lying there now.
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

  /// What each question was about, in the order in which they were asked.
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

  @Test func `Rules that change while the developer is asked are shown and asked about again`() throws {
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
    #expect(try !trust.contains(RulesFile.parse(bytes(Self.rules("dev.two")))), "nobody has agreed to what was gone by then")
  }

  @Test func `A comment that comes while the developer is asked is something new to be agreed to, too`() throws {
    let (sandbox, asked) = (try Self.sandbox("dev.two"), Asked())
    _ = try Self.refresh(sandbox, asked) { count in
      if count == 1 { try sandbox.write(".gitmunge", bytes("# new\n" + Self.rules("dev.two"))) }
      return .yes
    }
    #expect(asked.locals == ["dev.two", "dev.two"])
    #expect(try sandbox.read("a.m") == bytes("dev.two\n"))
  }

  @Test func `Rules that are taken back while the developer is asked leave nothing to do`() throws {
    let (sandbox, asked) = (try Self.sandbox("dev.two"), Asked())
    let outcome = try Self.refresh(sandbox, asked) { _ in
      try sandbox.write(".gitmunge", bytes(Self.rules("dev.one")))
      return .yes
    }
    guard case .upToDate = outcome else { Issue.record("\(outcome)"); return }
    #expect(asked.locals == ["dev.two"])
    #expect(try sandbox.read("a.m") == bytes("dev.one\n"))
  }

  @Test func `Rules that vanish or break while the developer is asked leave the tree as it is`() throws {
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

  @Test func `A merge that begins while the developer is asked leaves the tree as it is`() throws {
    let (sandbox, asked) = (try Self.sandbox("dev.two"), Asked())
    let outcome = try Self.refresh(sandbox, asked) { _ in
      try TestFile.write(sandbox.gitFolder / "MERGE_HEAD", [])
      return .yes
    }
    guard case .kept(.operation(.merge), _) = outcome else { Issue.record("\(outcome)"); return }
    #expect(try sandbox.read("a.m") == bytes("dev.one\n"))
  }

  @Test func `A no, and nobody to ask, change and remember nothing`() throws {
    for answer in [Refresh.Answer.no, .notAsked] {
      let (sandbox, asked) = (try Self.sandbox("dev.two"), Asked())
      let plan = try sandbox.clone.plan()
      _ = try Self.refresh(sandbox, asked) { _ in answer }
      #expect(try sandbox.clone.plan() == plan)
      #expect(try sandbox.read("a.m") == bytes("dev.one\n"))
      _ = try Self.refresh(sandbox, asked) { _ in answer }
      #expect(asked.locals == ["dev.two", "dev.two"], "it is asked again")
    }
  }

  @Test func `Rules with the fingerprint of trusted ones but another content are not trusted`() throws {
    let (sandbox, asked) = (try Self.sandbox("dev.two"), Asked())
    let rules = try RulesFile.parse(bytes(Self.rules("dev.two")))
    try TestFile.write(sandbox.clone.mungeDirectory.trusted / rules.fingerprint.hex, bytes("forged"))
    _ = try Self.refresh(sandbox, asked) { _ in .no }
    #expect(asked.locals == ["dev.two"])
  }
}
