// Everyday git commands in a clone with an installation, and in one without.

import StorySupport
import TestSupport
import Testing

@Suite struct DailyLifeTests {
  let workshop: Workshop
  let anna: WorkingTree

  init() throws {
    workshop = try Workshop(files: [
      "app.txt": "id = com.blah.user-thing;\ngroup = group.com.blah.user-thing.shared;\n",
      "other.txt": "nothing to munge\n",
    ])
    anna = try workshop.munged("anna")
  }

  @Test func `an edit with the local id is committed, pushed and pulled with the canonical one`() throws {
    try anna.write("app.txt", "id = \(local);\ngroup = group.\(local).shared;\nqueue = \(local).queue;\n")
    #expect(try anna.git("diff").output.contains("+queue = com.blah.user-thing.queue;"))
    try anna.git("commit", "--quiet", "--all", "-m", "Add a queue")
    let committed = "id = \(canonical);\ngroup = group.\(canonical).shared;\nqueue = \(canonical).queue;\n"
    #expect(try anna.blob("HEAD:app.txt") == committed)
    #expect(try anna.status() == "")
    #expect(try anna.text("app.txt") == "id = \(local);\ngroup = group.\(local).shared;\nqueue = \(local).queue;\n")

    try anna.git("push", "--quiet", "origin", "HEAD:refs/heads/queue")
    let ben = try workshop.clone("ben", "--branch", "queue")
    #expect(try ben.text("app.txt") == committed, "a clone without an installation shows the committed text")
    #expect(try ben.statusOfTouched() == "")
    #expect(try ben.git("config", "--get-regexp", "filter", status: 1...1).output == "")
  }

  @Test func `a clone without an installation prints nothing, whatever its attributes are`() throws {
    let ben = try workshop.clone("ben")
    try ben.write("app.txt", "id = \(canonical);\nmine = com.blah.user-bnr\n")
    let commit = try ben.git("commit", "--all", "-m", "Ben's")
    #expect(commit.errors == "")
    #expect(try ben.blob("HEAD:app.txt") == "id = \(canonical);\nmine = com.blah.user-bnr\n")
  }

  @Test func `switching branches smudges the files of each branch`() throws {
    try anna.git("switch", "--quiet", "--create", "topic")
    try anna.write("app.txt", "topic of \(local)\n")
    try anna.write("new.txt", "new for \(local)\n")
    try anna.commitAll("Topic")
    try anna.git("switch", "--quiet", "main")
    #expect(try anna.text("app.txt") == "id = \(local);\ngroup = group.\(local).shared;\n")
    #expect(try anna.text("new.txt") == nil)
    #expect(try anna.statusOfTouched() == "")
    try anna.git("switch", "--quiet", "topic")
    #expect(try anna.text("app.txt") == "topic of \(local)\n")
    #expect(try anna.text("new.txt") == "new for \(local)\n")
    #expect(try anna.statusOfTouched() == "")
  }

  @Test func `a pull smudges what it brings`() throws {
    try workshop.maintainer.write("app.txt", "id = \(canonical);\nchanged upstream\n")
    try workshop.maintainer.commitAll("Change")
    try anna.git("pull", "--quiet")
    #expect(try anna.text("app.txt") == "id = \(local);\nchanged upstream\n")
    #expect(try anna.statusOfTouched() == "")
  }

  @Test func `after staging single hunks the index holds canonical text only`() throws {
    let middle = (1...20).map { "line \($0)\n" }.joined()
    try anna.write("app.txt", "first \(local)\n" + middle + "last \(local)\n")
    try anna.commitAll("Long")
    try anna.write("app.txt", "FIRST \(local)\n" + middle + "LAST \(local)\n")
    try anna.git("add", "--patch", input: "y\nn\n")
    #expect(try anna.blob(":app.txt") == "FIRST \(canonical)\n" + middle + "last \(canonical)\n")
    #expect(try anna.text("app.txt") == "FIRST \(local)\n" + middle + "LAST \(local)\n")
    #expect(try anna.status() == "MM app.txt\n")
  }

