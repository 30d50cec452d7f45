import Git
import Platform
import Smudge
import Testing
import TestSupport

@testable import Munge

/// Files that somebody else writes while they are repaired, and what is left where a repair was killed.
struct RepairWritingTests {
  private static let rules = """
    [rule "r"]
    \tcanonical = com.acme.app
    \tlocal = dev.${handle}.app
    [variable "handle"]
    \tkind = label

    """
  private let sandbox: GitSandbox
  private let clone: Clone

  init() throws {
    sandbox = try GitSandbox()
    clone = sandbox.clone
    try sandbox.write(".gitattributes", bytes("* filter=munge\n"))
    try sandbox.write(".gitmunge", bytes(Self.rules))
    try sandbox.write("a.txt", bytes("dev.other.app\n"))
    try sandbox.git("add", ".")
    try sandbox.git("commit", "-m", "one")
  }

  private func repair() throws -> FileRepair { try FileRepair(clone, try #require(try clone.rules()), .idle) }

  private func file() throws -> WorktreeFile { try #require(try clone.filesToRepair([Path("a.txt")]).first) }

  private func content() throws -> String { String(decoding: try #require(try FileSystem.contents(sandbox.top / "a.txt")), as: UTF8.self) }

  @Test(arguments: [
    ("an edit", "dev.other.app\nedit\n", "com.acme.app\nedit\n"), ("another leak", "dev.two.app\n", "com.acme.app\n"),
    ("a repair by hand", "com.acme.app\n", "com.acme.app\n"), ("nothing", "dev.other.app\n", "com.acme.app\n"),
  ])
  func `Whoever saves the file meanwhile wins, and what they saved is repaired`(what: String, saved: String, expected: String) throws {
    var repair = try repair()
    let result = try #require(try repair.result(try file()))
    var writing = try RepairWriting(clone, nil)
    try writing.begin([result])
    try sandbox.write("a.txt", bytes(saved))
    let written = try writing.write(result, 0, &repair)
    try writing.end()
    #expect(try content() == expected)
    #expect(written.after == bytes(expected))
    #expect(!FileSystem.exists(clone.arriving))
  }

  @Test func `A file that is gone meanwhile, or a link, stays what it is`() throws {
    for isLink in [false, true] {
      try sandbox.write("a.txt", bytes("dev.other.app\n"))
      var repair = try repair()
      let result = try #require(try repair.result(try file()))
      var writing = try RepairWriting(clone, nil)
      try writing.begin([result])
      try FileSystem.remove(sandbox.top / "a.txt")
      if isLink { try FileSystem.makeSymbolicLink(sandbox.top / "a.txt", to: Path("elsewhere")) }
      _ = try writing.write(result, 0, &repair)
      try writing.end()
      #expect(try FileSystem.status(sandbox.top / "a.txt")?.kind == (isLink ? .symbolicLink : nil))
      try FileSystem.remove(sandbox.top / "a.txt")
    }
  }

  @Test func `An edit that a killed repair had just taken out of its place goes back there`() throws {
    var repair = try repair()
    let result = try #require(try repair.result(try file()))
    var writing = try RepairWriting(clone, nil)
    try writing.begin([result])
    try sandbox.write("a.txt", result.after)
    try TestFile.write(clone.arriving / "new.0", bytes("saved\n"))
    let report = try Recovery(clone).run()
    #expect(report == nil)
    #expect(try content() == "saved\n")
    #expect(!FileSystem.exists(clone.arriving))
  }

  @Test func `What cannot be written is told with the number of files that were`() throws {
    var repair = try repair()
    let result = try #require(try repair.result(try file()))
    var writing = try RepairWriting(clone, nil)
    try writing.begin([result])
    try FileSystem.removeTree(clone.arriving)
    try TestFile.write(clone.arriving, bytes("in the way"))
    let error = #expect(throws: MungeError.self) { _ = try writing.write(result, 0, &repair) }
    guard case .repairStopped(after: 0, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try content() == "dev.other.app\n")
  }
}
