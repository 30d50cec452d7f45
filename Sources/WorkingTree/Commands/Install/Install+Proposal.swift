import Platform
package import Rules
package import Smudge
import Verify

// The question of `git munge install`.
extension Install {
  /// The changes of rules and values in a working tree.
  package struct Proposal: Sendable {
    let old: Plan
    package let new: Plan
    package let rules: Rules
    package let difference: RulesDifference
    let isApproved: Bool
    /// The filter lines; `nil` if there are none, as on an older branch.
    let lines: [UInt8]?
    private let tree: WorkingTree

    /// Compares the rules and values with a plan. `snapshot`: has at least the rules and attributes files.
    ///
    /// Throws `InstallError.rulesConflicted`: a file in conflict can be valid.
    init(
      _ session: Session, _ rules: Rules, _ values: [VariableValue], from old: Plan, _ snapshot: IndexSnapshot,
      during operation: GitOperation?
    ) throws {
      tree = session.tree
      if try snapshot.record(of: Path(RulesFile.name)) == .unmerged { throw InstallError.rulesConflicted }

      let approved = TrustedRules(tree.mungeDirectory)
      self.old = old
      self.rules = rules
      new = try Compiler(rules, values: rules.declared(values), previous: old).plan()
      difference = RulesDifference(from: old, approved.rules(of: old), to: new, rules)
      isApproved = approved.contains(rules)
      lines = try AttributesBlock(tree).linesToSet(session, snapshot, during: operation, from: old)
    }

    /// The author and the name of the last commit that changed `.gitmunge`; `nil` if it has other rules.
    package var author: [UInt8]? {
      guard (try? tree.holdsRulesInHead) == true,
        (try? tree.git.run(["diff", "--quiet", "HEAD", "--", RulesFile.name]))?.isSuccess == true
      else { return nil }
      return try? tree.git.line(["log", "-1", "--no-show-signature", "--format=%an (%h)", "--", RulesFile.name])
    }

    /// Changes of the wording of rules that are not approved.
    package var wording: [RulesDifference.Change] { isApproved ? [] : difference.wording }

    /// False for approved rules and unchanged values, so that switching branches is silent.
    var needsConsent: Bool {
      isApproved ? difference.isAboutValues : !difference.isEmpty || !wording.isEmpty
    }

    /// What it asks of an installation. `program`: `nil`: it stays.
    func request(_ program: Path?) -> Installation.Request {
      Installation.Request(program: program, plan: new, source: rules.source, lines: lines)
    }
  }
}
