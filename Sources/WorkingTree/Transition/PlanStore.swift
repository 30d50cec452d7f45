import Platform
import Smudge

/// Makes plans take effect.
enum PlanStore {
  /// Only for the developer's own eyes: it holds their values.
  private static let mode: UInt32 = 0o600

  static func publish(_ plan: Plan, _ folder: MungeDirectory) throws(MungeError) {
    try wrapping { () throws(SystemError) in
      try FileSystem.makeDirectories(folder.own)
      try FileSystem.replace(folder.plan, with: PlanFormat.encode(plan), mode: mode)
    }
  }

  /// In a clone without a main working tree, new ones go by the plan that was last made.
  static func publish(_ plan: Plan, for clone: WorkingTree) throws(MungeError) {
    try publish(plan, clone.folder)
    if plan.isIdle || clone.isMain { return }
    if try clone.main() == .bare {
      try wrapping(FileSystem.replace(clone.folder.mainPlan, with: PlanFormat.encode(plan), mode: mode))
    }
  }

  /// From here on a transition that is killed can be finished.
  static func begin(_ journal: Journal, _ clone: WorkingTree) throws(MungeError) {
    let folder = clone.folder
    try wrapping { () throws(SystemError) in
      if !FileSystem.exists(folder.common), !journal.isRepair { try createCommon(journal, clone) }
      try FileSystem.makeDirectories(clone.workFolder)
    }
    try publish(journal, clone)
  }

  /// A folder without a plan would be a damaged installation: it comes into being with what it needs.
  private static func createCommon(_ journal: Journal, _ clone: WorkingTree) throws(SystemError) {
    let fresh = clone.arriving
    try FileSystem.removeTree(fresh)
    try FileSystem.makeDirectories(fresh)
    let isMain = clone.folder.own == clone.folder.common
    let name = isMain ? clone.folder.journal.name : clone.folder.mainPlan.name
    let content = isMain ? JournalFormat.encode(journal) : PlanFormat.encode(.idle)
    try FileSystem.replace(fresh / name, with: content, mode: mode)
    try FileSystem.move(fresh, to: clone.folder.common)
  }

  static func publish(_ journal: Journal, _ clone: WorkingTree) throws(MungeError) {
    let file = clone.workFolder / clone.folder.journal.name
    try wrapping(FileSystem.replace(file, with: JournalFormat.encode(journal), mode: mode))
  }

  /// There is nothing to finish any more.
  static func withdraw(_ clone: WorkingTree) throws(MungeError) {
    try wrapping { () throws(SystemError) in
      try FileSystem.remove(clone.folder.journal)
      try FileSystem.removeTree(clone.arriving)
    }
  }

  /// What working trees without a plan of their own go by until now.
  static func inherited(_ clone: WorkingTree) throws(MungeError) -> Plan {
    let bytes = try wrapping(FileSystem.contents(clone.folder.mainPlan))
    guard let bytes else { return .idle }
    // A damaged one says nothing that could be kept.
    return (try? PlanFormat.decode(bytes)) ?? .idle
  }

  /// Gives other working trees the plan that they went by, so that nothing changes for them.
  static func keepPlans(of others: [GitDirectory], as plan: Plan) throws(MungeError) {
    for directory in others {
      let folder = MungeDirectory(directory)
      if FileSystem.exists(folder.plan) { continue }
      try publish(plan, folder)
    }
  }
}
