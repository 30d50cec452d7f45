import TestSupport

@testable import Platform
@testable import Rules
@testable import Smudge
@testable import Verify
@testable import WorkingTree

/// What commands want of an installation, and what has to be done for that.
struct InstallationTests {
  private static let program = Path("/opt/bin/git-munge-filter")
  private static let lines = bytes("*.x filter=munged\n")
  private static let rules = Self.rules("dev.me.app")

  private static func rules(_ local: String) -> String {
    "[rule \"app\"]\ncanonical = com.acme.app\nlocal = \(local)\n"
  }

  private static func munging(_ source: String = rules) throws -> Installation.Munging {
    Installation.Munging(plan: try compiled(source), rules: try RulesFile.parse(bytes(source)))
  }

  private static let none = Installation(
    keys: .absent, editor: nil, attributes: .absent,
    hooks: Dictionary(uniqueKeysWithValues: Hook.ofClones.map { ($0, HookState.absent) }), areHooksWanted: true,
    munging: .absent,
    approved: [], privateRules: nil, values: [:], declined: [], leftovers: [])

  private static func request() throws -> Installation.Request {
    Installation.Request(program: program, munging: try munging(), lines: lines)
  }

  private static func installed() throws -> Installation { none.installed(try request()) }

  @Test func `An installation of nothing has the steps of every part, in the order of the parts`() throws {
    let wanted = try Self.installed()
    #expect(
      Self.none.steps(to: wanted) == [
        .trust(bytes(Self.rules)), .setKeys(Self.program), .writeHooks(Self.program, all: true),
        .addAttributes(Self.lines), .setAttributes(Self.lines),
      ])
    #expect(try wanted.steps(to: wanted).isEmpty && wanted.installed(Self.request()) == wanted)
  }

  /// What is not as it should be, what `install` does about it, and what `status` says.
  private static let deviations:
    [(
      name: String, change: @Sendable (inout Installation) throws -> Void, steps: [TransitionStep],
      findings: [Finding.Detail]
    )] = [
      (
        "a key is missing", { $0.keys = .wrong(program, [.unsetKey("filter.munged.clean")]) }, [.setKeys(program)],
        [.unsetKey("filter.munged.clean")]
      ),
      ("the program moved", { $0.keys = .set(Path("/old/git-munge-filter")) }, [.setKeys(program)], []),
      ("a hook was removed", { $0.hooks[.preCommit] = .absent }, [.writeHooks(program, all: true)], []),
      (
        "a hook runs a program that has moved", { $0.hooks[.prePush] = .ours(isCurrent: false) },
        [.writeHooks(program, all: true)], []
      ),
      ("git-lfs has written a hook", { $0.hooks[.prePush] = .ofLFS }, [.writeHooks(program, all: true)], []),
      ("a hook is of another tool", { $0.hooks[.prePush] = .others }, [], []),
      (
        "no hooks are wanted",
        {
          $0.areHooksWanted = false; $0.hooks = none.hooks
        }, [], []
      ),
      (
        "the attributes are lost", { $0.attributes = .absent }, [.addAttributes(lines), .setAttributes(lines)],
        [.missingAttributes]
      ),
      (
        "git does not read the attributes", { $0.attributes = .wrong(lines, [.missingAttributes]) },
        [.addAttributes(lines), .setAttributes(lines)], [.missingAttributes]
      ),
      (
        "the tree has more attributes", { $0.attributes = .set([]) }, [.addAttributes(lines), .setAttributes(lines)],
        [.newAttributes]
      ),
      (
        "the tree has fewer attributes", { $0.attributes = .set(lines + lines + bytes("*.y -filter\n")) },
        [.addAttributes(lines), .setAttributes(lines)], [.newAttributes]
      ),
      (
        "the attributes file is a link", { $0.attributes = .wrong(lines, [unusable]) },
        [.addAttributes(lines), .setAttributes(lines)], [unusable]
      ),
      ("the plan is damaged", { $0.munging = .wrong(nil, [.damagedPlan(.damaged)]) }, [], [.damagedPlan(.damaged)]),
      (
        "others can read the plan", { $0.munging = .wrong(try munging(), [.readablePlan(Path("plan"))]) }, [],
        [.readablePlan(Path("plan"))]
      ),
      ("rules are not approved", { $0.approved = [] }, [.trust(bytes(rules))], []),
      ("a command was killed", { $0.leftovers = [Path(".x")] }, [.removeLeftovers], [.leftover(Path(".x"))]),
    ]

  private static let unusable = Finding.Detail.unusableAttributes(
    .attributesUnusable(Path("/w/.git/info/attributes"), why: "is not a regular file"))

  @Test(arguments: deviations.indices) func `A part that is not as it should be has its steps and its findings`(
    index: Int
  ) throws {
    let row = Self.deviations[index]
    var found = try Self.installed()
    try row.change(&found)
    let wanted = found.installed(try Self.request())
    #expect(found.steps(to: wanted) == row.steps, "\(row.name)")
    let findings = Installation.Row.Part.allCases.flatMap { found.row($0, to: wanted).findings }
    #expect(findings == row.findings, "\(row.name)")
    #expect(try wanted.installed(Self.request()) == wanted && wanted.steps(to: wanted).isEmpty, "\(row.name): twice")
  }

  @Test func `A changed rule is a finding without a step, as files are rewritten for it`() throws {
    let found = try Self.installed()
    var request = try Self.request()
    request.munging = try Self.munging(Self.rules("dev.other.app"))
    let wanted = found.installed(request)
    #expect(found.row(.plan, to: wanted).findings.map(\.kind) == [.outdated] && found != wanted)
  }

  @Test func `Options of an installation are stored, and removed by their opposite`() throws {
    var request = try Self.request()
    request.editor = .add
    request.hooks = .remove
    request.edits = [ValueEdit(name: "team", text: bytes("ABCDE12345"), level: .local)]
    request.declined = ["handle"]
    request.privateRules = PrivateRules(
      path: Path("/w/.git/munge/rules"), name: ".git/munge/rules", setting: bytes("munge/rules"))
    let found = try Self.installed()
    let wanted = found.installed(request)
    #expect(
      found.steps(to: wanted) == [
        .set("munge.values.team", bytes("ABCDE12345"), .local), .set("munge.declined.handle", bytes("true"), .local),
        .set("munge.rulesFile", bytes("munge/rules"), .local), .set("munge.hooks", bytes("false"), .local),
        .setTextconv(Self.program),
        .removeHooks, .addAttributes(Self.lines), .setAttributes(Self.lines),
      ])
    request = try Self.request()
    request.editor = .remove
    request.hooks = .add
    request.privateRules = wanted.privateRules
    #expect(
      wanted.steps(to: wanted.installed(request)) == [
        .set("munge.hooks", bytes("true"), .local), .removeTextconv, .writeHooks(Self.program, all: true),
        .addAttributes(Self.lines), .setAttributes(Self.lines),
      ])
  }

  @Test func `A value ends the choice to keep the canonical text, and only what changes is written`() throws {
    var found = try Self.installed()
    found.declined = ["team"]
    found.values = [.local: ["handle": bytes("bnr")], .global: ["handle": bytes("me")]]
    func steps(_ name: String, _ text: String?, _ level: ValueLevel) -> [TransitionStep] {
      found.steps(to: found.setting([ValueEdit(name: name, text: text.map { bytes($0) }, level: level)], nil, nil))
    }
    #expect(
      steps("team", "ABCDE12345", .global) == [
        .set("munge.values.team", bytes("ABCDE12345"), .global), .set("munge.declined.team", nil, .local),
      ])
    #expect(
      steps("handle", "bnr", .local) == []
        && steps("handle", nil, .global) == [.set("munge.values.handle", nil, .global)])
    #expect(steps("team", nil, .local) == [.set("munge.declined.team", nil, .local)])
  }

  @Test func `A hook applies rules and attributes, and changes nothing else`() throws {
    var found = try Self.installed()
    found.hooks[.prePush] = .absent
    found.leftovers = [Path(".x")]
    found.keys = .wrong(nil, [.unsetKey("filter.munged.clean")])
    let munging = try Self.munging(Self.rules("dev.other.app"))
    let wanted = found.following(munging, bytes("*.y filter=munged\n"), nil)
    #expect(
      found.steps(to: wanted) == [
        .trust(munging.rules?.source ?? []), .addAttributes(bytes("*.y filter=munged\n")),
        .setAttributes(bytes("*.y filter=munged\n")),
      ])
    #expect(
      found.following(munging, nil, Self.program).keys == .set(Self.program), "a program that is missing is replaced")
  }
}
