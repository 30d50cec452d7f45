import Platform
import TestSupport
import Testing

/// Which programs the lanes of the tests start, and the snapshots.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct LaneTests {
  private static func text(of file: Path) throws -> String { try SwiftSource(file, Repository.text(file)).code.joined(separator: "\n") }

  @Test func `A unit test starts no process`() throws {
    for file in try Repository.files(in: "Tests/Unit", ending: ".swift") {
      let text = try Self.text(of: file)
      for word in ["Subprocess.", "GitSandbox", "BuiltProgram.", "GitCommand("] {
        #expect(!text.contains(word), "\(file): \(word)")
      }
    }
  }

  @Test func `The Git lane starts no program of this package but the filter`() throws {
    for file in try Repository.files(in: "Tests/Git", ending: ".swift") {
      #expect(!(try Self.text(of: file).contains("BuiltProgram.munge")), "\(file)")
    }
  }

  @Test func `A directory has at most 25 files`() throws {
    let directories = Dictionary(grouping: try Repository.files(in: "Tests", ending: ".swift")) { $0.parent }
    for (directory, files) in directories { #expect(files.count <= 25, "\(directory.map { "\($0)" } ?? "")") }
  }

  /// The snapshot names in the tests of a file.
  private static func names(_ file: Path) throws -> [String] {
    let directory = "\(file.name)".replacing(/Tests\.swift$/, with: "")
    let text = try Repository.text(file)
    return text.matches(of: /expectSnapshot\(\s*"([^"]+)"/).map { "\(Snapshots.directory)/\(directory)/\($0.output.1).txt" }
  }

  @Test func `Every snapshot is used by a test`() throws {
    let files = try Repository.files(in: "Tests", ending: "Tests.swift")
    // Each of these is the help of a command.
    let help = try (["git-munge"] + Words.commands()).map { "\(Snapshots.directory)/Help/\($0).txt" }
    let asked = try Set(files.flatMap(Self.names) + help)
    for path in try Repository.files(in: Snapshots.directory) where !asked.contains("\(path)") {
      if Snapshots.isAccepting { try FileSystem.remove(Repository.root / path) }
      else { Issue.record("\(path): no test uses it; `scripts/test --accept` removes it") }
    }
  }
}
