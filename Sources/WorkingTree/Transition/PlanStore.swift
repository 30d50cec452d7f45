import Platform
import Smudge

/// Writes plans and journals.
enum PlanStore {
  /// The mode of a file that holds values: readable for the owner only.
  private static let mode: UInt32 = 0o600

  /// Writes the plan and its copy.
  static func publish(_ plan: Plan, _ directory: MungeDirectory) throws {
    try FileSystem.makeDirectories(directory.own)
    let content = PlanFormat.encode(plan)
    for file in [directory.planCopy, directory.plan] { try FileSystem.replace(file, with: content, mode: mode) }
  }

  /// Writes the plan; in a bare repository also as that of new working trees.
  static func publish(_ plan: Plan, for tree: WorkingTree) throws {
    try publish(plan, tree.mungeDirectory)
    if try !plan.isIdle && !tree.isMain && tree.main() == .bare {
      try FileSystem.replace(tree.mungeDirectory.mainPlan, with: PlanFormat.encode(plan), mode: mode)
    }
  }

  /// Writes the first journal: from now on an interrupted transition can be completed.
  static func begin(_ journal: Journal, _ tree: WorkingTree) throws {
    if !tree.mungeDirectory.exists { try createCommon(journal, tree) }
    try FileSystem.makeDirectories(tree.mungeDirectory.own)
    try publish(journal, tree)
  }

  /// Creates the directory with its first file by a rename: without a plan, it would be a damaged installation.
  private static func createCommon(_ journal: Journal, _ tree: WorkingTree) throws {
    let directory = tree.mungeDirectory
    let fresh = tree.arriving
    let name = tree.isMain ? directory.journal.name : directory.mainPlan.name
    let content = tree.isMain ? JournalFormat.encode(journal) : PlanFormat.encode(.idle)
    // If it holds private rules alone, this file makes it an installation.
    if FileSystem.exists(directory.common) {
      return try FileSystem.replace(directory.common / name, with: content, mode: mode)
    }
    try FileSystem.removeTree(fresh)
    try FileSystem.makeDirectories(fresh)
    try FileSystem.replace(fresh / name, with: content, mode: mode)
    try FileSystem.move(fresh, to: directory.common)
  }

  /// Writes the journal.
  static func publish(_ journal: Journal, _ tree: WorkingTree) throws {
    try FileSystem.replace(tree.mungeDirectory.journal, with: JournalFormat.encode(journal), mode: mode)
  }

  /// Removes the journal: there is nothing to complete.
  static func withdraw(_ tree: WorkingTree) throws {
    try FileSystem.remove(tree.mungeDirectory.journal)
    try FileSystem.removeTree(tree.arriving)
  }

  /// The current plan of working trees without their own.
  static func inherited(_ tree: WorkingTree) throws -> Plan {
    // A damaged plan is ignored.
    try FileSystem.contents(tree.mungeDirectory.mainPlan).flatMap { try? PlanFormat.decode($0) } ?? .idle
  }

  /// Writes the inherited plan to other working trees, so that nothing changes for them.
  static func keepPlans(of others: [GitDirectory], as plan: Plan) throws {
    for other in others.map({ MungeDirectory($0) }) where !FileSystem.exists(other.plan) { try publish(plan, other) }
  }
}
