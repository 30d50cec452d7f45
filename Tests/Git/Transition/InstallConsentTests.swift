import TestSupport

@testable import Rules
@testable import Smudge
@testable import Verify
@testable import WorkingTree

struct InstallConsentTests {
  private static func rules(_ local: String) -> String { "[rule \"r\"]\ncanonical = com.acme\nlocal = \(local)\n" }

  /// A working tree munged by approved rules, with other rules on disk.
  private static func sandbox(_ now: String) throws -> GitSandbox {
    let sandbox = try GitSandbox.committed([".gitattributes": "*.m filter=munge\n", "a.m": "com.acme\n"])
    try sandbox.write("a.m", bytes("dev.one\n"))
    try PlanStore.publish(try compiled(rules("dev.one")), sandbox.clone.mungeDirectory)
    try TrustedRules(sandbox.clone.mungeDirectory).add(bytes(rules("dev.one")))
    try sandbox.write(".gitmunge", bytes(rules(now)))
    return sandbox
  }

  /// The rules of each prompt, in order.
  private final class Asked { var locals: [String] = [] }

  /// The rewritten files, or the first word of the error.
  private static func install(_ sandbox: GitSandbox, _ asked: Asked, _ answer: (Int) throws -> Bool) throws -> String {
    var install = Install(sandbox.clone)
    do {
      let report = try install.run(value: nil) { proposal in
        asked.locals += proposal.new.rules.flatMap(\.pairs).map { String(decoding: $0.local ?? [], as: UTF8.self) }
        return try answer(asked.locals.count)
      }
      return "\(report.outcome.rewritten) rewritten"
    } catch { return "\(error)" }
  }

  /// A file that is written during the first prompt, which is answered with yes, and its text; `nil` for a deleted
  /// file.
  @Test(
    arguments: [
      (".gitmunge", rules("dev.three"), ["dev.two", "dev.three"], "[a.m] rewritten", "dev.three\n"),
      (".gitmunge", "# a comment\n" + rules("dev.two"), ["dev.two", "dev.two"], "[a.m] rewritten", "dev.two\n"),
      (".gitmunge", rules("dev.one"), ["dev.two"], "[] rewritten", "dev.one\n"),
      (".gitmunge", "broken", ["dev.two"], ".gitmunge:1:1", "dev.one\n"),
      (".git/MERGE_HEAD", "", ["dev.two"], "a merge is in progress", "dev.one\n"),
    ] as [(String, String?, [String], String, String)])
  func `Rules that change during the prompt are shown in another prompt or change nothing`(
    path: String, text: String?, prompts: [String], outcome: String, content: String
  ) throws {
    let (sandbox, asked) = (try Self.sandbox("dev.two"), Asked())
    let found = try Self.install(sandbox, asked) { count in
      if count > 1 { return true }
      try FileSystem.remove(sandbox.top / path)
      if let text { try sandbox.write(path, bytes(text)) }
      return true
    }
    #expect(asked.locals == prompts && found.hasPrefix(outcome), "\(found)")
    #expect(try sandbox.read("a.m") == bytes(content))
    if prompts.last == "dev.three" {
      let trust = TrustedRules(sandbox.clone.mungeDirectory)
      #expect(try trust.contains(RulesFile.parse(bytes(Self.rules("dev.three")))))
      #expect(try !trust.contains(RulesFile.parse(bytes(Self.rules("dev.two")))), "replaced rules are not approved")
    }
  }

  @Test func `A refusal changes and stores nothing`() throws {
    let (sandbox, asked) = (try Self.sandbox("dev.two"), Asked())
    let plan = try sandbox.clone.plan()
    _ = try Self.install(sandbox, asked) { _ in false }
    #expect(try sandbox.clone.plan() == plan)
    #expect(try sandbox.read("a.m") == bytes("dev.one\n"))
    _ = try Self.install(sandbox, asked) { _ in false }
    #expect(asked.locals == ["dev.two", "dev.two"], "the prompt is shown again")
  }

  @Test func `Rules with the fingerprint of approved ones and another content are not approved`() throws {
    let (sandbox, asked) = (try Self.sandbox("dev.two"), Asked())
    let rules = try RulesFile.parse(bytes(Self.rules("dev.two")))
    try TestFile.write(sandbox.clone.mungeDirectory.trusted / rules.fingerprint.hex, bytes("forged"))
    _ = try Self.install(sandbox, asked) { _ in false }
    #expect(asked.locals == ["dev.two"])
  }
}
