import Platform
import Rules
import Smudge
import Verify

/// The checks of everything that git-munge depends on. `status --check` makes all, `status` and `install` some.
struct Checks {
  /// A check, by its name in reports. Those of the installation are first, those of `status --check` alone are last.
  enum Check: String, Sendable, CaseIterable {
    case plan, program, configuration, rules, attributes, hooks, filter, leftovers
  }

  let session: Session
  /// The listing of files; not read without a plan.
  let listing: Later<IndexSnapshot>
  let hooks: HookInstaller
  /// The installation that `git munge install` without options would make; without one, as it is.
  let wanted: Installation
  /// What that would change.
  let rows: [Installation.Row]
  /// What it would change in rules and values; `nil` without a plan, or valid rules.
  let difference: RulesDifference?

  init(_ session: Session, _ listing: Later<IndexSnapshot>) throws {
    self.session = session
    self.listing = listing

    hooks = try HookInstaller(session.tree)
    let found = try Installation(session, hooks)
    guard session.isInstalled, let program = session.configuration.filterProgram ?? (try? FilterProgram.find()) else {
      (wanted, rows) = (found, [])
      difference = nil
      return
    }

    let attributes = AttributesBlock(session.tree)
    var request = Installation.Request(program: program)
    var difference: RulesDifference?
    if let plan = session.readablePlan {
      // Invalid private rules are another finding.
      request.lines = try? attributes.linesToSet(session, listing.value, during: session.operation)
      if let rules = session.readableRules {
        let values = rules.declared(session.configuration.values)
        let new = try Compiler(rules, values: values, previous: plan).plan()
        let approved = TrustedRules(session.tree.mungeDirectory).rules(of: plan)
        difference = RulesDifference(from: plan, approved, to: new, rules)
      }
    }
    self.difference = difference
    wanted = try found.installed(request, attributes, hooks)
    rows = found.rows(to: wanted)
  }
}
