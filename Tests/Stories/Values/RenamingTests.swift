// A renamed canonical text: refresh prints commands by which the maintainer renames it in the files.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct RenamingTests {
  private static let renamed = Rules.handleAndTeam.replacing("user-thing", with: "user-new")

  /// The printed commands.
  private func recipe(_ output: String) -> String {
    output.split(separator: "\n").filter { $0.hasPrefix("  git ") }.joined(separator: "\n")
  }

  private func run(_ recipe: String, in tree: WorkingTree) throws {
    #expect(recipe.contains("perl"))
    // The last line opens an editor for the message.
    try tree.run(["sh", "-ec", recipe], environment: ["GIT_EDITOR": "echo Rename >"])
  }

  @Test func `the printed commands rename the text in every committed file`() throws {
    let tree = try Workshop(
      rules: Rules.handleAndTeam,
      files: [
        "app.txt": "id = com.blah.user-thing\nteam = ABCDE12345\n", "with space.txt": "group.com.blah.user-thing.x\n",
        "sub/'quoted'.txt": "com.blah.user-thing,com.blah.user-thing\n", "longer.txt": "com.blah.user-things my-com.blah.user-thing\n",
      ]
    ).munged(values: "handle=bnr", "team=BNR1234567")
    try tree.write(".gitmunge", Self.renamed)
    let asked = try tree.munge("refresh", status: 1...1)
    try expectSnapshot("printed-lines-run-they-rename-refresh", asked)
    #expect(!asked.says("perl"), "commands are printed after approval only")

    let done = try tree.munge("refresh", "--yes")
    try expectSnapshot("printed-lines-run-they-rename-refresh-2", done)
    #expect(try tree.text("app.txt") == "id = \(canonical)\nteam = BNR1234567\n")
    #expect(try tree.statusOfTouched() == " M .gitmunge\n")
    try run(recipe(done.output), in: tree)

    #expect(try tree.files(holding: canonical) == "HEAD:longer.txt\n", "a longer word is another text")
    #expect(try tree.blob("HEAD:longer.txt") == "com.blah.user-things my-com.blah.user-thing\n")
    #expect(try tree.blob("HEAD:app.txt") == "id = com.blah.user-new\nteam = ABCDE12345\n")
    #expect(try tree.blob("HEAD:with space.txt") == "group.com.blah.user-new.x\n")
    #expect(try tree.blob("HEAD:sub/'quoted'.txt") == "com.blah.user-new,com.blah.user-new\n")
    #expect(try tree.blob("HEAD:.gitmunge") == Self.renamed)
    #expect(try tree.text("app.txt") == "id = \(local)\nteam = BNR1234567\n")
    #expect(try tree.text("with space.txt") == "group.\(local).x\n")
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.objects(holding: local) == "")
    #expect(try tree.munge("refresh").output == "")
    #expect(try tree.munge("status").says("Munged: "))
  }

  @Test func `two renamed texts give one commit`() throws {
    let tree = try Workshop(
      rules: Rules.handleAndTeam, files: ["app.txt": "id = com.blah.user-thing\n", "team.txt": "ABCDE12345\n"]
    ).munged(values: "handle=bnr", "team=BNR1234567")
    try tree.write(".gitmunge", Self.renamed.replacing("ABCDE12345", with: "NEWTE12345"))
    try run(recipe(tree.munge("refresh", "--yes").output), in: tree)
    #expect(try tree.blob("HEAD:app.txt") == "id = com.blah.user-new\n")
    #expect(try tree.blob("HEAD:team.txt") == "NEWTE12345\n")
    #expect(try tree.text("team.txt") == "BNR1234567\n")
    #expect(try tree.statusOfTouched() == "")
  }

  @Test(arguments: ["com.acme$@x", "acme/x(y)z", "a+b.c@d", "x.y/$1", "-a-b-", "$(id)x", "0.0"].map { "z\($0)z" })
  func `shell and perl metacharacters are quoted in the commands`(_ text: String) throws {
    let new = "n\(text)n"
    let content = "one \(text) (\(text)) \(text)s.\n"
    let tree = try Workshop(rules: Rules.constant((text, "dev.me")), files: ["app.txt": content]).clone()
    try tree.munge("install")
    #expect(try tree.text("app.txt") == content.replacing(" \(text) (\(text)) ", with: " dev.me (dev.me) "))
    try tree.write(".gitmunge", Rules.constant((new, "dev.me")))
    try run(recipe(tree.munge("refresh", "--yes").output), in: tree)
    #expect(try tree.blob("HEAD:app.txt") == content.replacing(" \(text) (\(text)) ", with: " \(new) (\(new)) "))
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.munge("refresh").output == "")
  }

  @Test func `texts that a suffix covers are renamed with the suffix`() throws {
    let suffixed = Rules.handle.replacing("\tlocal =", with: "\tsuffix = Tests\n\tlocal =")
    let tree = try Workshop(
      rules: suffixed, files: ["app.txt": "com.blah.user-thing com.blah.user-thingTests\n", "tests.txt": "com.blah.user-thingTests\n"]
    ).munged()
    try tree.write(".gitmunge", suffixed.replacing("user-thing", with: "user-new"))
    let done = try tree.munge("refresh", "--yes")
    try expectSnapshot("texts-rule-covers-suffix-renamed", done)
    try run(recipe(done.output), in: tree)
    #expect(try tree.blob("HEAD:app.txt") == "com.blah.user-new com.blah.user-newTests\n")
    #expect(try tree.blob("HEAD:tests.txt") == "com.blah.user-newTests\n")
    #expect(try tree.text("app.txt") == "\(local) \(local)Tests\n")
    #expect(try tree.statusOfTouched() == "")
  }

  @Test func `texts that a prefix covers are renamed with the prefix`() throws {
    let prefixed = Rules.handle.replacing("\tlocal =", with: "\tprefix = share-\n\tsuffix = Tests\n\tlocal =")
    let texts = "com.blah.user-thing share-com.blah.user-thing share-com.blah.user-thingTests my-com.blah.user-thing\n"
    let tree = try Workshop(rules: prefixed, files: ["app.txt": texts]).munged()
    #expect(try tree.text("app.txt") == "\(local) share-\(local) share-\(local)Tests my-com.blah.user-thing\n")
    #expect(try tree.status() == "")
    try tree.write(".gitmunge", prefixed.replacing("user-thing", with: "user-new"))
    let done = try tree.munge("refresh", "--yes")
    try run(recipe(done.output), in: tree)
    #expect(try tree.blob("HEAD:app.txt") == "com.blah.user-new share-com.blah.user-new share-com.blah.user-newTests my-com.blah.user-thing\n")
    #expect(try tree.statusOfTouched() == "")
  }

  @Test func `exceptions in the rules are renamed as in the new rules and stay exceptions`() throws {
    let narrowed = Rules.handle.replacing("\tlocal =", with: "\texcept = com.blah.user-thing.server\n\tlocal =")
    let tree = try Workshop(
      rules: narrowed, files: ["app.txt": "com.blah.user-thing com.blah.user-thing.server\n"]
    ).munged()
    try tree.write(".gitmunge", narrowed.replacing("user-thing", with: "user-new"))
    try run(recipe(tree.munge("refresh", "--yes").output), in: tree)
    #expect(try tree.blob("HEAD:app.txt") == "com.blah.user-new com.blah.user-new.server\n")
    #expect(try tree.text("app.txt") == "\(local) com.blah.user-new.server\n")
    #expect(try tree.statusOfTouched() == "")
  }

  @Test func `without an occurrence of the old text no command is printed`() throws {
    let tree = try Workshop(files: ["app.txt": "com.blah.user-new\n"]).munged()
    try tree.write(".gitmunge", Rules.handle.replacing("user-thing", with: "user-new"))
    let done = try tree.munge("refresh", "--yes")
    #expect(!done.says("To rename"))
    #expect(try tree.text("app.txt") == "\(local)\n")
  }
}
