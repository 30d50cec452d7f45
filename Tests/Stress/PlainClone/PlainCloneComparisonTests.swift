// git commands on a working tree, in a munged clone and in one without an installation: only the identifiers on disk
// differ.

import StorySupport
import TestSupport
import Testing

@Suite(.comparedRepository) struct PlainCloneComparisonTests {
  @Test(arguments: ComparedCommands.checkout)
  func `checkout of branches, commits and files is the same in both clones`(_ command: ComparedCommand) throws { try compare(command) }

  @Test(arguments: ComparedCommands.reset)
  func `reset is the same in both clones`(_ command: ComparedCommand) throws { try compare(command) }

  @Test(arguments: ComparedCommands.plumbing)
  func `plumbing that writes the working tree is the same in both clones`(_ command: ComparedCommand) throws { try compare(command) }

  @Test(arguments: ComparedCommands.merge)
  func `merge is the same in both clones`(_ command: ComparedCommand) throws { try compare(command) }

  @Test(arguments: ComparedCommands.replay)
  func `cherry-pick, revert and rebase are the same in both clones`(_ command: ComparedCommand) throws { try compare(command) }

  @Test(arguments: ComparedCommands.patch)
  func `apply and am are the same in both clones`(_ command: ComparedCommand) throws { try compare(command) }

  @Test(arguments: ComparedCommands.stash)
  func `stash is the same in both clones`(_ command: ComparedCommand) throws { try compare(command) }

  @Test(arguments: ComparedCommands.record)
  func `add and commit are the same in both clones`(_ command: ComparedCommand) throws { try compare(command) }

  @Test(arguments: ComparedCommands.look)
  func `status, diff, log and others are the same in both clones`(_ command: ComparedCommand) throws { try compare(command) }

  @Test(arguments: ComparedCommands.smudging)
  func `commands that print smudged content show local ids`(_ command: ComparedCommand) throws { try compare(command) }

  @Test(arguments: ComparedCommands.upkeep)
  func `clean, gc and others are the same in both clones`(_ command: ComparedCommand) throws { try compare(command) }

  @Test(arguments: ComparedCommands.mergeOneFile)
  func `files that git merges without filters are canonical on disk`(_ command: ComparedCommand) throws { try compare(command) }

  @Test func `refresh smudges files that git merged without filters`() throws {
    try #require(ComparedRepository.shared).withClones { _, munged in
      for clone in munged {
        try clone.tree.git("merge", "--quiet", "--no-edit", "--strategy=resolve", "topic")
        let merged = try #require(try clone.tree.text("app.txt"))
        #expect(merged.contains(canonical))
        #expect(try clone.tree.munge("status", status: 1...1).says("app.txt"))
        try clone.tree.munge("refresh")
        #expect(try clone.tree.text("app.txt") == clone.expected(merged))
        #expect(try clone.tree.statusOfTouched() == "")
      }
    }
  }

  /// Runs a command in all clones and compares the results.
  private func compare(_ command: ComparedCommand) throws {
    try #require(ComparedRepository.shared).withClones { plain, munged in
      let expected = try plain.run(command)
      #expect(expected.status == command.status, "the command ends as expected: \(expected.testDescription)")
      let files = try plain.files()
      let states = try plain.states()
      for clone in munged {
        let found = try clone.run(command)
        #expect(found.status == expected.status, "\(found.testDescription)")
        #expect(found.output == (command.output == .same ? expected.output : clone.expected(expected.output)), "\(clone.id)")
        #expect(found.errors == expected.errors, "\(clone.id)")
        // Before git runs: even `git status` can write.
        let changed = changes(try clone.files(), clone.expected(files, command))
        #expect(changed == "")
        compare(try clone.states(), states, clone.id)
        let written = changes(try clone.files(), clone.expected(files, command))
        #expect(written == changed, "reading the state changes no file")
        #expect(try clone.tree.objects(holding: clone.id) == "")
      }
    }
  }

  private func compare(_ found: [String: ComparedState], _ expected: [String: ComparedState], _ id: String) {
    #expect(found.keys.sorted() == expected.keys.sorted(), "\(id)")
    for (name, state) in expected {
      #expect(found[name]?.index == state.index, "\(name) of \(id)")
      #expect(found[name]?.refs == state.refs, "\(name) of \(id)")
      #expect(found[name]?.status == state.status, "\(name) of \(id)")
      #expect(found[name]?.statusOfTouched == state.statusOfTouched, "\(name) of \(id)")
    }
  }
}
