import Libgit2
import Platform
import Smudge
package import Verify

/// `git munge doctor`: checks everything that git-munge depends on, and fixes what is safe to fix.
package enum Doctor {
  /// The checks, in this order.
  package enum Check: Sendable {
    case git, program, configuration, rules, plan, start, bareStart, attributes, files, hooks, leftovers
  }

  package static func run(in tree: WorkingTree, fixing: Bool) throws -> DoctorReport {
    let found = DoctorReport(outcomes: try Examination(tree).outcomes(), fixed: [])
    let fixable = found.findings.filter(\.isFixable)
    guard fixing, !fixable.isEmpty else { return found }
    try tree.alone { for fix in fixable.compactMap(\.detail.fix) { try fix.perform(in: tree) } }
    return DoctorReport(outcomes: try Examination(tree.reread()).outcomes(), fixed: fixable)
  }
}

extension Finding.Fix {
  /// What `git munge doctor --fix` does.
  fileprivate func perform(in tree: WorkingTree) throws {
    let program = try? FilterProgram.find()
    switch self {
    case .setKeys: if let program { try FilterKey.setAll(in: ConfigFile(tree.config), to: program) }
    case .renewAttributes: try FallbackAttributes(tree).enable()
    case .writeHooks:
      let hooks = try HookInstaller(tree)
      if let program { _ = hooks.write(all: hooks.areWanted, for: program) }
    case .restrict(let path): try FileSystem.setMode(path, 0o600)
    case .remove(let path): try FileSystem.removeTree(path)
    }
  }
}

/// The result of `git munge doctor`.
package struct DoctorReport: Sendable {
  package enum CheckOutcome: Sendable, Equatable {
    /// No problem; a detail such as a version or a path.
    case fine(String?)
    case found([Finding])
    /// Not possible, because something else is missing.
    case skipped

    /// `.fine` without findings.
    init(_ matters: [Finding.Detail], fine detail: String? = nil) {
      self = matters.isEmpty ? .fine(detail) : .found(matters.map { Finding($0) })
    }
  }

  /// In the order of the checks.
  package let outcomes: [(check: Doctor.Check, outcome: CheckOutcome)]
  package let fixed: [Finding]
  /// How findings are shown.
  package var showing = Finding.Showing.plain

  package var findings: [Finding] {
    outcomes.flatMap { _, outcome -> [Finding] in if case .found(let findings) = outcome { findings } else { [] } }
  }

  /// One document for programs; the findings have the form of docs/status.schema.json.
  package var json: String {
    JSONText.encoded([
      "version": StatusReport.version, "program": Version.current, "needsAttention": needsAttention,
      "findings": findings.map { $0.json(showing) }, "fixed": fixed.map { $0.json(showing) },
    ] as JSONObject)
  }

  package var needsAttention: Bool { findings.contains { $0.severity == .error } }
}
