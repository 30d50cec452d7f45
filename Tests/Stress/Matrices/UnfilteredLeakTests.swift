// Leaks of files that git does not filter: commands report them in time, and the printed fix works.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct UnfilteredLeakTests {
  private let workshop: Workshop
  private let tree: WorkingTree

  init() throws {
    workshop = try Workshop(attributes: Situation.attributes, files: ["app.txt": "id = \(canonical)\n", "sub/other.txt": "none\n"])
    tree = try workshop.munged()
  }

  /// `status` and `install` both report it; `status` exits with 1.
  private func expectReported(_ words: String) throws {
    let status = try tree.munge("status", status: 1...1)
    #expect(status.says(words), "\(status.testDescription)")
    let install = try tree.munge("install", status: 0...1)
    #expect(install.says(words), "\(install.testDescription)")
  }

  // MARK: Files without the attribute

  @Test func `a munged file moved out of the patterns is reported`() throws {
    try tree.run(["mv", "app.txt", "app.plain"])
    try expectReported("app.plain:1:")
    try tree.expectLeak("app.plain", local)
    try tree.add(toAttributes: "/app.plain filter=munge")
    try tree.expectSafe()
    #expect(try tree.blob("HEAD:app.plain") == "id = \(canonical)\n")
  }

  @Test func `a munged file that git mv moves out of the patterns is reported, and install makes it canonical`() throws {
    try tree.git("mv", "app.txt", "app.plain")
    #expect(try tree.munge("status", status: 1...1).says("app.plain:1:"))
    try tree.expectLeak("app.plain", local)
    try tree.munge("install")
    #expect(try tree.text("app.plain") == "id = \(canonical)\n")
    try tree.expectSafe()
  }

  @Test func `a copy of a munged file outside the patterns is reported`() throws {
    try tree.run(["cp", "app.txt", "sub/new.plain"])
    try expectReported("sub/new.plain:1:")
    try tree.expectLeak("sub/new.plain", local)
    try tree.write("sub/new.plain", "id = \(canonical)\n")
    try tree.expectSafe()
  }

  @Test func `a local text in a file with -filter is reported, and a canonical one is not`() throws {
    try tree.add(toAttributes: "*.plain -filter")
    try tree.write("new.plain", "\(local)\n")
    try expectReported("new.plain:1:")
    try tree.expectLeak("new.plain", local)
    try tree.write("new.plain", "\(canonical)\n")
    try tree.expectSafe()
  }

  /// A maintainer removes the attribute, and this clone pulls.
  private func pullAttributes() throws {
    try workshop.maintainer.write(".gitattributes", "*.pbxproj filter=munge\n")
    try workshop.maintainer.commitAll("Attributes")
    try tree.git("pull", "--quiet")
  }

  @Test func `files that lose the attribute by a pull leak nothing, and refresh makes them canonical`() throws {
    try pullAttributes()
    #expect(try !tree.munge("status").says("[own-text]"))
    #expect(try tree.statusOfTouched() == "")
    try tree.munge("refresh")
    #expect(try tree.text("app.txt") == "id = \(canonical)\n")
    #expect(try tree.statusOfTouched() == "")
    try tree.expectSafe()
  }

  @Test func `an edited file that loses the attribute is committed with canonical texts, and refresh keeps the edit`() throws {
    try tree.write("app.txt", "id = \(local)\nedited\n")
    try pullAttributes()
    #expect(try !tree.munge("status").says("[own-text]"))
    try tree.git("add", "app.txt")
    #expect(try tree.blob(":app.txt") == "id = \(canonical)\nedited\n")
    try tree.munge("refresh")
    #expect(try tree.text("app.txt") == "id = \(canonical)\nedited\n")
    try tree.expectSafe()
  }

  @Test func `a rule without any match is reported until it has one`() throws {
    try tree.write(".gitmunge", Rules.handleAndTeam)
    try tree.git("config", "munge.values.team", "BNR1234567")
    try tree.munge("refresh", "--yes")
    try expectNoted("Rule 'team' matches no munged file.")
    try tree.write("sub/other.txt", "BNR1234567\n")
    #expect(try !tree.munge("status").says("matches no munged file"))
    try tree.write("app.txt", "none\n")
    try expectSnapshot("rules-whose-texts-stand-nowhere", tree.munge("status"))
  }

  /// A note, which does not change the exit code.
  private func expectNoted(_ words: String) throws {
    #expect(try tree.munge("status").says(words))
    #expect(try tree.munge("install").says(words))
  }

  // MARK: Files that are never munged

  private static let binaries: [Named<String>] = [
    Named("NUL", "\u{0} \(local)\n"), Named("bplist", "bplist00 \(local)"),
    Named("git-lfs pointer", "version https://git-lfs.github.com/spec/v1\noid \(local)\n"),
  ]

  @Test(arguments: binaries) func `git add of a local text in a binary warns`(_ binary: Named<String>) throws {
    try tree.write("data.dat", binary.value)
    #expect(try tree.git("add", "data.dat").errors.contains("data.dat: '\(local)' will be committed as is"))
    #expect(try tree.blob(":data.dat") == binary.value, "git add stages the local text")
    #expect(try tree.munge("status", status: 1...1).says("data.dat:"))
    try tree.write("data.dat", binary.value.replacing(local, with: canonical))
    try tree.git("add", "data.dat")
    try tree.munge("status")
    try tree.git("commit", "--quiet", "-m", "Safe")
    #expect(try tree.files(holding: local) == "")
  }

  @Test(arguments: binaries) func `status reports a local text in an untracked binary`(_ binary: Named<String>) throws {
    try tree.write("data.dat", binary.value)
    try expectReported("data.dat")
  }
}

extension WorkingTree {
  /// What happens without the fix, shown in a copy so that the test can continue.
  func expectLeak(_ path: String, _ text: String) throws {
    try run(["cp", "-Rp", "\(top)", "../careless"])
    let careless = workshop.tree("careless")
    try careless.touchAll()
    try careless.git("add", "--all")
    #expect(try careless.blob(":\(path)").contains(text))
  }

  /// Commands report no local text, and all committed content is canonical.
  func expectSafe(leaving exit: ClosedRange<Int32> = 0...0) throws {
    #expect(try !munge("status", status: exit).says("[own-text]"))
    try touchAll()
    try commitAll("Safe")
    #expect(try objects(holding: local) == "")
  }

  func add(toAttributes line: String) throws {
    try write(".gitattributes", (text(".gitattributes") ?? "") + line + "\n")
  }
}