  @Test func `a moved and renamed file stays munged`() throws {
    try anna.run(["sh", "-c", "mkdir sub && mv app.txt sub/renamed.txt && git add --all"])
    #expect(try anna.git("diff", "--cached", "--name-status").output == "R100\tapp.txt\tsub/renamed.txt\n")
    try anna.git("mv", "sub/renamed.txt", "again.txt")
    try anna.git("commit", "--quiet", "-m", "Move")
    #expect(try anna.files(holding: local) == "")
    #expect(try anna.text("again.txt") == "id = \(local);\ngroup = group.\(local).shared;\n")
  }

  @Test func `restoring a file smudges it and leaves no modification`() throws {
    try anna.write("app.txt", "spoilt\n")
    try anna.git("restore", "app.txt")
    #expect(try anna.text("app.txt") == "id = \(local);\ngroup = group.\(local).shared;\n")
    try anna.run(["rm", "app.txt"])
    try anna.git("checkout", "--", "app.txt")
    #expect(try anna.text("app.txt") == "id = \(local);\ngroup = group.\(local).shared;\n")
    try anna.write("app.txt", "spoilt\n")
    try anna.git("reset", "--quiet", "--hard")
    #expect(try anna.text("app.txt") == "id = \(local);\ngroup = group.\(local).shared;\n")
    #expect(try anna.statusOfTouched() == "")
  }

  @Test func `a commit of a named path holds canonical text`() throws {
    try anna.write("app.txt", "named \(local)\n")
    try anna.write("other.txt", "not named \(local)\n")
    try anna.git("commit", "--quiet", "-m", "Named", "app.txt")
    #expect(try anna.blob("HEAD:app.txt") == "named \(canonical)\n")
    #expect(try anna.status() == " M other.txt\n")
    try anna.git("commit", "--quiet", "--amend", "--all", "--no-edit")
    #expect(try anna.blob("HEAD:other.txt") == "not named \(canonical)\n")
  }

  @Test func `blame, describe and diff match local ids to committed content`() throws {
    #expect(try !anna.git("blame", "app.txt").output.contains("Not Committed Yet"))
    #expect(try !anna.git("describe", "--always", "--dirty").output.contains("dirty"))
    try anna.write("app.txt", "id = \(local);\ngroup = group.\(local).shared;\nmine \(local)\n")
    #expect(try anna.git("diff", "--stat").output.contains("1 file changed, 1 insertion(+)"))
    #expect(try anna.git("diff", "HEAD").output.contains("\n+mine \(canonical)\n"))
    #expect(try anna.git("blame", "app.txt").output.components(of: "Not Committed Yet") == 1)
  }

  @Test func `discarding single hunks of an edit keeps the rest`() throws {
    let middle = (1...20).map { "line \($0)\n" }.joined()
    try anna.write("app.txt", "first \(local)\n" + middle + "last \(local)\n")
    try anna.commitAll("Long")
    try anna.write("app.txt", "FIRST \(local)\n" + middle + "LAST \(local)\n")
    try anna.git("checkout", "--patch", input: "y\nn\n")
    #expect(try anna.text("app.txt") == "first \(local)\n" + middle + "LAST \(local)\n")
  }

  @Test func `a bisection and fixup commits leave a clean tree`() throws {
    for number in 1...4 {
      try anna.write("app.txt", "\(number) \(local)\n")
      try anna.commitAll("Step \(number)")
    }
    try anna.git("bisect", "start", "HEAD", "HEAD~4")
    try anna.git("bisect", "run", "grep", "-q", "-e", "^[12] \(local)", "-e", "id", "app.txt")
    #expect(try anna.blob("refs/bisect/bad:app.txt") == "3 \(canonical)\n")
    try anna.git("bisect", "reset")
    try anna.write("other.txt", "fixed \(local)\n")
    try anna.git("commit", "--quiet", "--all", "--fixup", "HEAD~2")
    try anna.git(
      "rebase", "--quiet", "--interactive", "--autosquash", "HEAD~4", environment: ["GIT_SEQUENCE_EDITOR": "true"])
    #expect(try anna.text("other.txt") == "fixed \(local)\n")
    #expect(try anna.statusOfTouched() == "")
    #expect(try anna.objects(holding: local) == "")
  }
}

extension String {
  /// The number of occurrences of a text.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
