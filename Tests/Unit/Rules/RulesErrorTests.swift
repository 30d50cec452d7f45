import Platform
import Smudge
import Testing
import TestSupport

@testable import Munge

/// What a maintainer is told of a slip in `.gitmunge`: where, what was expected, what was found.
struct RulesErrorTests {
  @Test(arguments: BadFile.all)
  func `A slip is told with its place, what was expected and what was found`(file: BadFile) throws {
    let error = try #require(file.error, "'\(escaped(file.bytes))' has to be refused")
    #expect("\(error)" == file.message)
  }

  @Test func `Every problem that the reader knows has a file that shows it`() throws {
    let problems = BadFile.all.compactMap(\.error) + [try Self.directory(), try Self.loop()]
    let missing = Set(ProblemKind.allCases).subtracting(problems.map { ProblemKind($0.problem) })
    #expect(missing.isEmpty, "add a row to BadFile for each")
  }

  @Test func `A rules file that is a folder or a link is refused and not followed`() throws {
    #expect(
      "\(try Self.directory())"
        == ".gitmunge: expected a regular file, found something else; a symbolic link is not followed")
    let directory = try TemporaryDirectory()
    try directory.write("rules", bytes("[munge]\n"))
    try FileSystem.makeSymbolicLink(directory.path / ".gitmunge", to: Path("rules"))
    #expect(throws: RulesError(nil, .notRegular)) { try RulesFile.read(in: directory.path) }
  }

  @Test func `A rules file that cannot be looked at is told with the system's reason`() throws {
    let words = "\(try Self.loop())"
    #expect(words.hasPrefix(".gitmunge: cannot be read: /"), "found '\(words)'")
    #expect(words.contains("/loop/.gitmunge: lstat: "), "found '\(words)'")
  }

  @Test func `A working tree without a rules file has no rules, and that is no error`() throws {
    #expect(try RulesFile.read(in: TemporaryDirectory().path) == nil)
  }

  @Test func `A rules file of the largest size is read, and one byte more is refused`() throws {
    let directory = try TemporaryDirectory()
    let largest = [UInt8](repeating: UInt8(ascii: "#"), count: RulesFile.maxBytes)
    try directory.write(".gitmunge", largest)
    #expect(try RulesFile.read(in: directory.path)?.rules == [])
    try directory.write(".gitmunge", largest + bytes("#"))
    #expect(throws: RulesError(nil, .tooLarge)) { try RulesFile.read(in: directory.path) }
  }

  /// What is said of a folder in the file's place.
  private static func directory() throws -> RulesError {
    let directory = try TemporaryDirectory()
    try FileSystem.makeDirectories(directory.path / ".gitmunge")
    return try #require(throws: RulesError.self) { try RulesFile.read(in: directory.path) }
  }

  /// What is said where the system itself refuses: a link that points to itself.
  private static func loop() throws -> RulesError {
    let directory = try TemporaryDirectory()
    try FileSystem.makeSymbolicLink(directory.path / "loop", to: Path("loop"))
    return try #require(throws: RulesError.self) { try RulesFile.read(in: directory.path / "loop") }
  }
}
