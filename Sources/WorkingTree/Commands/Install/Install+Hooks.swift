import Platform
import Rules
import Smudge
import Verify

// As a hook of git.
extension Install {
  /// Applies rules that are approved, and asks nothing; reads files only if rules or values have changed. Returns what waits for
  /// the developer.
  ///
  /// `arguments`: those that git gives the hook. Throws `MungeError.notInstalled` without an installation.
  package func follow(_ hook: Hook, _ arguments: [String]) throws -> Proposal? {
    let attributes = FallbackAttributes(tree)
    if try attributes.isOutdated { try tree.alone(attributes.renew) }
    let session = try Session(tree)
    // git has finished this operation when it runs the hook.
    let operation = session.operation == hook.completed(arguments) ? nil : session.operation
    // In a new clone, for example, there is no commit to compare with.
    if operation == nil, let plan = session.readablePlan {
      _ = try? RenamedFiles(tree: tree, plan: plan).follow(hook, arguments)
    }
    guard let first = try pending(session, IndexSnapshot(tree, steering: true), operation), !first.isNothing else {
      return nil
    }
    if first.needsConsent {
      announce()
      return first
    }
    try tree.alone {
      let tree = tree.reread()
      let snapshot = try IndexSnapshot(tree)
      guard let now = try pending(Session(tree), snapshot, operation), !now.needsConsent else { return }
      let steps = try [.keepPlans, .trust(now.rules.source)] + tree.programSteps() + now.attributeSteps
      _ = try Change(tree, from: now.old, to: now.new, steps, snapshot).perform()
    }
    return nil
  }

  /// `nil` if nothing can be done now.
  private func pending(_ session: Session, _ snapshot: IndexSnapshot, _ operation: GitOperation?) throws -> Proposal? {
    guard let old = try tree.plan(), old != .idle else { throw MungeError.notInstalled }
    guard let rules = try session.rules.get() else { return nil }
    do {
      let proposal = try Proposal(session, rules, session.configuration.values, from: old, snapshot, during: operation, now: now)
      return operation != nil && !proposal.difference.isEmpty ? nil : proposal
    } catch MungeError.rulesConflicted { return nil }
  }

  /// Keeps the filter from printing what the hook prints.
  private func announce() {
    guard let fingerprint = RulesFingerprint.read(in: tree.top) else { return }
    _ = try? FileSystem.replace(tree.mungeDirectory.announced, with: Array(fingerprint.hex.utf8), mode: 0o600)
  }
}
