import Platform
import Rules
import Smudge
import Verify

// The command as a hook of git.
extension Install {
  /// Applies rules that are approved, and asks nothing; reads files only if rules or values have changed. Returns what
  /// waits for the developer.
  ///
  /// `arguments`: those that git gives the hook. Throws `InstallError.notInstalled` without an installation.
  package func follow(_ hook: Hook, _ arguments: [String]) throws -> Proposal? {
    // Nothing changes during an operation; some hooks run at its end, when git still has its files.
    let operation = GitOperation.inProgress(in: tree.gitDirectory.own)
    if operation != nil, operation != hook.completed(arguments) { return nil }
    let listing = Later { [tree] in try IndexSnapshot(tree, rulesOnly: true) }
    let session = try Session(tree)
    guard let first = try pending(session, listing.value) else { return nil }
    if first.proposal.needsConsent {
      announce()
      return first.proposal
    }

    try tree.alone {
      let session = try Session(tree.reread())
      let snapshot = try IndexSnapshot(session.tree)
      guard let now = try pending(session, snapshot), !now.proposal.needsConsent else { return }
      try session.warn(of: session.substitute())
      let (old, new) = (now.proposal.old, now.proposal.new)
      let change = try Change(session.tree, from: old, to: new, [.keepPlans] + now.steps, snapshot)
      _ = try change.perform(change.listed())
    }
    return nil
  }

  /// The change that a hook would make; `nil` for none, and if none can be made now.
  private func pending(
    _ session: Session, _ snapshot: IndexSnapshot
  ) throws -> (proposal: Proposal, steps: [TransitionStep])? {
    guard let old = try session.tree.plan() else { throw InstallError.notInstalled }
    guard let rules = try session.rules.get() else { return nil }
    do {
      let proposal = try Proposal(session, rules, session.configuration.values, from: old, snapshot, during: nil)
      let program = try session.substitute()
      let found = try Installation(session, HookInstaller(session.tree))
      let wanted = try found.following(proposal.request(program), AttributesBlock(session.tree))
      let steps = TransitionStep.steps(from: found, to: wanted)
      return steps.isEmpty && old == proposal.new ? nil : (proposal, steps)
    } catch InstallError.rulesConflicted { return nil }
  }

  /// Keeps the filter from printing what the hook prints.
  private func announce() {
    guard let fingerprint = RulesFingerprint.read(in: tree.top) else { return }
    _ = try? FileSystem.replace(tree.mungeDirectory.announced, with: fingerprint.hex.bytes, mode: 0o600)
  }
}
