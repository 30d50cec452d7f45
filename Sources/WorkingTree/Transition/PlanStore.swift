import Platform
import Smudge

/// Makes plans take effect.
enum PlanStore {
  /// Only for the developer's own eyes: it holds their values.
  private static let mode: UInt32 = 0o600

  static func publish(_ plan: Plan, _ directory: MungeDirectory) throws(MungeError) {
    try wrapping { () throws(SystemError) in
      try FileSystem.makeDirectories(directory.own)
      try FileSystem.replace(directory.plan, with: PlanFormat.encode(plan), mode: mode)
    }
  }

  /// In a clone without a main working tree, new ones go by the plan that was last made.
  static func publish(_ plan: Plan, for tree: WorkingTree) throws(MungeError) {
    try publish(plan, tree.mungeDirectory)
    if plan.isIdle || tree.isMain { return }
    if try tree.main() == .bare {
      try wrapping(FileSystem.replace(tree.mungeDirectory.mainPlan, with: PlanFormat.encode(plan), mode: mode))
    }
  }

  /// From here on a transition that is killed can be finished.
  static func begin(_ journal: Journal, _ tree: WorkingTree) throws(MungeError) {
    let directory = tree.mungeDirectory
    try wrapping { () throws(SystemError) in
      if !FileSystem.exists(directory.common), !journal.isRepair { try createCommon(journal, tree) }
      try FileSystem.makeDirectories(tree.workDirectory)
    }
    try publish(journal, tree)
  }

  /// A folder without a plan would be a damaged installation: it comes into being with what it needs.
  private static func createCommon(_ journal: Journal, _ tree: WorkingTree) throws(SystemError) {
    let fresh = tree.arriving
    try FileSystem.removeTree(fresh)
    try FileSystem.makeDirectories(fresh)
    let isMain = tree.mungeDirectory.own == tree.mungeDirectory.common
    let name = isMain ? tree.mungeDirectory.journal.name : tree.mungeDirectory.mainPlan.name
    let content = isMain ? JournalFormat.encode(journal) : PlanFormat.encode(.idle)
    try FileSystem.replace(fresh / name, with: content, mode: mode)
    try FileSystem.move(fresh, to: tree.mungeDirectory.common)
  }

  static func publish(_ journal: Journal, _ tree: WorkingTree) throws(MungeError) {
    let file = tree.workDirectory / tree.mungeDirectory.journal.name
    try wrapping(FileSystem.replace(file, with: JournalFormat.encode(journal), mode: mode))
  }

  /// There is nothing to finish any more.
  static func withdraw(_ tree: WorkingTree) throws(MungeError) {
    try wrapping { () throws(SystemError) in
      try FileSystem.remove(tree.mungeDirectory.journal)
      try FileSystem.removeTree(tree.arriving)
    }
  }

  /// What working trees without a plan of their own go by until now.
  static func inherited(_ tree: WorkingTree) throws(MungeError) -> Plan {
    let bytes = try wrapping(FileSystem.contents(tree.mungeDirectory.mainPlan))
    guard let bytes else { return .idle }
    // A damaged one says nothing that could be kept.
    return (try? PlanFormat.decode(bytes)) ?? .idle
  }

  /// Gives other working trees the plan that they went by, so that nothing changes for them.
  static func keepPlans(of others: [GitDirectory], as plan: Plan) throws(MungeError) {
    for directory in others {
      let directory = MungeDirectory(directory)
      if FileSystem.exists(directory.plan) { continue }
      try publish(plan, directory)
    }
  }
}
