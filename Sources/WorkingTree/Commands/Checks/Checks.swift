import Platform
import Rules
import Smudge
import Verify

/// The checks of everything that git-munge depends on. `status --check` makes all, `status` and `install` some.
struct Checks {
  /// A check, by its name in reports. Those of the installation are first, those of `status --check` alone are last.
  enum Check: String, Sendable, CaseIterable {
    case plan, program, configuration, rules, attributes, hooks, files, git, filter, leftovers
  }

  let session: Session
  /// The listing of files; not read without a plan.
  let listing: Later<IndexSnapshot>
  /// The findings in files; `nil` without a plan.
  let scan: WorkingTreeScan?
  /// The filter program next to this one, or the directories in which it was not found.
  let search: (program: Path?, missingIn: [Path])
  let hooks: HookInstaller
  let current: Installation
  private let wanted: Installation

  init(_ session: Session, _ listing: Later<IndexSnapshot>, _ scan: WorkingTreeScan?) throws {
    self.session = session
    self.listing = listing
    self.scan = scan
    search = FilterProgram.look()

    let program = session.configuration.filterProgram ?? search.program
    hooks = try HookInstaller(session.tree)
    current = try Installation(session, hooks, for: program)

    // Without a plan, or rules that can be used, no plan is compared.
    guard let program else {
      wanted = current
      return
    }
    var request = Installation.Request(program: program, privateRules: current.privateRules)
    if let plan = session.readablePlan {
      request.munging = try session.readableRules.map {
        try Installation.Munging($0, session.configuration.values, after: plan)
      }
      // Invalid private rules are another finding.
      request.lines = try? AttributesBlock(session.tree).linesToSet(
        session, listing.value, during: session.operation)
    }
    wanted = current.installed(request)
  }

  /// What an installation without options would change.
  func difference(in part: Installation.Row.Part) -> [Finding.Detail] { current.row(part, to: wanted).findings }
}
