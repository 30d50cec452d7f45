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

  private func kept() throws -> String {
    String(decoding: try FileSystem.contents(directory.warnings) ?? [], as: UTF8.self)
  }

  @Test func `A line is reported once per process, and written to the file once`() async throws {
    try FileSystem.makeDirectories(directory.common)
    for _ in 0..<2 {
      let result = try await #require(
        processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
      ) { [path = holder.path.bytes as [UInt8]] in
        var warnings = Warnings(WarningsTests.directory(path))
        for line in ["one", "two", "one"] { warnings.report(.guess, line) }
      }
      let said = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(said == "git-munge: one\ngit-munge: two\n", "in every process")
      #expect(!result.standardOutputContent.contains(bytes("git-munge")), "standard output is for the protocol")
    }
    #expect(try kept() == "one\ntwo\n", "not again by the second process")
    #expect(try FileSystem.status(directory.warnings)?.mode == 0o600)
  }

  @Test func `A client that reads no errors is not blocked`() async throws {
    try FileSystem.makeDirectories(directory.common)
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [path = holder.path.bytes as [UInt8]] in
      var warnings = Warnings(WarningsTests.directory(path))
      for kind in Warnings.Kind.allCases {
        for index in 0..<2000 {
          warnings.report(kind, "\(index) " + String(repeating: "x", count: 300), of: "\(index)")
        }
      }
      warnings.finish()
    }
    #expect(result.standardErrorContent.count > 0)
    #expect(result.standardErrorContent.count < 1 << 16, "a pipe holds 64 KiB on Linux, and some clients never read it")
  }

  @Test func `Files that are not named are counted, each kind by itself, and stored like the names`() async throws {
    try FileSystem.makeDirectories(directory.common)
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [path = holder.path.bytes as [UInt8]] in
      var warnings = Warnings(WarningsTests.directory(path))
      for _ in 0..<2 {
        for index in 0..<200 {
          warnings.report(.guess, Warnings.Kind.guess.rawValue, of: "file\(index)")
          for leak in 0..<3 { warnings.report(.nearLeak, "'leak\(leak)' will be committed as is", of: "file\(index)") }
        }
      }
      warnings.report(.notCleaned, "not cleaned: why", of: "file0")
      warnings.report(.notCleaned, "run a command")
      warnings.finish()
    }
    let said = lines(result.standardErrorContent).map { $0.dropFirst("git-munge: ".count) }
    for (kind, others) in [(Warnings.Kind.guess, 200), (.nearLeak, 200)] {
      let (last, text) = (
        said.last { $0.hasSuffix(kind.rawValue) }, kind == .guess ? kind.rawValue : "will be committed as is"
      )
      let named = Set(said.filter { $0.hasPrefix("file") && $0.hasSuffix(text) }.map { $0.prefix { $0 != ":" } }).count
      #expect(named > 40 && named < 100, "\(kind): \(named) files are named")
      #expect(last == "and \(others - named) more files: \(kind.rawValue)")
    }
    #expect(said.count { $0.hasPrefix("and ") } == 2, "of the kinds with few warnings each file is named")
    #expect(said.contains("file0: not cleaned: why") && said.contains("run a command"))
    #expect(
      try lines(FileSystem.contents(directory.warnings) ?? [])
        == said.filter { !$0.contains("committed as") }.map(String.init))
  }

  private func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `The file is bounded`() async throws {
    try FileSystem.makeDirectories(directory.common)
    for run in 0..<12 {
      await #expect(processExitsWith: .success) { [path = holder.path.bytes as [UInt8], run = run as Int] in
        var warnings = Warnings(WarningsTests.directory(path))
        for index in 0..<40 { warnings.report(.guess, "\(run) \(index) " + String(repeating: "x", count: 1000)) }
      }
    }
    let size = try kept().utf8.count
    #expect(size > 1 << 15 && size < 1 << 17, "\(size) bytes")
  }
}
