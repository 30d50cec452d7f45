// git commands on a working tree, in a munged clone and in one without an installation: only the identifiers on disk
// differ.

import StorySupport

@Suite(.comparedRepository) struct PlainCloneComparisonTests {
  @Test(arguments: ComparedCommands.all)
  func `a command line of git gives the same in a munged clone as in a plain one`(_ command: ComparedCommand) throws {
    try #require(ComparedRepository.shared).withClones { plain, munged in
      let expected = try plain.run(command)
      #expect(expected.status == command.status, "the command ends as expected: \(expected.testDescription)")
      let files = try contents(below: plain.directory)
      let states = try plain.states()
      for clone in munged {
        let found = try clone.run(command)
        #expect(found.status == expected.status, "\(found.testDescription)")
        #expect(
          found.output == (command.output == .same ? expected.output : clone.expected(expected.output)), "\(clone.id)")
        #expect(found.errors == expected.errors, "\(clone.id)")
        // Before git runs: even `git status` can write.
        let changed = changes(try contents(below: clone.directory), clone.expected(files, command))
        #expect(changed == "")
        compare(try clone.states(), states, clone.id)
        let written = changes(try contents(below: clone.directory), clone.expected(files, command))
        #expect(written == changed, "reading the state changes no file")
        #expect(try clone.tree.objects(holding: clone.id) == "")
      }
    }
  }

  @Test func `install smudges files that git merged without filters`() throws {
    try #require(ComparedRepository.shared).withClones { _, munged in
      for clone in munged {
        try clone.tree.git("merge", "--quiet", "--no-edit", "--strategy=resolve", "topic")
        let merged = try #require(try clone.tree.text("app.txt"))
        #expect(merged.contains(canonical))
        #expect(try clone.tree.munge("status", status: 1...1).says("app.txt"))
        try clone.tree.munge("install")
        try clone.tree.expectShown("app.txt", clone.expected(merged))
      }
    }
  }

  private func compare(_ found: [String: [String]], _ expected: [String: [String]], _ id: String) {
    #expect(found.keys.sorted() == expected.keys.sorted(), "\(id)")
    for (name, answers) in expected {
      for (index, answer) in answers.enumerated() { #expect(found[name]?[index] == answer, "\(name) of \(id)") }
    }
  }
}
