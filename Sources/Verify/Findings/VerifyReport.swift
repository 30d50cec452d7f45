/// What `git munge verify` looks at.
package enum VerifyTarget: Sendable, Equatable {
  /// All that a commit holds; its name as it was given.
  case revision(String)
  /// What commits bring in, as `git rev-list` names them: `A..B`, or more words.
  case range([String])
  /// All commits that can be reached from a branch, a tag or `HEAD`.
  case history
  /// What would be committed.
  case staged
  /// What lies on disk, for a machine that builds from it.
  case worktree
}

/// What `git munge verify` has found.
package struct VerifyReport: Sendable, Equatable {
  /// How much was looked at.
  package struct Coverage: Sendable, Equatable {
    /// 0 where no commits were asked for one by one.
    package var commits = 0
    /// Munged files, or versions of them.
    package var files = 0
    /// Of those, in bytes.
    package var bytes = 0

    package init() {}
  }

  /// What generated value sets did to the munged files.
  package struct Simulation: Sendable, Equatable {
    package var valueSets = 0
    /// Munged files times value sets, without those whose rules an installation refuses there.
    package var trips = 0
    /// Those that bytes alone restored.
    package var exact = 0
    /// Those that took the committed file.
    package var withSource = 0

    package init() {}
  }

  package let target: VerifyTarget
  /// In the order of commits, paths and lines, then those of the whole tree.
  package var findings: [Finding] = []
  /// How many findings a baseline has accepted; they are not among the others.
  package var accepted = 0
  package var extent = Coverage()
  /// `nil` where none was asked for.
  package var simulation: Simulation?
  /// By which all was judged; `nil` where there are none, or they cannot be read.
  package var rules: Rules?

  package init(_ target: VerifyTarget) { self.target = target }

  /// Whether something has to be corrected; `strictly`: warnings count, too.
  package func isFailing(strictly: Bool) -> Bool { findings.contains { $0.severity(strictly: strictly) == .error } }

  /// Errors and warnings.
  package var problems: [Finding] { findings.filter { $0.severity != .note } }

  package var notes: [Finding] { findings.filter { $0.severity == .note } }
}

/// How a report is written.
package enum ReportFormat: String, Sendable, CaseIterable {
  /// Lines for people.
  case human
  /// docs/verify.schema.json
  case json
  /// SARIF 2.1.0 (OASIS), which code scanning services read.
  case sarif
  /// Workflow commands of GitHub Actions, which become annotations.
  case github
  /// JUnit XML, which most CI servers show.
  case junit
}
