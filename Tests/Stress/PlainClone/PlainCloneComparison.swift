// A munged clone and a plain one with the same history and the same edits: git's output is the same in both.

import StorySupport

struct PlainCloneComparison {
  let plain: WorkingTree
  let munged: WorkingTree
  /// The text that the munged tree shows for the canonical one in a file at this path.
  let shownAt: (String) -> String

  /// Compares git's output and every byte on disk.
  func expectSame(_ when: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let (expectedAnswers, answers) = try (plain.answers(Self.questions), munged.answers(Self.questions))
    for (index, question) in Self.questions.enumerated() {
      #expect(answers[index] == expectedAnswers[index], "\(when): \(question)", sourceLocation: sourceLocation)
    }
    let (plain, found) = try (contents(below: plain.top), contents(below: munged.top))
    let expected = Dictionary(
      uniqueKeysWithValues: plain.map { path, text in
        (path, path != ".gitmunge" && text.hasPrefix("regular") ? text.replacing(canonical, with: shownAt(path)) : text)
      })
    for path in Set(expected.keys).union(found.keys).sorted() {
      #expect(found[path] == expected[path], "\(when): \(path)", sourceLocation: sourceLocation)
    }
  }

  /// `ls-files --debug` alone shows which entries have the intent-to-add flag.
  private static let questions = [
    "git status --porcelain=v2 --untracked-files=all --ignored", "git diff --cached", "git diff", "git ls-files -s -v",
    "git ls-files --debug | awk '/^[^ ]/ { name = $0 } /flags: 2/ { print name }'",
  ]

  /// Runs a command in both clones and compares them.
  func git(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
    try git(words, sourceLocation: sourceLocation)
  }

  func git(_ words: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let (one, other) = try (plain.git(words, status: 0...128), munged.git(words, status: 0...128))
    let command = "git \(words.joined(separator: " "))"
    #expect(
      other.status == one.status, "\(command): \(one.testDescription) \(other.testDescription)",
      sourceLocation: sourceLocation)
    try expectSame("after \(command)", sourceLocation: sourceLocation)
  }
}
