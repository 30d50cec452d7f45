import Git
package import Platform
import Smudge

/// Finishes a transition that was killed, before any other command does its own work.
package struct Recovery {
  private let tree: WorkingTree

  package init(_ tree: WorkingTree) { self.tree = tree }

  /// `nil` where there was nothing to finish. Throws `MungeError.busy` while a transition is still under way.
  package func run() throws(MungeError) -> RecoveryReport? {
    if !FileSystem.exists(tree.mungeDirectory.journal) {
      tree.sweepAside()
      return nil
    }
    return try tree.alone { () throws(MungeError) in
      guard let journal = try journal() else { return nil }
      defer { sweep() }
      return try finish(journal)
    }
  }

  /// Files that were on their way to another name.
  private func sweep() {
    let directory = tree.mungeDirectory.own
    for name in (try? FileSystem.entries(directory)) ?? [] where name.bytes.first == UInt8(ascii: ".") {
      try? FileSystem.remove(directory / name)
    }
    for name in ["index", "index.lock", "lock"] { try? FileSystem.remove(directory / name) }
  }

  private func journal() throws(MungeError) -> Journal? {
    do throws(PlanError) { return try tree.mungeDirectory.loadJournal() } catch { throw .damagedPlan(error) }
  }

  private func finish(_ journal: Journal) throws(MungeError) -> RecoveryReport {
    try IndexStatReset(tree).releaseLock()
    releaseConfigLock()
    try takeBackEdits(journal)
    if journal.isRepair { return try leave(journal) }
    let steps = try steps(of: journal)
    try TransitionStep.begin(steps, in: tree)
    let rewritten = try FallbackAttributes(tree).previewing(steps.attributes) { preview throws(MungeError) in
      try complete(journal, steps, in: preview ?? tree)
    }
    let isUninstallation = journal.steps.contains(TransitionStep.removeDirectories.record)
    return RecoveryReport(
      rewritten: rewritten.map(\.path),
      uninstallation: !isUninstallation ? nil : steps.contains(.removeDirectories) ? .done : .thisTreeOnly, repair: nil)
  }

  /// Answers which files were rewritten now.
  private func complete(
    _ journal: Journal, _ steps: [TransitionStep], in tree: WorkingTree
  ) throws(MungeError) -> [WorktreeFile] {
    let files = try files(of: journal, in: tree)
    let listed = Set(journal.files.map(\.path))
    var completion = TransitionWriter(
      tree, journal, Rewriter(worktree: tree.top, finishing: journal, directory: tree.mungeDirectory))
    // The index has old sizes for the files that were rewritten before the end, too.
    try completion.run(files, stale: files.filter { listed.contains($0.path) }, attributed: files, steps)
    return completion.rewritten
  }

  /// A repair ends with the file that it was at: whose leak the others hold only a new one can find out.
  private func leave(_ journal: Journal) throws(MungeError) -> RecoveryReport {
    let paths = Set(journal.files.map(\.path))
    let files = try IndexSnapshot(tree).munged.filter { paths.contains($0.path) }
    try IndexStatReset(tree).run(rewritten: files, attributed: [])
    try PlanStore.withdraw(tree)
    return RecoveryReport(rewritten: [], uninstallation: nil, repair: .toBeDoneAgain)
  }

  /// What an uninstallation takes away belongs to all working trees: where another one was munged since it was killed,
  /// or made, all of that stays.
  private func steps(of journal: Journal) throws(MungeError) -> [TransitionStep] {
    let steps = journal.steps.compactMap { TransitionStep($0) }
    guard steps.contains(.removeDirectories), try !tree.mungedOthers().isEmpty else { return steps }
    return [.keepPlans]
  }

  /// Whoever writes git's configuration holds its lock for a moment. One that stays, beside a command of ours
  /// that was killed, is what that has left.
  private func releaseConfigLock() {
    let lock = Path(tree.config.bytes + Array(".lock".utf8))
    func state() -> FileStatus? { try? FileSystem.status(lock) }
    guard let first = state() else { return }
    let isAlive = Patience.wait(tenths: 20) { state() != first }
    if !isAlive { try? FileSystem.remove(lock) }
  }

  private func takeBackEdits(_ journal: Journal) throws(MungeError) {
    let swap = AtomicReplace(directory: tree.mungeDirectory.own)
    for (number, file) in journal.files.enumerated() {
      try wrapping(swap.recover(tree.top / file.path, number: number, file))
    }
  }

  /// All that a transition looks at, and what the journal names beside it.
  private func files(of journal: Journal, in tree: WorkingTree) throws(MungeError) -> [WorktreeFile] {
    let snapshot = try IndexSnapshot(tree)
    let found = try Transition(tree: tree, old: journal.old, new: journal.new, snapshot: snapshot).files()
    let missing = Set(journal.files.map(\.path)).subtracting(found.map(\.path))
    return (found + missing.compactMap { snapshot[$0] }).sorted { $0.path < $1.path }
  }
}

/// What was left to do.
package struct RecoveryReport: Sendable {
  /// What became of an uninstallation.
  package enum Uninstallation: Sendable {
    /// Nothing of git-munge is left in the clone now.
    case done
    /// Another working tree was munged meanwhile, and needs the filter.
    case thisTreeOnly
  }

  /// What became of a repair.
  package enum Repair: Sendable {
    /// Some files may still hold what it was started for.
    case toBeDoneAgain
  }

  package let rewritten: [Path]
  /// `nil`: it was none.
  package let uninstallation: Uninstallation?
  /// `nil`: it was none.
  package let repair: Repair?
}
