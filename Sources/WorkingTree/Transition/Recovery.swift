package import Platform
import Smudge
import Verify

/// Completes an interrupted transition before any other command.
package struct Recovery {
  private let tree: WorkingTree

  package init(_ tree: WorkingTree) { self.tree = tree }

  /// Completes what was interrupted. Throws `TransitionError.busy` while another command is running.
  package func run() throws -> RecoveryReport {
    if !tree.occupied.isEmpty { try tree.alone(clearPlaces) }
    if !FileSystem.exists(tree.mungeDirectory.journal) {
      tree.sweepAside()
      return .nothing
    }

    return try tree.alone {
      // With one that cannot be read, clean fails until an installation has rewritten the files.
      guard let (journal, steps) = try? tree.journal() else { return .nothing }
      defer { sweep() }
      return try finish(journal, steps)
    }
  }

  private func clearPlaces() {
    for place in tree.occupied {
      do { try tree.clear(place) } catch { Terminal.warn("git-munge: \(error)") }
    }
  }

  /// Removes temporary files.
  private func sweep() {
    let plans = FileSystem.paths(in: tree.gitDirectory.own).filter { $0.name.bytes.starts(with: ".munge.".utf8) }
    for path in tree.leftovers + plans { try? FileSystem.removeTree(path) }
  }

  /// Completes a transition.
  private func finish(_ journal: Journal, _ all: [TransitionStep]) throws -> RecoveryReport {
    try IndexStatReset(tree).releaseLock()
    releaseConfigLock()

    let swap = AtomicReplace(
      directory: tree.mungeDirectory.own, saves: tree.mungeDirectory.common, token: journal.token)
    for (number, file) in journal.files.enumerated() {
      do { try swap.recover(tree.top / file.path, number: number, file) } catch { Terminal.warn("git-munge: \(error)") }
    }

    let steps = try remaining(of: all)
    for step in steps { try step.begin(in: tree) }
    let (rewritten, isWhole) = try complete(journal, steps)
    return isWhole && steps.contains(.removeDirectories) ? .uninstalled(rewritten) : .completed(rewritten)
  }

  /// Returns the files that it has rewritten, of those of the change and of the journal, and whether it has left none.
  private func complete(_ journal: Journal, _ steps: [TransitionStep]) throws -> ([Path], isWhole: Bool) {
    let change = try Change(tree, from: journal.old, to: journal.new, steps)
    let listed = Set(journal.files.map(\.path))
    let missing = listed.subtracting(change.files.map(\.path))
    let files = try (change.files + change.snapshot.files(at: Array(missing))).sorted { $0.path < $1.path }

    var rewriter = Rewriter(tree, finishing: journal)
    rewriter.modified = tree.modifiedFiles()
    var writer = TransitionWriter(change.tree, journal, rewriter)
    // The index also has old sizes of the files that were rewritten before the interruption.
    let stale = try change.modified + files.filter { listed.contains($0.path) }
    try writer.run(files, stale: stale, isResumed: true, change.steps)

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
  private func remaining(of steps: [TransitionStep]) throws -> [TransitionStep] {
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

extension WorkingTree {
  /// The journal of a transition that runs or was interrupted, and its steps.
  func journal() throws(PlanError) -> (journal: Journal, steps: [TransitionStep])? {
    guard let journal = try mungeDirectory.loadJournal() else { return nil }
    let steps = journal.steps.compactMap { TransitionStep($0) }
    if steps.count < journal.steps.count { throw .damaged }
    return (journal, steps)
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
}
