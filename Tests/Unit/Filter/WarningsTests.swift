import TestSupport

@testable import Platform
@testable import Smudge

/// Tests of the filter's warnings on standard error and in a file.
///
/// Each runs in a process of its own, because all tests share standard error.
struct WarningsTests {
  private let holder: TemporaryDirectory
  private let directory: MungeDirectory

  init() throws {
    holder = try TemporaryDirectory()
    directory = MungeDirectory(GitDirectory(own: holder.path))
  }

  /// Another directory, passed to the process as text.
  private static func directory(_ path: [UInt8]) -> MungeDirectory { MungeDirectory(GitDirectory(own: Path(path))) }

  private func kept() throws -> String { String(decoding: try FileSystem.contents(directory.warnings) ?? [], as: UTF8.self) }

  @Test func `A line is reported once per process, and written to the file once`() async throws {
    try FileSystem.makeDirectories(directory.common)
    for _ in 0..<2 {
      let result = try await #require(
        processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
      ) { [path = holder.path.bytes as [UInt8]] in
        var warnings = Warnings(WarningsTests.directory(path))
        for line in ["one", "two", "one"] { warnings.report(line) }
      }
      let said = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(said == "git-munge: one\ngit-munge: two\n", "in every process")
      #expect(!result.standardOutputContent.contains(bytes("git-munge")), "standard output is for the protocol")
    }
    #expect(try kept() == "one\ntwo\n", "not again by the second process")
    #expect(try FileSystem.status(directory.warnings)?.mode == 0o600)
  }

  @Test func `Without a directory no file is written, and none is created`() async throws {
    await #expect(processExitsWith: .success) { [path = holder.path.bytes as [UInt8]] in
      var (one, other) = (Warnings(nil), Warnings(WarningsTests.directory(path)))
      one.report("said")
      other.report("said")
    }
    #expect(try FileSystem.entries(holder.path).isEmpty, "a clone without an installation is unchanged")
  }

  @Test func `Silent warnings are neither reported nor written`() async throws {
    try FileSystem.makeDirectories(directory.common)
    let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      var warnings = Warnings.silent
      warnings.report("not said")
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
      for index in 0..<2000 { warnings.report("\(index) " + String(repeating: "x", count: 4000)) }
    }
    #expect(result.standardErrorContent.count > 0)
    #expect(result.standardErrorContent.count < 1 << 16, "a pipe holds 64 KiB on Linux, and some clients never read it")
  }

  @Test func `The file is bounded`() async throws {
    try FileSystem.makeDirectories(directory.common)
    for run in 0..<4 {
      await #expect(processExitsWith: .success) { [path = holder.path.bytes as [UInt8], run = run as Int] in
        var warnings = Warnings(WarningsTests.directory(path))
        for index in 0..<40 { warnings.report("\(run) \(index) " + String(repeating: "x", count: 1000)) }
      }
    }
    let size = try kept().utf8.count
    #expect(size > 1 << 15 && size < 1 << 17, "\(size) bytes")
  }
}
