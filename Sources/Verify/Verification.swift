package import Platform

/// The work of `git munge verify`: checks that the repository is canonical and that clean undoes smudge.
///
/// It reads the object database, not the working tree (except for `--worktree`), whose content depends on the clone.
package struct Verification {
  /// The content to verify.
  package let target: VerifyTarget
  private let isSimulating: Bool
  /// The display of the progress.
  package let progress: Progress

  /// Creates a verification. `isSimulating`: whether clean has to undo smudge with generated values.
  package init(_ target: VerifyTarget, isSimulating: Bool = false, progress: Progress = .onTerminal) {
    self.target = target
    self.isSimulating = isSimulating
    self.progress = progress
  }

  /// Verifies content of the repository.
  package func run(in repository: VerifyRepository) throws -> VerifyReport {
    var report = VerifyReport(target)
    switch target {
    case .revision(let name):
      report = try scanned(try repository.commit(name), repository)
      if report.rules == nil, report.privateRules == nil, report.findings.isEmpty {
        throw repository.nothingToCheck(in: target)
      }
    case .range(let words):
      let commits = CommitRange(repository: repository, words: words)
      let tips = try commits.tips()
      try repository.verify(tips, after: commits.excluded(), into: &report)
      try simulate(tips.first?.new, repository, &report)
    case .pushed(let tips, let heads): try repository.verify(tips, after: heads, into: &report)
    case .history:
      try repository.verifyHistory(into: &report)
      try simulate(repository.head(), repository, &report)
    case .staged: try repository.verifyStaged(into: &report)
    // The files on disk are compared where they are.
    case .worktree: throw RepositoryError.bare
    }

    report.findings += VerifyReport.Gap.allCases.compactMap { gap in
      guard let paths = report.unread[gap], let first = paths.min() else { return nil }
      let detail = Finding.Detail.unread(gap, others: paths.count - 1)
      return Finding(detail, gap == .tooLarge ? .error : nil, at: Finding.Location(path: first))
    }
    return report
  }

  private func scanned(_ commit: String, _ repository: VerifyRepository) throws -> VerifyReport {
    try TreeVerification(repository: repository, tree: .commit(commit), isSimulating: isSimulating, progress: progress)
      .report(on: target)
  }

  /// Checks the newest commit, if there is one, with generated values.
  private func simulate(
    _ commit: @autoclosure () throws -> String?, _ repository: VerifyRepository, _ report: inout VerifyReport
  ) throws {
    guard isSimulating, let commit = try commit() else { return }
    let tree = try scanned(commit, repository)
    report.isSimulated = tree.isSimulated
    report.findings += tree.findings.filter { $0.kind == .notRestored }
  }
}
