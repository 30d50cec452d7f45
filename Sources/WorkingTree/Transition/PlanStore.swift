import Platform
import Smudge
import Verify

/// Writes plans and journals.
enum PlanStore {
  /// Readable for the owner only, because it holds values.
  private static let mode: UInt32 = 0o600

  static func publish(_ plan: Plan, _ directory: MungeDirectory) throws {
    try FileSystem.makeDirectories(directory.own)
    try FileSystem.replace(directory.plan, with: PlanFormat.encode(plan), mode: mode)
  }

  /// Writes the plan; in a bare repository also as that of new working trees.
  static func publish(_ plan: Plan, for tree: WorkingTree) throws {
    try publish(plan, tree.mungeDirectory)
    if plan.isIdle || tree.isMain { return }
    if try tree.main() == .bare {
      try FileSystem.replace(tree.mungeDirectory.mainPlan, with: PlanFormat.encode(plan), mode: mode)
    }
  }

  /// Writes the journal: from now on an interrupted transition can be completed.
  static func begin(_ journal: Journal, _ tree: WorkingTree) throws {
    let directory = tree.mungeDirectory
    if !directory.isInstalled, !journal.isRepair { try createCommon(journal, tree) }
    try FileSystem.makeDirectories(tree.workDirectory)
    try publish(journal, tree)
  }

  /// Creates the directory with its first file by a rename: without a plan, it would be a damaged installation.
  private static func createCommon(_ journal: Journal, _ tree: WorkingTree) throws {
    let isMain = tree.mungeDirectory.own == tree.mungeDirectory.common
    let name = isMain ? tree.mungeDirectory.journal.name : tree.mungeDirectory.mainPlan.name
    let content = isMain ? JournalFormat.encode(journal) : PlanFormat.encode(.idle)
    if FileSystem.exists(tree.mungeDirectory.common) {
      // It holds private rules alone, so this file makes it an installation.
      return try FileSystem.replace(tree.mungeDirectory.common / name, with: content, mode: mode)
    }
    let fresh = tree.arriving
    try FileSystem.removeTree(fresh)
    try FileSystem.makeDirectories(fresh)
    try FileSystem.replace(fresh / name, with: content, mode: mode)
    try FileSystem.move(fresh, to: tree.mungeDirectory.common)
  }

  static func publish(_ journal: Journal, _ tree: WorkingTree) throws {
    let file = tree.workDirectory / tree.mungeDirectory.journal.name
    try FileSystem.replace(file, with: JournalFormat.encode(journal), mode: mode)
  }

  /// Removes the journal: there is nothing to complete.
  static func withdraw(_ tree: WorkingTree) throws {
    try FileSystem.remove(tree.mungeDirectory.journal)
    try FileSystem.removeTree(tree.arriving)
  }

  /// The current plan of working trees without their own.
  static func inherited(_ tree: WorkingTree) throws -> Plan {
    let bytes = try FileSystem.contents(tree.mungeDirectory.mainPlan)
    guard let bytes else { return .idle }
    // A damaged plan is ignored.
    return (try? PlanFormat.decode(bytes)) ?? .idle
  }

  /// Writes the inherited plan to other working trees, so that nothing changes for them.
  static func keepPlans(of others: [GitDirectory], as plan: Plan) throws {
    for directory in others {
      let directory = MungeDirectory(directory)
      if FileSystem.exists(directory.plan) { continue }
      try publish(plan, directory)
    }
  }
}

/// Removes old former texts from a plan, if no file on disk holds them.
struct Pruning {
  private static let age: Int64 = 30 * 24 * 3600

  private let tree: WorkingTree
  private let now: Int64

  init(_ tree: WorkingTree, now: Int64) { (self.tree, self.now) = (tree, now) }

  func pruned(_ plan: Plan) throws -> Plan {
    let old = Set(plan.rules.flatMap(\.retired).filter { $0.since < now - Pruning.age }.map(\.text))
    if old.isEmpty { return plan }
    let gone = try old.subtracting(IndexSnapshot(tree).held(old))
    var plan = plan
    for index in plan.rules.indices { plan.rules[index].retired.removeAll { gone.contains($0.text) } }
    // A removed rule stays only for its former texts.
    plan.rules.removeAll { $0.pairs.isEmpty && $0.retired.isEmpty && $0.watched.isEmpty }
    return AmbiguityAnalysis.withCertainty(plan)
  }
}
