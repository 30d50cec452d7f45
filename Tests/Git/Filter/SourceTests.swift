import TestSupport

@testable import Platform
@testable import Smudge

struct SourceTests {
  private static let utm = Plan(PlanRule("com.utmapp", "com.bnr", retired: ["com.bnr.UTM"]))
  private static let teams = Plan(PlanRule("team.one", "mine"), PlanRule("team.two", "mine"))

  @Test func `The source is found in the index, or in HEAD if the path is not in the index`() throws {
    let repository = try InstalledRepository(["f": "com.utmapp.UTM\n"], Self.utm)
    try FileSystem.remove(repository.sandbox.gitDirectory / "munge/seen")
    #expect(try repository.stagedChanges() == "", "by the index, without a record")
    try repository.sandbox.git("rm", "--quiet", "--cached", "f")
    try repository.sandbox.git("add", "f")
    #expect(try repository.sandbox.blob(":f") == bytes("com.utmapp.UTM\n"), "by HEAD, without a record")
  }

  @Test(arguments: [2, 3, 1])
  func `The source is found among the stages of a conflict`(stage: Int) throws {
    let repository = try InstalledRepository(["f": "com.utmapp.UTM\n", "other": "else\n"], Self.utm)
    try FileSystem.remove(repository.sandbox.gitDirectory / "munge/seen")
    let (ours, other) = try (repository.sandbox.line("rev-parse", ":f"), repository.sandbox.line("rev-parse", ":other"))
    let entries = [1, 2, 3].map { "100644 \($0 == stage ? ours : other) \($0)\tf\n" }
    try repository.sandbox.git("commit", "--quiet", "--allow-empty", "--message", "nothing")
    try repository.sandbox.git("rm", "--quiet", "--cached", "f")
    try repository.sandbox.git("commit", "--quiet", "--message", "HEAD does not have it")
    try repository.sandbox.git(["update-index", "--index-info"], input: bytes(entries.joined()))
    try repository.sandbox.git("add", "f")
    #expect(try repository.sandbox.blob(":f") == bytes("com.utmapp.UTM\n"))
  }

  @Test func `Clean without a path finds the source by a record`() throws {
    let repository = try InstalledRepository(["f": "com.utmapp.UTM\n"], Self.utm)
    let result = try repository.sandbox.filter("clean", input: bytes("com.bnr.UTM\n"))
    #expect(difference(result.output, bytes("com.utmapp.UTM\n")) == nil)
  }

  @Test(arguments: [
    (teams, ["a": "team.one\n", "b": "team.two\n", "c": "mine\n"]),
    (Plan(PlanRule("canonical", "local")), ["a": "local\n", "b": "canonical\n", "c": "local\n"]),
    (utm, ["a": "com.utmapp.UTM\n", "b": "com.bnr.UTM\n"]),
  ])
  func `Files with the same local form are restored each to its own blob`(plan: Plan, files: [String: String]) throws {
    let repository = try InstalledRepository(files, plan)
    let shown = try files.keys.map { try repository.sandbox.read($0) }
    #expect(Set(shown).count == 1, "else the case proves nothing")
    #expect(try repository.stagedChanges() == "", "\(plan.words)")
  }

  @Test func `A file that is edited until it equals another one is reported`() throws {
    let repository = try InstalledRepository(["a": "team.one\nx\n", "b": "team.two\n"], Self.teams)
    try repository.sandbox.write("a", bytes("mine\n"))
    #expect(try repository.errors("add", "a").contains("a: ambiguous"))
    try repository.sandbox.write("c", bytes("mine\n"))
    #expect(try repository.errors("add", "c") == "", "a copy")
  }

  @Test(arguments: [
    (Plan(PlanRule("canonical", "local")), "canonical local\nonly local\n", "local local\nonly local\n"),
    (Plan(PlanRule("canonical", "local", retired: ["former"])), "canonical former\nx\n", "local former\nx\n"),
  ])
  func `An edit does not change local texts that were committed`(plan: Plan, canonical: String, local: String) throws {
    let repository = try InstalledRepository(["f": canonical], plan)
    try repository.sandbox.write("f", bytes("new local\n" + local))
    try repository.sandbox.git("add", "f")
    let cleaned = try repository.sandbox.blob(":f")
    #expect(difference(cleaned, bytes("new canonical\n" + canonical)) == nil, "\(plan.words)")
  }

