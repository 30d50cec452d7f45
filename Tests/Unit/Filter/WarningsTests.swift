import Platform
import Testing
import TestSupport

@testable import Smudge

/// What the filter says to a person, on standard error and in a file.
///
/// In processes of their own: standard error belongs to all tests together.
struct WarningsTests {
  private let holder: TemporaryDirectory
  private let directory: MungeDirectory

  init() throws {
    holder = try TemporaryDirectory()
    directory = MungeDirectory(GitDirectory(own: holder.path))
  }

  /// Another folder, for a process that has to be told by text.
  private static func directory(_ path: [UInt8]) -> MungeDirectory { MungeDirectory(GitDirectory(own: Path(path))) }

  private func kept() throws -> String {
    String(decoding: try FileSystem.contents(directory.warnings) ?? [], as: UTF8.self)
  }

  @Test func `A line is said once per process and kept once`() async throws {
    try FileSystem.makeDirectories(directory.common)
    for _ in 0..<2 {
      let result = try await #require(
        processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
      ) { [path = holder.path.bytes as [UInt8]] in
        var warnings = Warnings(WarningsTests.directory(path))
        for line in ["one", "two", "one"] { warnings.say(line) }
      }
      let said = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(said == "git-munge: one\ngit-munge: two\n", "to every process anew")
      #expect(!result.standardOutputContent.contains(bytes("git-munge")), "standard output belongs to the protocol")
    }
    #expect(try kept() == "one\ntwo\n", "by the second process not again")
    #expect(try FileSystem.status(directory.warnings)?.mode == 0o600)
  }

  @Test func `Without a folder nothing is kept, and none is made`() async throws {
    await #expect(processExitsWith: .success) { [path = holder.path.bytes as [UInt8]] in
      var (one, other) = (Warnings(nil), Warnings(WarningsTests.directory(path)))
      one.say("said")
      other.say("said")
    }
    #expect(try FileSystem.entries(holder.path).isEmpty, "a clone where nothing is installed stays as it is")
  }

  @Test func `Who only looks says nothing and keeps nothing`() async throws {
    try FileSystem.makeDirectories(directory.common)
    let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      var warnings = Warnings.silent
      warnings.say("not said")
    }
    #expect(!result.standardErrorContent.contains(bytes("not said")))
    #expect(try FileSystem.entries(directory.common).isEmpty)
  }

  @Test func `A client that reads no errors is not blocked`() async throws {
    try FileSystem.makeDirectories(directory.common)
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [path = holder.path.bytes as [UInt8]] in
      var warnings = Warnings(WarningsTests.directory(path))
      for index in 0..<2000 { warnings.say("\(index) " + String(repeating: "x", count: 4000)) }
    }
    #expect(result.standardErrorContent.count > 0)
    #expect(
      result.standardErrorContent.count < 1 << 16, "a pipe holds 64 KiB on Linux, and some clients never read it")
  }

  @Test func `The file is bounded`() async throws {
    try FileSystem.makeDirectories(directory.common)
    for run in 0..<4 {
      await #expect(processExitsWith: .success) { [path = holder.path.bytes as [UInt8], run = run as Int] in
        var warnings = Warnings(WarningsTests.directory(path))
        for index in 0..<40 { warnings.say("\(run) \(index) " + String(repeating: "x", count: 1000)) }
      }
    }
    let size = try kept().utf8.count
    #expect(size > 1 << 15 && size < 1 << 17, "\(size) bytes")
  }
}
