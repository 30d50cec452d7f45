import Platform
import Testing
import TestSupport

@testable import Smudge

/// Which plan rules a working tree.
struct MungeFolderTests {
  private let holder: TemporaryFolder
  private let folder: MungeDirectory

  init() throws {
    holder = try TemporaryFolder()
    folder = MungeDirectory(GitDirectory(own: holder.path / "own", common: holder.path / "common"))
  }

  private func plan(_ local: String) -> Plan { Plan(PlanRule("canonical", local)) }

  private func write(_ plan: Plan, _ path: Path) throws { try TestFile.write(path, PlanFormat.encode(plan)) }

  @Test func `Where nothing was installed there is no plan`() throws {
    #expect(try folder.load() == nil)
    try FileSystem.makeDirectories(holder.path / "common")
    #expect(try folder.load() == nil, "the folder of git alone says nothing")
  }

  @Test func `A working tree has its own plan`() throws {
    try write(plan("main"), folder.mainPlan)
    try write(plan("own"), folder.plan)
    #expect(try folder.load() == plan("own"))
  }

  @Test func `Without one the plan of the main working tree is used`() throws {
    try write(plan("main"), folder.mainPlan)
    #expect(try folder.load() == plan("main"))
  }

  @Test func `A folder without a plan is an error, as somebody has installed git-munge`() throws {
    try FileSystem.makeDirectories(folder.common)
    #expect(throws: PlanError.missing) { try folder.load() }
  }

  @Test func `A damaged plan is an error, whatever the other one is`() throws {
    try write(plan("main"), folder.mainPlan)
    try TestFile.write(folder.plan, bytes("git-munge plan 3\n"))
    #expect(throws: PlanError.damaged) { try folder.load() }
    try TestFile.write(folder.plan, [])
    #expect(throws: PlanError.notAPlan) { try folder.load() }
  }

  @Test func `A plan that cannot be read is an error`() throws {
    try FileSystem.makeDirectories(folder.plan)
    #expect {
      try folder.load()
    } throws: { error in
      if case .unreadable = error as? PlanError { true } else { false }
    }
  }
}
