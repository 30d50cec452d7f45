import Platform
import TestSupport
import Testing

@testable import Platform
@testable import Smudge

/// Tests of reading the plan of a working tree.
struct MungeDirectoryTests {
  private let holder: TemporaryDirectory
  private let directory: MungeDirectory

  init() throws {
    holder = try TemporaryDirectory()
    directory = MungeDirectory(GitDirectory(own: holder.path / "own", common: holder.path / "common"))
  }

  private func plan(_ local: String) -> Plan { Plan(PlanRule("canonical", local)) }

  private func write(_ plan: Plan, _ path: Path) throws { try TestFile.write(path, PlanFormat.encode(plan)) }

  @Test func `A working tree has its own plan, or uses that of the main working tree`() throws {
    #expect(try directory.load() == nil, "without an installation")
    try FileSystem.makeDirectories(holder.path / "common")
    #expect(try directory.load() == nil, "the git directory alone is not an installation")
    try write(plan("main"), directory.mainPlan)
    #expect(try directory.load() == plan("main"))
    try write(plan("own"), directory.plan)
    #expect(try directory.load() == plan("own"))
  }

  @Test func `Private rules alone are no installation`() throws {
    try TestFile.write(directory.rules, bytes("[munge]\n"))
    try TestFile.write(directory.common / ".plan.1-a", [])
    #expect(try directory.load() == nil && !directory.isInstalled)
    try TestFile.write(directory.journal, [])
    #expect(!directory.isInstalled, "the journal of a linked working tree is in its own directory")
    try TestFile.write(directory.attributes, [])
    #expect(!directory.isInstalled, "git reads that file, and the filter does not")
    try TestFile.write(directory.trusted, [])
    #expect(directory.isInstalled)
    #expect(throws: PlanError.missing) { try directory.load() }
  }

  @Test func `A missing plan in an installation is an error`() throws {
    try FileSystem.makeDirectories(directory.common)
    #expect(throws: PlanError.missing) { try directory.load() }
  }

  @Test func `A damaged plan is an error, independent of the main working tree's plan`() throws {
    try write(plan("main"), directory.mainPlan)
    try TestFile.write(directory.plan, bytes("git-munge plan 3\n"))
    #expect(throws: PlanError.damaged) { try directory.load() }
    try TestFile.write(directory.plan, [])
    #expect(throws: PlanError.notAPlan) { try directory.load() }
  }

  @Test func `A plan that cannot be read is an error`() throws {
    try FileSystem.makeDirectories(directory.plan)
    #expect {
      try directory.load()
    } throws: { error in
      if case .unreadable = error as? PlanError { true } else { false }
    }
  }
}
