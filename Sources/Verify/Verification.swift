package import Platform

/// `git munge verify`: checks that the repository is canonical and that clean undoes smudge.
///
/// It reads the object database, not the working tree (except for `--worktree`), whose content depends on the clone.
package struct Verification {
  package let target: VerifyTarget
  private let valueSets: Int?
  package let progress: Progress

  /// `valueSets`: the number of generated value sets; `nil`: none.
  package init(_ target: VerifyTarget, valueSets: Int? = nil, progress: Progress = .none) {
    (self.target, self.valueSets, self.progress) = (target, valueSets, progress)
  }

  /// `worktree`: verifies the working tree, where that is the target.
  package func run(in here: VerifyRepository, worktree: (inout VerifyReport) throws -> Void) throws -> VerifyReport {
    var report = VerifyReport(target)
    switch target {
    case .revision(let name):
      report = try scanned(try here.commit(name), here)
      if report.rules == nil, report.privateRules == nil, report.findings.isEmpty { throw here.nothingToCheck(in: name) }
    case .range(let words):
      let commits = CommitRange(here, words)
      try here.verify(commits, { try commits.excluded(orElse: $0) }, progress, into: &report)
      if valueSets != nil { try simulate(try commits.ends()?.tip, here, &report) }
    case .received(let tips): try look(at: tips, here, &report)
    case .history:
      try here.verifyHistory(progress, into: &report)
      if valueSets != nil { try simulate(try here.head(), here, &report) }
    case .staged: try here.verifyStaged(into: &report)
    case .worktree: try worktree(&report)
    }
    if let first = report.unread.min() {
      report.findings.append(Finding(.unread(others: report.unread.count - 1), at: Finding.Location(path: first)))
    }
    return report
  }

  private func scanned(_ commit: String, _ here: VerifyRepository) throws -> VerifyReport {
    try TreeVerification(here: here, tree: .commit(commit), valueSets: valueSets, progress: progress).report(on: target)
  }

  /// Each tip by its own rules, those of its refs before the push and of `HEAD`, and without the commits of those before it; those
  /// with the same rules together, because a check starts ten processes. A tip without rules is allowed. This repository has no
  /// remote whose branches the commits are merged into.
  private func look(at tips: [ReceivedTip], _ here: VerifyRepository, _ report: inout VerifyReport) throws {
    guard let first = tips.first else { return }
    let head = try here.head()
    let alike = tips.count > 2 ? try here.tips(tips.dropFirst(), like: head ?? first.new, without: first.new) : []
    var known: [String] = []
    for group in [[first], alike] + tips.dropFirst().filter({ !alike.contains($0) }).map({ [$0] }) where !group.isEmpty {
      let (names, old) = (group.map(\.new), group == alike ? [] : group[0].old)
      var added = VerifyReport(target)
      do {
        let commits = CommitRange(here, names + ["--not", "--all"] + known)
        try here.verify(commits, { old + [head].compactMap(\.self) + $0 }, tips: names, progress, into: &added)
      } catch MungeError.nothingToCheck {
      }
      report.add(added)
      known += names
    }
  }

  /// Checks the newest commit, if there is one, with generated values.
  private func simulate(_ commit: String?, _ here: VerifyRepository, _ report: inout VerifyReport) throws {
    guard let tree = try commit.map({ try scanned($0, here) }) else { return }
    report.simulation = tree.simulation
    report.findings += tree.findings.filter { $0.kind == .notRestored }
  }
}
