import Platform
import Rules

/// Verifies all files of a commit or of the index.
struct TreeVerification {
  let repository: VerifyRepository
  let tree: CommittedTree
  /// Whether files are checked with generated values.
  var isSimulating = false
  var progress = Progress.none
  /// The severity of what can be older than its rule.
  var scope = [LeakScanner.Hit].Scope.change

  func report(on target: VerifyTarget) throws -> VerifyReport {
    var report = VerifyReport(target)
    let files = try tree.files(repository.git)
    let attributes = CommittedAttributes(repository) { [files] }
    try attributes.load(files.map(\.path))

    let own = try repository.ownPlan()
    let rules = try RulesCheck.read(tree, repository, own: own)
    if let problem = rules.problem {
      report.findings = [problem]
    } else if let scanner = rules.scanner {
      report.rules = scanner.rules
      try look(at: files, attributes, scanner, &report)
    } else if let file = repository.privateRules(), let own {
      report.privateRules = file
      try look(at: files, attributes, LeakScanner(Rules(), own: own), &report)
    } else {
      let count = try files.count { try attributes.munges($0.path) }
      if count > 0 { report.findings = [RulesCheck.finding(.missingRules(files: count))] }
    }
    return report
  }

  /// Adds the findings in the files of a tree. Without committed rules, only local texts of this working tree are
  /// searched.
  private func look(
    at files: [CommittedTree.File], _ attributes: CommittedAttributes, _ scanner: LeakScanner,
    _ report: inout VerifyReport
  ) throws {
    let isPrivate = report.privateRules != nil
    var wanted = try files.filter { scanner.looks(at: $0.path) }.map { try (file: $0, attribute: attributes[$0.path]) }
    // No rule was forgotten for larger files without `filter=munge`.
    let limited = wanted.filter { isPrivate || $0.attribute != .munged }.map(\.file.blob)
    let large = try repository.git.blobs(limited, largerThan: SearchBudget.largest(knowsTexts: isPrivate))
    wanted = wanted.filter { !isPrivate && $0.attribute == .munged || !large.contains($0.file.blob) }

    let counter = progress.counter("Verifying files", of: wanted.count)
    var scan = try TreeScan(scanner, scope, isPrivate: isPrivate, isSimulating: isSimulating)
    let scans = try repository.blobs.reduce(wanted.map(\.file.blob), into: scan) {
      [git = repository.git, tree, wanted] scan, index, content in
      counter.advance()
      let (file, attribute) = wanted[index]
      try scan.look(at: content, file.path, attribute, tree.commit, isTooLarge: git.isTooLarge(file.blob))
    }
    for next in scans { scan.merge(next) }
    counter.finish()

    let leaks = scan.leaks
    report.files = scan.files
    report.unread[.unreadable] = scan.unread
    report.findings += scan.misses + leaks + scan.tally.unusedLines + scan.tally.findings
    // A leak can be in all places of its rule.
    report.findings += scan.tally.unused.filter { rule in
      !leaks.contains { $0.kind == .foreignValue && $0.rule == rule.rule }
    }
    report.findings += (scan.simulator?.findings ?? []) + scan.problems
    report.isSimulated = isSimulating && scan.simulator != nil
  }
}
