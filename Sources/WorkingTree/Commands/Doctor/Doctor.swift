import Platform
import Rules
import Smudge
package import Verify

/// `git munge doctor`: checks everything that git-munge depends on. `status` and `install` ask it for some parts.
package struct Doctor {
  /// The checks, in this order.
  package enum Check: Sendable, CaseIterable {
    case git, program, configuration, rules, plan, start, bareStart, attributes, files, hooks, leftovers
  }

  let session: Session
  /// The listing of files; not read without a plan.
  let listing: Later<IndexSnapshot>
  /// The filter program next to this one, or the directories in which it was not found.
  let search: (program: Path?, missingIn: [Path])
  let hooks: HookInstaller
  private let current, wanted: Installation

  /// Makes all checks.
  package static func run(in tree: WorkingTree) throws -> DoctorReport {
    let doctor = try Doctor(Session(tree), Later(atOnce: true) { try IndexSnapshot(tree) })
    return DoctorReport(outcomes: try Check.allCases.map { ($0, try doctor.outcome(of: $0)) })
  }

  init(_ session: Session, _ listing: Later<IndexSnapshot>) throws {
    self.session = session
    self.listing = listing
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

  /// The difference that an installation without options would make.
  func row(_ part: Installation.Row.Part) -> Installation.Row { current.row(part, to: wanted) }
}

/// The result of `git munge doctor`.
package struct DoctorReport: Sendable {
  /// The result of a check.
  package enum CheckOutcome: Sendable, Equatable {
    /// No problem; a detail such as a version or a path.
    case fine(String?)
    case found([Finding])
    /// The check is not possible, because something else is missing.
    case skipped

    var findings: [Finding] { if case .found(let findings) = self { findings } else { [] } }

    /// `.fine` without findings.
    init(_ matters: [Finding.Detail], fine detail: String? = nil) {
      self = matters.isEmpty ? .fine(detail) : .found(matters.map { Finding($0) })
    }
  }

  /// The results, in the order of the checks.
  package let outcomes: [(check: Doctor.Check, outcome: CheckOutcome)]

  package var findings: [Finding] { outcomes.flatMap(\.outcome.findings) }

  /// The report as one document for programs; the findings have the form of docs/status.schema.json.
  package var json: String {
    JSONText.encoded(
      [
        "version": StatusReport.version, "program": Version.current, "needsAttention": needsAttention,
        "findings": findings.map(\.json),
      ] as JSONObject)
  }

  package var needsAttention: Bool { findings.contains { $0.severity == .error } }
}
