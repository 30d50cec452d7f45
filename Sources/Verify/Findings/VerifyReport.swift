/// What `git munge verify` looks at.
public enum VerifyTarget: Sendable, Equatable {
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
public struct VerifyReport: Sendable, Equatable {
  /// How much was looked at.
  public struct Coverage: Sendable, Equatable {
    /// 0 where no commits were asked for one by one.
    public var commits = 0
    /// Munged files, or versions of them.
    public var files = 0
    /// Of those, in bytes.
    public var bytes = 0

    public init() {}
  }

  /// What generated value sets did to the munged files.
  public struct Simulation: Sendable, Equatable {
    public var valueSets = 0
    /// Munged files times value sets, without those whose rules an installation refuses there.
    public var trips = 0
    /// Those that bytes alone restored.
    public var exact = 0
    /// Those that took the committed file.
    public var withSource = 0

    public init() {}
  }

  public let target: VerifyTarget
  /// In the order of commits, paths and lines, then those of the whole tree.
  public var findings: [Finding] = []
  /// How many findings a baseline has accepted; they are not among the others.
  public var accepted = 0
  public var extent = Coverage()
  /// `nil` where none was asked for.
  public var simulation: Simulation?
  /// By which all was judged; `nil` where there are none, or they cannot be read.
  public var rules: Rules?

  public init(_ target: VerifyTarget) { self.target = target }

  /// Whether something has to be corrected; `strictly`: warnings count, too.
  public func isFailing(strictly: Bool) -> Bool { findings.contains { $0.severity(strictly: strictly) == .error } }

  /// Errors and warnings.
  public var problems: [Finding] { findings.filter { $0.severity != .note } }

  public var notes: [Finding] { findings.filter { $0.severity == .note } }
}

/// How a report is written.
public enum ReportFormat: String, Sendable, CaseIterable {
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
