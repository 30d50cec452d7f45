package import Platform

/// The state of a working tree: whose identifiers are on disk.
package enum WorkingTreeState: Sendable, Equatable {
  /// Neither rules nor an installation; rules files that are not at the top.
  case foreign([Path])
  /// Rules without an installation.
  case notInstalled
  /// Private rules that no installation uses: this file.
  case privateRulesUnused(PrivateRules)
  /// Files show local texts.
  case munged
  /// Munged, and neither the working tree nor `HEAD` has a rules file, as on an older branch.
  case branchWithoutRules
  /// Installed, but no rule changes this working tree.
  case idle
  /// The plan is invalid, so nothing is known: the next commit fails.
  case damaged

  /// The name in JSON.
  var name: String {
    switch self {
    case .foreign: "foreign"
    case .notInstalled, .privateRulesUnused: "not-installed"
    case .munged: "munged"
    case .branchWithoutRules: "branch-without-rules"
    case .idle: "idle"
    case .damaged: "damaged"
    }
  }

  /// The next command without an installation.
  var nextStep: String? {
    switch self {
    case .foreign(let elsewhere):
      elsewhere.first.map { "move \($0) to the top, then: git munge install" } ?? "git munge init"
    case .notInstalled: "git munge install"
    case .privateRulesUnused: "git munge install --private"
    case .munged, .branchWithoutRules, .idle, .damaged: nil
    }
  }

  package var isInstalled: Bool { nextStep == nil }

  var needsAttention: Bool { if case .foreign = self { false } else { !isInstalled } }
}
