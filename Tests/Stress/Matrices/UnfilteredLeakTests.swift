// Leaks that no filter can stop, for git never asks it: they are named in time, and the advice ends them.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct NothingMissedTests {
  private let workshop: Workshop
  private let tree: WorkingTree

  init() throws {
    workshop = try Workshop(attributes: Situation.attributes, files: ["app.txt": "id = \(canonical)\n", "sub/other.txt": "none\n"])
    tree = try workshop.munged()
  }

  /// `status` and `install` both say it; the first needs attention.
  private func expectNamed(_ words: String) throws {
    let status = try tree.munge("status", status: 1...1)
    #expect(status.says(words), "\(status.testDescription)")
    let install = try tree.munge("install", status: 0...1)
    #expect(install.says(words), "\(install.testDescription)")
  }

  // MARK: Files without the attribute

  @Test func `a munged file that is moved out of the attribute`() throws {
    try tree.run(["mv", "app.txt", "app.plain"])
    try expectNamed("app.plain:1:")
    try tree.expectLeak("app.plain", local)
    try tree.add(toAttributes: "/app.plain filter=munge")
    try tree.expectSafe()
    #expect(try tree.blob("HEAD:app.plain") == "id = \(canonical)\n")
  }

  @Test func `one that git has moved is given back, for git knows its blob`() throws {
    try tree.git("mv", "app.txt", "app.plain")
    #expect(try tree.munge("status", status: 1...1).says("app.plain:1:"))
    try tree.expectLeak("app.plain", local)
    try tree.munge("install")
    #expect(try tree.text("app.plain") == "id = \(canonical)\n")
    try tree.expectSafe()
  }

  @Test func `a new file outside the attribute, copied from a munged one`() throws {
    try tree.run(["cp", "app.txt", "sub/new.plain"])
    try expectNamed("sub/new.plain:1:")
    try tree.expectLeak("sub/new.plain", local)
    try tree.write("sub/new.plain", "id = \(canonical)\n")
    try tree.expectSafe()
  }

  @Test func `one that says that it wants no filter is named for local texts, and left alone with canonical ones`() throws {
    try tree.add(toAttributes: "*.plain -filter")
    try tree.write("new.plain", "\(local)\n")
    try expectNamed("new.plain:1:")
    try tree.expectLeak("new.plain", local)
    try tree.write("new.plain", "\(canonical)\n")
    try tree.expectSafe()
  }

  /// A maintainer takes the attribute away, and this clone pulls it.
  private func pullAttributes() throws {
    try workshop.maintainer.write(".gitattributes", "*.pbxproj filter=munge\n")
    try workshop.maintainer.commitAll("Attributes")
    try tree.git("pull", "--quiet")
  }

  @Test func `a pull that takes munged files out of the attribute leaks none of them, and refresh gives them back`() throws {
    try pullAttributes()
    #expect(try !tree.munge("status").says("[own-text]"))
    #expect(try tree.statusOfTouched() == "")
    try tree.munge("refresh")
    #expect(try tree.text("app.txt") == "id = \(canonical)\n")
    #expect(try tree.statusOfTouched() == "")
    try tree.expectSafe()
  }

  @Test func `such a file with edits is committed with canonical texts, and refresh keeps the edits`() throws {
    try tree.write("app.txt", "id = \(local)\nedited\n")
    try pullAttributes()
    #expect(try !tree.munge("status").says("[own-text]"))
    try tree.git("add", "app.txt")
    #expect(try tree.blob(":app.txt") == "id = \(canonical)\nedited\n")
    try tree.munge("refresh")
    #expect(try tree.text("app.txt") == "id = \(canonical)\nedited\n")
    try tree.expectSafe()
  }

  @Test func `rules whose texts stand nowhere are named, until they do`() throws {
    try tree.write(".gitmunge", Rules.handleAndTeam)
    try tree.git("config", "munge.values.team", "BNR1234567")
    try tree.munge("refresh", "--yes")
    try expectNamedSilently("Rule 'team' matches no munged file.")
    try tree.write("sub/other.txt", "BNR1234567\n")
    #expect(try !tree.munge("status").says("matches no munged file"))
    try tree.write("app.txt", "none\n")
    try expectSnapshot("rules-whose-texts-stand-nowhere", tree.munge("status"))
  }

  /// Good to know, and nothing that needs attention.
  private func expectNamedSilently(_ words: String) throws {
    #expect(try tree.munge("status").says(words))
    #expect(try tree.munge("install").says(words))
  }

  // MARK: Files that are never munged

  private static let binaries: [Named<String>] = [
    Named("NUL", "\u{0} \(local)\n"), Named("bplist", "bplist00 \(local)"),
    Named("git-lfs pointer", "version https://git-lfs.github.com/spec/v1\noid \(local)\n"),
  ]

  @Test(arguments: binaries) func `a file of a kind that is never munged is named as it is added`(_ binary: Named<String>) throws {
    try tree.write("data.dat", binary.value)
    try tree.git("add", "data.dat")
    #expect(try tree.blob(":data.dat") == binary.value, "it leaks")
    try expectWarned("data.dat: '\(local)' stays in it")
    try tree.write("data.dat", binary.value.replacing(local, with: canonical))
    try tree.git("add", "data.dat")
    try tree.munge("status", "--clear", status: 1...1)
    try tree.munge("status")
    try tree.git("commit", "--quiet", "-m", "Safe")
    #expect(try tree.files(holding: local) == "")
  }

  private func expectWarned(_ words: String) throws { #expect(try tree.munge("status", status: 1...1).says(words)) }

  @Test(arguments: binaries) func `it is named before it is added`(_ binary: Named<String>) throws {
    try tree.write("data.dat", binary.value)
    try expectNamed("data.dat")
  }
}

extension WorkingTree {
  /// What happens to whoever does not listen: proven in a copy, so that the story can go on.
  func expectLeak(_ path: String, _ text: String) throws {
    try run(["cp", "-Rp", "\(top)", "../careless"])
    let careless = workshop.tree("careless")
    try careless.touchAll()
    try careless.git("add", "--all")
    #expect(try careless.blob(":\(path)").contains(text))
  }

  /// Nothing is left to be said of local texts, and all that is committed is canonical.
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
