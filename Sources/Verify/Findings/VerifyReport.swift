package import Platform
package import Rules

/// The result of `git munge verify`.
package struct VerifyReport: Sendable, Equatable {
  /// The content that was verified.
  package let target: VerifyTarget
  /// The findings in the order of commits, paths and lines, then the findings of the whole tree.
  package var findings: [Finding] = []
  /// The number of findings that the baseline accepts; `findings` does not contain them.
  package var accepted = 0
  /// The number of commits; 0 unless the target is a range or the history.
  package var commits = 0
  /// The number of munged files, or of versions of them, that were read.
  package var files = 0
  /// The reason why a file is not searched.
  enum Gap: CaseIterable {
    /// The blob of the file is missing or too large.
    case unreadable
    /// A change adds it, it is munged, and its blob is too large. Nothing else finds what is in it.
    case tooLarge
  }

  /// The files that are not searched.
  var unread: [Gap: Set<Path>] = [:]
  /// Whether munged files were smudged and cleaned with generated values.
  var isSimulated = false
  /// The commit that the index was compared with; `nil` before the first commit.
  package var head: String?
  /// The regular files that differ between that commit and the index.
  package var staged: [Path] = []
  /// Whether rules or attributes files differ, too.
  package var hasStagedSettings = false
  /// The rules; `nil` if there are none, or they are invalid.
  package var rules: Rules?
  /// The commits that added a local text, as far as they are known.
  package var leakingCommits: Set<String> {
    Set(findings.filter { $0.detail.leaked != nil }.compactMap(\.commit))
  }
  /// The private rules file, if there are no other rules: then only local texts of this working tree are searched.
  package var privateRules: String?

  /// The maximum number of findings for a service: GitHub refuses a file with more than 25,000.
  var maxListed = 10_000

  /// Creates a report without findings.
  package init(_ target: VerifyTarget) { self.target = target }

  /// Whether there is an error; `strictly`: or a warning.
  package func isFailing(strictly: Bool) -> Bool { findings.contains { $0.severity(strictly: strictly) == .error } }

  /// Adds the findings and numbers of another report.
  mutating func merge(_ other: VerifyReport) {
    findings += other.findings
    unread.merge(other.unread) { $0.union($1) }
    rules = rules ?? other.rules
    privateRules = privateRules ?? other.privateRules
    commits += other.commits
    files += other.files
  }

  /// The errors and warnings.
  package var problems: [Finding] { findings.filter { $0.severity != .note } }
  /// The findings that are only information.
  package var notes: [Finding] { findings.filter { $0.severity == .note } }
}
