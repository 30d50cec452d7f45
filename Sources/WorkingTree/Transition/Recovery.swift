package import Platform
import Smudge
import Verify

/// Completes an interrupted transition before any other command.
package struct Recovery {
  private let tree: WorkingTree

  package init(_ tree: WorkingTree) { self.tree = tree }

  /// Completes what was interrupted. Throws `TransitionError.busy` while another command is running.
  package func run() throws -> RecoveryReport {
    if !FileSystem.exists(tree.mungeDirectory.journal) {
      tree.sweepAside()
      return .nothing
    }

    return try tree.alone {
      let journal: Journal?
      do throws(PlanError) {
        journal = try tree.mungeDirectory.loadJournal()
      } catch {
        // An installation cannot read it either.
        if case .unreadable(let reason) = error { throw reason }
        // As the plan, it is a damaged one: clean fails until an installation has made another.
        try FileSystem.move(tree.mungeDirectory.journal, to: tree.mungeDirectory.plan)
        return .nothing
      }
      guard let journal else { return .nothing }
      defer { sweep() }
      return try finish(journal)
    }
  }

  /// Removes temporary files.
  private func sweep() {
    let directory = tree.mungeDirectory.own
    for (place, start) in [(directory, "."), (tree.gitDirectory.own, ".munge.")] {
      for path in FileSystem.paths(in: place) where path.name.bytes.starts(with: start.utf8) {
        try? FileSystem.remove(path)
      }
    }
    for name in ["index", "index.lock", "lock"] { try? FileSystem.remove(directory / name) }
  }

  /// Completes a transition.
  private func finish(_ journal: Journal) throws -> RecoveryReport {
    try IndexStatReset(tree).releaseLock()
    releaseConfigLock()

    let swap = AtomicReplace(
      directory: tree.mungeDirectory.own, saves: tree.mungeDirectory.common, token: journal.token)
    for (number, file) in journal.files.enumerated() {
      do { try swap.recover(tree.top / file.path, number: number, file) } catch { Terminal.warn("git-munge: \(error)") }
    }

    let steps = try steps(of: journal)
    for step in steps { try step.begin(in: tree) }
    let (rewritten, isWhole) = try complete(journal, steps)
    if !isWhole || !journal.steps.contains(TransitionStep.removeDirectories.record) {
      return .completed(rewritten)
    }
    return steps.contains(.removeDirectories) ? .uninstalled(rewritten) : .uninstalledHere(rewritten)
  }

  /// Returns the files that it has rewritten, of those of the change and of the journal, and whether it has left none.
  private func complete(_ journal: Journal, _ steps: [TransitionStep]) throws -> ([Path], isWhole: Bool) {
    let change = try Change(tree, from: journal.old, to: journal.new, steps)
    let listed = Set(journal.files.map(\.path))
    let missing = listed.subtracting(change.files.map(\.path))
    let files = try (change.files + change.snapshot.files(at: Array(missing))).sorted { $0.path < $1.path }

    var writer = TransitionWriter(change.tree, journal, Rewriter(tree, finishing: journal))
    // The index also has old sizes of the files that were rewritten before the interruption.
    try writer.run(files, resumed: files.filter { listed.contains($0.path) }, attributed: files, change.steps)

    // What the filter refused because of the interruption is decided now.
    try? Warnings.forget(in: tree.mungeDirectory)
    var warnings = Warnings(tree.mungeDirectory)
    for (path, error) in writer.left {
      let why = if case TransitionError.file(_, let why) = error { why } else { "\(error)" }
      let pathspec = Path(":/".bytes + path.bytes).shellQuoted
      let look = "it stays as it is: `git diff -- \(pathspec)` shows what would be committed"
      let again = journal.new == .idle ? "; run `git munge uninstall` again" : ""
      warnings.report(.notCleaned, "\(why); \(look)\(again)", of: "\(path)")
    }
    warnings.finish()
    return withExtendedLifetime(change) { (writer.rewritten.map(\.path), writer.left.isEmpty) }
  }

  /// An uninstallation removes what all working trees share, so its steps are skipped if another one has been munged
  /// meanwhile.
  private func steps(of journal: Journal) throws -> [TransitionStep] {
    let steps = journal.steps.compactMap { TransitionStep($0) }
    guard steps.contains(.removeDirectories), try !tree.mungedOthers().isEmpty else { return steps }
    return [.keepPlans]
  }

  /// Removes the lock file of the configuration. git holds it only for a moment, so one that stays is left from the
  /// killed command.
  private func releaseConfigLock() {
    let lock = Path(tree.config.bytes + ".lock".bytes)
    guard let first = try? FileSystem.status(lock) else { return }
    let isAlive = waitUntil(tenths: 20) { (try? FileSystem.status(lock)) != first }
    if !isAlive { try? FileSystem.remove(lock) }
  }
}

/// The result of a recovery, with the rewritten files.
package enum RecoveryReport: Sendable, Equatable {
  /// Nothing was to be completed.
  case nothing
  /// A transition was completed.
  case completed([Path])
  /// An uninstallation was completed.
  case uninstalled([Path])
  /// An uninstallation was completed, but the filter stays, because another working tree has been munged meanwhile.
  case uninstalledHere([Path])
}
