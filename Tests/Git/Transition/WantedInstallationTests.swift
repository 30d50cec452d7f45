import TestSupport

@testable import Platform
@testable import Rules
@testable import Smudge
@testable import Verify
@testable import WorkingTree

/// What commands want of an installation.
struct WantedInstallationTests {
  private static let program = Path("/opt/bin/git-munge-filter")
  private static let value = Resource.setting("munge.values.team", .global)

  private static func installation(_ contents: [Resource: String]) -> Installation {
    Installation(contents: contents.mapValues { bytes($0) })
  }

  @Test func `A request changes what it names, and a value ends the choice to have none`() throws {
    let sandbox = try GitSandbox()
    let found = Self.installation([
      .setting("munge.declined.team", .local): "true", .setting("munge.values.handle", .local): "bnr",
      .key(.textconv, .local): FilterKey.textconv.value(for: Path("/old/git-munge-filter")),
    ])
    let edits = [
      ValueEdit(name: "team", text: bytes("T"), level: .global), ValueEdit(name: "handle", text: nil, level: .local),
    ]
    let request = Installation.Request(program: Self.program, edits: edits, declined: ["host"])
    let wanted = try found.following(request, AttributesBlock(sandbox.clone))
    let keys = FilterKey.allCases.map { (Resource.key($0, .local), $0.value(for: Self.program)) }
    #expect(
      wanted
        == Self.installation(
          [Self.value: "T", .setting("munge.declined.host", .local): "true"].merging(keys) { one, _ in one }))
    #expect(try wanted.following(request, AttributesBlock(sandbox.clone)) == wanted)
  }

  @Test func `An uninstallation removes what is of git-munge, and nothing of others or of the user`() throws {
    let sandbox = try GitSandbox()
    let kept: [Resource: String] = [
      Self.value: "T", .setting("munge.values.team", .local): "U", .setting("munge.hooks", .global): "false",
      .key(.process, .global): FilterKey.process.value(for: Self.program),
      .hook(.prePush): "#!/bin/sh\necho other\n", .hook(.postMerge): "",
    ]
    let removed: [Resource: String] = [
      .key(.clean, .local): "cat", .setting("munge.hooks", .local): "true",
      .setting(PrivateRules.key, .local): "munge/rules",
      .key(.smudge, .local): FilterKey.smudge.value(for: Path("/old/git-munge-filter")), .lines: "*.x\n",
      .block: "*.x\n", .plan: "plan", .approval("1f"): "[rule]", .leftover(Path(".x")): "",
      .hook(.preCommit): Hook.preCommit.script(for: Path("/old/git-munge")).string,
    ]
    let found = Self.installation(kept.merging(removed) { one, _ in one })
    #expect(try found.uninstalled(HookInstaller(sandbox.clone)) == Self.installation(kept))
  }
}
