// Every command of git that meets a working tree, in a munged clone and in one that never installed: nothing but
// the identifiers on disk may differ.

import StorySupport
import TestSupport
import Testing

@Suite(.besideUpstream) struct BesidePlainCloneTests {
  @Test(arguments: BesideCommands.checkout)
  func `branches, commits and single files are checked out`(_ command: BesideCommand) throws { try compare(command) }

  @Test(arguments: BesideCommands.reset)
  func `branches are reset`(_ command: BesideCommand) throws { try compare(command) }

  @Test(arguments: BesideCommands.plumbing)
  func `plumbing fills the working tree`(_ command: BesideCommand) throws { try compare(command) }

  @Test(arguments: BesideCommands.merge)
  func `branches are merged`(_ command: BesideCommand) throws { try compare(command) }

  @Test(arguments: BesideCommands.replay)
  func `commits are picked, reverted and rebased`(_ command: BesideCommand) throws { try compare(command) }

  @Test(arguments: BesideCommands.patch)
  func `patches are applied`(_ command: BesideCommand) throws { try compare(command) }

  @Test(arguments: BesideCommands.stash)
  func `edits are stashed`(_ command: BesideCommand) throws { try compare(command) }

  @Test(arguments: BesideCommands.record)
  func `edits are added and committed`(_ command: BesideCommand) throws { try compare(command) }

  @Test(arguments: BesideCommands.look)
  func `files and history are looked at`(_ command: BesideCommand) throws { try compare(command) }

  @Test(arguments: BesideCommands.smudging)
  func `what git gives out of its filters shows local ids`(_ command: BesideCommand) throws { try compare(command) }

  @Test(arguments: BesideCommands.upkeep)
  func `files and repositories are tidied`(_ command: BesideCommand) throws { try compare(command) }

  @Test(arguments: BesideCommands.mergeOneFile)
  func `what git merges past its filters is canonical on disk`(_ command: BesideCommand) throws { try compare(command) }

  @Test func `what git has merged past its filters is brought up to date by refresh`() throws {
    try #require(BesideUpstream.shared).withDesks { _, munged in
      for desk in munged {
        try desk.tree.git("merge", "--quiet", "--no-edit", "--strategy=resolve", "topic")
        let merged = try #require(try desk.tree.text("app.txt"))
        #expect(merged.contains(canonical))
        #expect(try desk.tree.munge("status", status: 1...1).says("app.txt"))
        try desk.tree.munge("refresh")
        #expect(try desk.tree.text("app.txt") == desk.seen(merged))
        #expect(try desk.tree.statusOfTouched() == "")
      }
    }
  }

  /// The law that all commands are held to.
  private func compare(_ command: BesideCommand) throws {
    try #require(BesideUpstream.shared).withDesks { plain, munged in
      let expected = try plain.run(command)
      #expect(expected.status == command.status, "the case is what it says: \(expected.testDescription)")
      let files = try plain.files()
      let states = try plain.states()
      for desk in munged {
        let found = try desk.run(command)
        #expect(found.status == expected.status, "\(found.testDescription)")
        #expect(found.output == (command.output == .same ? expected.output : desk.seen(expected.output)), "\(desk.id)")
        #expect(found.errors == expected.errors, "\(desk.id)")
        // Before git is asked, for even a look at the status may write.
        let strange = changes(try desk.files(), desk.seen(files, command))
        #expect(strange == "")
        compare(try desk.states(), states, desk.id)
        let written = changes(try desk.files(), desk.seen(files, command))
        #expect(written == strange, "looking changes no file")
        #expect(try desk.tree.objects(holding: desk.id) == "")
      }
    }
  }

  private func compare(_ found: [String: BesideState], _ expected: [String: BesideState], _ id: String) {
    #expect(found.keys.sorted() == expected.keys.sorted(), "\(id)")
    for (name, state) in expected {
      #expect(found[name]?.index == state.index, "\(name) of \(id)")
      #expect(found[name]?.refs == state.refs, "\(name) of \(id)")
      #expect(found[name]?.status == state.status, "\(name) of \(id)")
      #expect(found[name]?.statusOfTouched == state.statusOfTouched, "\(name) of \(id)")
    }
  }
}
