import TestSupport

@testable import Platform
@testable import Rules
@testable import Smudge
@testable import Verify
@testable import WorkingTree

/// What has to be done for a wanted installation.
struct InstallationTests {
  private static let program = Path("/opt/bin/git-munge-filter")
  private static let key = Resource.key(.process, .local), value = Resource.setting("munge.values.team", .global)

  /// Two installations, by the content of their resources, and the steps from one to the other.
  private static let rows: [(found: [Resource: String], wanted: [Resource: String], steps: [TransitionStep])] = [
    ([:], [:], []),
    ([key: "a", .lines: "*.x\n"], [key: "a", .lines: "*.x\n"], []),
    (
      [:],
      [
        .lines: "*.x\n", .block: "*.x\n", .hook(.preCommit): "#!", .key(.required, .local): "true", key: "p",
        .approval("1f"): "[rule]", value: "T", .plan: "plan",
      ],
      [
        .write(value, bytes("T")), .write(.approval("1f"), bytes("[rule]")), .write(key, bytes("p")),
        .write(.key(.required, .local), bytes("true")), .write(.hook(.preCommit), bytes("#!")),
        .write(.lines, bytes("*.x\n")),
      ]
    ),
    (
      [
        .lines: "*.x\n", .block: "*.x\n", .hook(.preCommit): "#!", .key(.required, .local): "true", key: "p",
        .approval("1f"): "[rule]", value: "T", .plan: "plan", .leftover(Path(".x")): "",
      ], [:],
      [
        .remove(.leftover(Path(".x"))), .remove(.lines), .remove(.block), .remove(.hook(.preCommit)),
        .remove(.key(.required, .local)), .remove(key), .remove(value),
      ]
    ),
    // The block is made of the lines of all working trees.
    ([.lines: "*.x\n", .block: "*.y\n"], [.lines: "*.x\n", .block: "*.x\n"], [.write(.lines, bytes("*.x\n"))]),
    // Keys at other levels are the user's to remove, and files are rewritten for a plan.
    ([.key(.process, .global): "p", .plan: "old"], [.plan: "new"], []),
    ([value: "T"], [value: ""], [.write(value, [])]),
    ([value: "T", key: "q"], [key: "p"], [.remove(value), .write(key, bytes("p"))]),
  ]

  private static func installation(_ contents: [Resource: String]) -> Installation {
    Installation(contents: contents.mapValues { bytes($0) })
  }

  @Test(arguments: rows.indices) func `Steps remove backwards, and then write in order`(index: Int) {
    let (found, wanted) = (Self.installation(Self.rows[index].found), Self.installation(Self.rows[index].wanted))
    #expect(TransitionStep.steps(from: found, to: wanted) == Self.rows[index].steps)
    #expect(found.rows(to: wanted).isEmpty == (found == wanted))
  }

  private static let script = Hook.prePush.script(for: Path("/opt/bin/git-munge")).string

  /// The content of a hook, and what becomes of it with hooks of git-munge and without, in a clone with git-lfs.
  private static let hooks: [(found: String?, with: String?, without: String?)] = [
    (nil, script, nil), (script, script, Hook.prePush.scriptOfLFS),
    (Hook.prePush.script(for: Path("/old/git-munge")).string, script, Hook.prePush.scriptOfLFS),
    (Hook.prePush.scriptOfLFS, script, Hook.prePush.scriptOfLFS), ("#!/bin/sh\n", "#!/bin/sh\n", "#!/bin/sh\n"),
    (script + "more\n", script + "more\n", script + "more\n"), ("", "", ""),
  ]

  @Test(arguments: hooks.indices) func `A hook of others is never written, and that of git-lfs comes back`(index: Int) {
    let row = Self.hooks[index]
    func wanted(_ program: Path?, usesLFS: Bool = true) -> String? {
      Hook.prePush.wanted(row.found.map { bytes($0) }, for: program, usesLFS: usesLFS)?.string
    }
    #expect(wanted(Self.program) == row.with && wanted(nil) == row.without)
    let isOurs = row.without != row.found
    #expect(wanted(nil, usesLFS: false) == (isOurs ? nil : row.found))
  }

  @Test func `A hook for git-lfs alone is written where the clone uses that`() {
    for (usesLFS, found) in [(true, nil), (false, nil), (false, Hook.postCommit.script(for: Path("/old/git-munge")))] {
      let wanted = Hook.postCommit.wanted(found, for: Self.program, usesLFS: usesLFS)
      #expect(wanted == (usesLFS ? Hook.postCommit.script(for: Path("/opt/bin/git-munge")) : nil))
    }
  }
}
