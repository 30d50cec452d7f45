import Libgit2
import Platform
import Smudge
package import Verify

/// `git munge doctor`: checks everything that git-munge depends on, and fixes what is safe to fix.
package struct Doctor {
  package enum Mode: Sendable { case look, fix }

  /// The checks, in this order.
  package enum Check: Sendable, CaseIterable {
    case git, program, configuration, rules, plan, start, bareStart, attributes, files, hooks, leftovers
  }

  private let tree: WorkingTree
  private let mode: Mode

  package init(_ tree: WorkingTree, _ mode: Mode) {
    (self.tree, self.mode) = (tree, mode)
  }

  package func run() throws -> DoctorReport {
    let found = try look(tree, fixed: [])
    let fixable = found.findings.filter(\.isFixable)
    guard mode == .fix, !fixable.isEmpty else { return found }
    try tree.alone {
      for fix in fixable.compactMap(\.detail.fix) { try fix.perform(in: tree) }
    }
    return try look(tree.reread(), fixed: fixable)
  }

  private func look(_ tree: WorkingTree, fixed: [Finding]) throws -> DoctorReport {
    let examination = try Examination(tree)
    var outcomes: [(check: Check, outcome: DoctorReport.CheckOutcome)] = []
    for check in Check.allCases { outcomes.append((check, try examination.outcome(of: check))) }
    return DoctorReport(outcomes: outcomes, fixed: fixed)
  }
}

extension Finding.Fix {
  /// What `git munge doctor --fix` does.
  fileprivate func perform(in tree: WorkingTree) throws {
    switch self {
    case .setKeys:
      guard let program = try? FilterProgram.find() else { return }
      try FilterKey.setAll(in: ConfigFile(tree.config), to: program)
    case .renewAttributes: try FallbackAttributes(tree).enable()
    case .writeHooks:
      guard let program = try? FilterProgram.find() else { return }
      let hooks = try HookInstaller(tree)
      _ = hooks.write(all: hooks.areWanted, for: program)
    case .restrict(let path): try FileSystem.setMode(path, 0o600)
    case .remove(let path): try FileSystem.removeTree(path)
    }
  }
}

/// The result of `git munge doctor`.
package struct DoctorReport: Sendable {
  /// The result of a check.
  package enum CheckOutcome: Sendable, Equatable {
    /// No problem; a detail such as a version or a path.
    case fine(String?)
    case found([Finding])
    /// Not possible, because something else is missing.
    case skipped

    /// `.fine` without findings.
    init(_ matters: [Finding.Detail], fine detail: String?) {
      self = matters.isEmpty ? .fine(detail) : .found(matters.map { Finding($0) })
    }
  }

  /// In the order of the checks.
  package let outcomes: [(check: Doctor.Check, outcome: CheckOutcome)]
  /// The fixed findings.
  package let fixed: [Finding]

  package var findings: [Finding] {
    outcomes.flatMap { _, outcome in
      switch outcome {
      case .fine, .skipped: [Finding]()
      case .found(let findings): findings
      }
    }
  }

  /// One document for programs; the findings have the form of docs/status.schema.json.
  package var json: String {
    JSONText.encoded([
      "version": StatusReport.version, "program": Version.current, "needsAttention": needsAttention,
      "findings": findings.map { $0.json(.plain) }, "fixed": fixed.map { $0.json(.plain) },
    ] as JSONObject)
  }

  package var needsAttention: Bool { findings.contains { $0.severity == .error } }
}
