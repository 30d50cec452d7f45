package import Platform
import Smudge
import Verify

/// Repairs a working tree before any other command: completes an interrupted transition, and makes git read the attributes of
/// a clone that has moved.
package struct Recovery {
  private let tree: WorkingTree

  package init(_ tree: WorkingTree) { self.tree = tree }

  /// `nil` if there was nothing to complete. Throws `MungeError.busy` while another command is running.
  package func run() throws -> RecoveryReport? {
    let report = try completed()
    // A command that only reads works without, and reports it.
    try? FallbackAttributes(tree).reconnect()
    return report
  }

  private func completed() throws -> RecoveryReport? {
    if !FileSystem.exists(tree.mungeDirectory.journal) {
      tree.sweepAside()
      return nil
    }
    return try tree.alone {
      guard let journal = try journal() else { return nil }
      defer { sweep() }
      return try finish(journal)
    }
  }

  /// Removes temporary files.
  private func sweep() {
    let directory = tree.mungeDirectory.own
    for (place, start) in [(directory, "."), (tree.gitDirectory.own, ".munge.")] {
      for name in (try? FileSystem.entries(place)) ?? [] where name.bytes.starts(with: start.utf8) {
        try? FileSystem.remove(place / name)
      }
    }
    for name in ["index", "index.lock", "lock"] { try? FileSystem.remove(directory / name) }
  }

  private func journal() throws -> Journal? {
    do { return try tree.mungeDirectory.loadJournal() } catch { throw MungeError.damagedPlan(error) }
  }

  private func finish(_ journal: Journal) throws -> RecoveryReport {
    try IndexStatReset(tree).releaseLock()
    releaseConfigLock()
    try takeBackEdits(journal)
    if journal.isRepair { return try leave(journal) }
    let steps = try steps(of: journal)
    try TransitionStep.begin(steps, in: tree)
    let rewritten = try FallbackAttributes(tree).previewing(steps.attributes) { preview in
      try complete(journal, steps, in: preview ?? tree)
    }
    let isUninstallation = journal.steps.contains(TransitionStep.removeDirectories.record)
    return RecoveryReport(
      rewritten: rewritten.map(\.path),
      uninstallation: !isUninstallation ? nil : steps.contains(.removeDirectories) ? .done : .thisTreeOnly, repair: nil)
  }

  /// Returns the files that it has rewritten.
  private func complete(
    _ journal: Journal, _ steps: [TransitionStep], in tree: WorkingTree
  ) throws -> [WorktreeFile] {
    let files = try files(of: journal, in: tree)
    let listed = Set(journal.files.map(\.path))
    var completion = TransitionWriter(
      tree, journal, Rewriter(worktree: tree.top, finishing: journal, directory: tree.mungeDirectory))
    // The index also has old sizes of the files that were rewritten before the interruption.
    try completion.run(files, stale: files.filter { listed.contains($0.path) }, attributed: files, steps)
    return completion.rewritten
  }

  /// An interrupted repair is not continued: a new one has to search the remaining files.
  private func leave(_ journal: Journal) throws -> RecoveryReport {
    let paths = Set(journal.files.map(\.path))
    let files = try IndexSnapshot(tree).munged.filter { paths.contains($0.path) }
    try IndexStatReset(tree).run(rewritten: files, attributed: [])
    try PlanStore.withdraw(tree)
    return RecoveryReport(rewritten: [], uninstallation: nil, repair: .toBeDoneAgain)
  }

  /// An uninstallation removes what all working trees share, so its steps are skipped if another one has been munged
  /// meanwhile.
  private func steps(of journal: Journal) throws -> [TransitionStep] {
    let steps = journal.steps.compactMap { TransitionStep($0) }
    guard steps.contains(.removeDirectories), try !tree.mungedOthers().isEmpty else { return steps }
    return [.keepPlans]
  }

  /// Removes the lock file of the configuration. git holds it only for a moment, so one that stays is left from the killed
  /// command.
  private func releaseConfigLock() {
    let lock = Path(tree.config.bytes + Array(".lock".utf8))
    func state() -> FileStatus? { try? FileSystem.status(lock) }
    guard let first = state() else { return }
    let isAlive = waitUntil(tenths: 20) { state() != first }
    if !isAlive { try? FileSystem.remove(lock) }
  }

  private func takeBackEdits(_ journal: Journal) throws {
    let swap = AtomicReplace(directory: tree.mungeDirectory.own)
    for (number, file) in journal.files.enumerated() {
      try swap.recover(tree.top / file.path, number: number, file)
    }
  }

  /// The files of the transition, and those of the journal.
  private func files(of journal: Journal, in tree: WorkingTree) throws -> [WorktreeFile] {
    let snapshot = try IndexSnapshot(tree)
    let found = try Transition(tree: tree, old: journal.old, new: journal.new, snapshot: snapshot).files()
    let missing = Set(journal.files.map(\.path)).subtracting(found.map(\.path))
    return try (found + snapshot.files(at: Array(missing))).sorted { $0.path < $1.path }
  }
}

/// The result of a recovery.
package struct RecoveryReport: Sendable {
  /// The result for an interrupted uninstallation.
  package enum Uninstallation: Sendable {
    /// It was completed.
    case done
    /// The filter stays, because another working tree has been munged meanwhile.
    case thisTreeOnly
  }

  /// The result for an interrupted repair.
  package enum RepairProgress: Sendable {
    /// Some files can still hold leaks.
    case toBeDoneAgain
  }

  package let rewritten: [Path]
  /// `nil` for another command.
  package let uninstallation: Uninstallation?
  /// `nil` for another command.
  package let repair: RepairProgress?
}