  @Test func `A directory that was at the path of a file is not read as its source`() throws {
    let repository = try InstalledRepository(["d/x": "team.one\n", "z": "z team.two\n"], Self.teams)
    try repository.sandbox.git("rm", "-r", "--quiet", "--cached", "d")
    try FileSystem.removeTree(repository.sandbox.top / "d")
    for name in ["d", "z"] { try repository.sandbox.write(name, bytes("z mine\nnew\n")) }
    try repository.sandbox.git("add", "d", "z")
    #expect(try repository.sandbox.blob(":z") == bytes("z team.two\nnew\n"), "by the line of its source")
  }

  @Test func `A record of another content is not used`() throws {
    let repository = try InstalledRepository(["f": "com.utmapp.UTM\n", "other": "else\n"], Self.utm)
    var notes = SmudgeRecords(MungeDirectory(GitDirectory(own: repository.sandbox.gitDirectory)))
    let smudged = bytes("com.bnr.UTM\n")
    let names = [try repository.sandbox.line("rev-parse", ":other"), String(repeating: "0", count: 40)]
    for name in names { notes.add(Digest(smudged), count: smudged.count, blob: bytes(name)) }
    try repository.checkOut()
    #expect(try repository.stagedChanges() == "")
  }

  @Test func `A path that looks like an option or a pathspec is a path, also from a subdirectory`() throws {
    let names = ["-rf", ":(top)f", "*", "a\nb", "HEAD", "é", "sub/folder/f"]
    let files = Dictionary(uniqueKeysWithValues: names.map { ($0, "com.utmapp.UTM \($0)\n") })
    let repository = try InstalledRepository(files, Self.utm)
    try FileSystem.remove(repository.sandbox.gitDirectory / "munge/seen")
    #expect(try repository.stagedChanges() == "")
    try repository.sandbox.git(["add", "--renormalize", "."], in: repository.sandbox.top / "sub")
    #expect(try repository.sandbox.line("diff", "--cached", "--name-only") == "")
  }
}

struct SourceLawTests {
  @Test(arguments: 0..<6)
  func `Every blob is restored, by its bytes or by its source`(batch: Int) throws {
    var generator = SeededGenerator(salt: "sources \(batch)")
    let random = Self.ambiguousPlan(&generator)
    let attributes = batch % 2 == 0 ? "* filter=munged" : "* filter=munged text eol=crlf"
    let files = (0..<60).map {
      ("d\($0 % 3)/f\($0)", random.content(&generator) + bytes(generator.oneIn(4) ? "" : "\n"))
    }
    let repository = try InstalledRepository(Dictionary(uniqueKeysWithValues: files), attributes: attributes)
    try repository.install(random.plan)
    try repository.checkOut()
    let changes = try repository.stagedChanges()
    #expect(changes == "", "\(random.words(nil, []))")
    #expect(try repository.sandbox.line("status", "--porcelain") == "", "\(random.words(nil, []))")
  }

  private static func ambiguousPlan(_ generator: inout SeededGenerator) -> RandomPlan {
    while true {
      let random = RandomPlan(&generator)
      let ambiguous = random.plan.rules.count { $0.certainty == .ambiguous }
      if ambiguous > 0 && !random.plan.isIdle { return random }
    }
  }
}

struct RoundTripAgainstGitTests {
  @Test func `The same blobs are lost as with git`() throws {
    var generator = SeededGenerator(salt: "round trips by git")
    var lost: Set<Path> = []
    while lost.count < 3 {
      let random = RandomPlan(&generator)
      var trusting = random.plan
      for index in trusting.rules.indices { trusting.rules[index].certainty = .exact }
      let trip = RoundTrip(trusting)
      // Each file contains its name: else the record of one could help another with the same local form.
      let files = (0..<40).map { ("f\($0)", random.content(&generator) + bytes(" file \($0)\n")) }
      lost = Set(files.filter { !trip.restores($0.1, at: Path($0.0)) }.map { Path($0.0) })
      if lost.count < 3 { continue }
      let repository = try InstalledRepository(Dictionary(uniqueKeysWithValues: files), attributes: "* filter=munged")
      try repository.install(trusting)
      try repository.checkOut()
      _ = try repository.stagedChanges()
      let changed = try repository.sandbox.line("diff", "--cached", "--name-only").split(separator: "\n").map {
        Path(String($0))
      }
      #expect(Set(changed) == lost, "\(random.words(nil, []))")
    }
  }
}
