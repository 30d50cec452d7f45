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

  /// How a local text comes into a file without the attribute, and a fix.
  @Test(arguments: [
    ("mv app.txt app.plain", "app.plain", "echo '/app.plain filter=munge' >>.gitattributes"),
    ("cp app.txt sub/new.plain", "sub/new.plain", "echo 'id = \(canonical)' >sub/new.plain"),
    ("echo '*.plain -filter' >>.gitattributes; echo \(local) >new.plain", "new.plain", "echo \(canonical) >new.plain"),
    ("git mv app.txt app.plain", "app.plain", "git munge install"),
  ])
  func `a local text outside the patterns is reported until it is fixed`(_ script: String, _ path: String, _ fix: String) throws {
    try tree.run(["sh", "-ec", script])
    if fix == "git munge install" {
      #expect(try tree.munge("status", status: 1...1).says("\(path):1:"))
    } else {
      try expectReported("\(path):1:")
    }
    try tree.expectLeak(path, local)
    try tree.run(["sh", "-ec", fix])
    try tree.expectSafe()
    #expect(try tree.blob("HEAD:\(path)").contains(canonical))
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
    try expectNoted("Rule 'team' matches nothing: no munged file holds its canonical text.")
    try tree.write("sub/other.txt", "BNR1234567\n")
    #expect(try !tree.munge("status").says("matches nothing"))
    try tree.write("app.txt", "none\n")
    try expectSnapshot("rules-whose-texts-stand-nowhere", tree.munge("status"))
  }

  /// A note, which does not change the exit code.
  private func expectNoted(_ words: String) throws {
    #expect(try tree.munge("status").says(words))
    #expect(try tree.munge("install").says(words))
  }

  // MARK: Files that are never munged

  /// Contents around an identifier.
  private static let neverMunged: [Named<@Sendable (String) -> [UInt8]>] = [
    Named("NUL") { bytes("\u{0} \($0)\n") }, Named("bplist") { bytes("bplist00 \($0)") },
    Named("git-lfs pointer") { bytes("version https://git-lfs.github.com/spec/v1\noid \($0)\n") },
    Named("a program") { [0x4D, 0x5A, 0, 0, 1, 0] + utf16($0).dropFirst(2) + [0, 0] },
    Named("the first bytes of UTF-16") { [0xFF, 0xFE] + bytes(" \($0)\n") },
    Named("UTF-32 with a mark") { [0xFF, 0xFE, 0, 0] + wide($0, 0) },
    Named("UTF-32 in the other order") { [0, 0, 0xFE, 0xFF] + wide($0, 3) }, Named("UTF-32 without a mark") { wide($0, 0) },
  ]

  private static func wide(_ id: String, _ place: Int) -> [UInt8] {
    bytes("id = \(id)\n").flatMap { byte in (0..<4).map { $0 == place ? byte : 0 } }
  }

  @Test(arguments: neverMunged)
  func `a local text in a file that is never munged is reported, and the guard blocks it`(
    _ content: Named<@Sendable (String) -> [UInt8]>
  ) throws {
    try tree.munge("install", "--hooks")
    let file = tree.top / "data.dat"
    try TestFile.write(file, content.value(local))
    try expectReported("data.dat:")
    let words = "data.dat: '\(local)' will be committed as is"
    #expect(try tree.git("add", "data.dat").errors.contains(words))
    try tree.run(["sh", "-c", "git cat-file blob :data.dat | cmp - data.dat"])
    #expect(try tree.munge("status", status: 1...1).says("data.dat:"))
    #expect(try tree.git("commit", "--quiet", "-m", "Leak", status: 1...1).says("[own-text]"))

    try TestFile.write(file, content.value(canonical))
    try tree.git("add", "data.dat")
    try tree.munge("status")
    try tree.git("commit", "--quiet", "-m", "Safe")
    #expect(try tree.files(holding: local) == "")
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
