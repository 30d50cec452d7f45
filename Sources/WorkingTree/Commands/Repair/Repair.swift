package import Platform
import Smudge
import Verify

/// `git munge repair`: restores canonical texts in files that hold leaks.
package struct Repair {
  private let tree: WorkingTree
  private let paths: [Path]
  private let mode: RepairReport.Mode

  /// `paths`: relative to the current directory.
  package init(_ tree: WorkingTree, _ paths: [Path], mode: RepairReport.Mode) {
    (self.tree, self.paths, self.mode) = (tree, paths, mode)
  }

  package func run() throws -> RepairReport {
    switch mode {
    case .dryRun: try repaired()
    case .perform: try tree.alone { try repaired() }
    }
  }

  /// All files are repaired in memory before the first is written, so that an error changes nothing.
  private func repaired() throws -> RepairReport {
    guard let rules = try tree.rules() else { throw MungeError.noRules }
    let (files, plan) = (try tree.filesToRepair(paths), try tree.plan())
    var repair = try FileRepair(tree, rules, plan ?? .idle, mode)
    var journal = Journal(old: plan ?? .idle, new: plan ?? .idle, files: [], steps: [TransitionStep.repair.record])
    var counter = tree.progress.counter("Reading files", of: files.count)
    for file in files {
      if let entry = try repair.entry(for: file) { journal.files.append(entry) }
      counter.advance()
    }
    counter.finish()
    switch mode {
    case .dryRun: return try report(files, repair.results)
    case .perform: return try report(files, perform(journal, files, repair))
    }
  }

  /// Writes the files as a transition from the plan to itself.
  private func perform(
    _ journal: Journal, _ files: [WorktreeFile], _ repair: consuming FileRepair
  ) throws -> [Path: FileRepair.Result] {
    try showToGit(repair.results.values.filter(\.isStagedWithLeak))
    if journal.files.isEmpty { return repair.results }
    if isInstalled { try IndexStatReset(tree).awaitTurn() }
    do { try PlanStore.begin(journal, tree) } catch { throw MungeError.notBegun(why: "\(error)") }
    let changed = Set(journal.files.map(\.path))
    var completion = TransitionWriter(tree, journal, repair)
    try completion.run(files.filter { changed.contains($0.path) }, attributed: [], [.repair])
    return completion.provider.results
  }

  private var isInstalled: Bool { tree.mungeDirectory.isInstalled }

  /// Resets the stat data of files in the index: `git add` ignores a file whose stat data has not changed.
  private func showToGit(_ results: [FileRepair.Result]) throws {
    let toAdd = results.map(\.file)
    if toAdd.isEmpty || !isInstalled { return }
    try FileSystem.makeDirectories(tree.mungeDirectory.own)
    let modified = tree.modifiedFiles()
    try IndexStatReset(tree).run(rewritten: toAdd.filter { !modified.contains($0.path) }, attributed: [])
  }

  private func report(_ files: [WorktreeFile], _ results: [Path: FileRepair.Result]) throws -> RepairReport {
    let results = files.compactMap { results[$0.path] }
    let commits = Set(results.flatMap { $0.repairedText.staying.values.compactMap(\.self) }).sorted()
    let unruled = Set(zip(commits, tree.holdsRules(commits)).filter { !$1 }.map(\.0))
    let files = results.map { $0.report(unruled) }
    return RepairReport(
      mode: mode, files: files, toAdd: try tree.pathsFromHere(files.filter { $0.standing != .nothingToDo }.map(\.path)))
  }
}

extension FileRepair.Result {
  /// `unruled`: commits without a rules file.
  fileprivate func report(_ unruled: Set<String>) -> RepairReport.File {
    let left = HitLocator(file.path, repairedText.content, repairedText.text).placed(repairedText.left, .tree).map(\.finding)
    let (staying, others) = left.reduce(into: ([RepairReport.NeverCanonical](), [Finding]())) { parts, finding in
      let mark = RepairedText.LeakMark(line: (finding.location?.line ?? 0) - 1, detail: finding.detail)
      guard let commit = repairedText.staying[mark] else { return parts.1.append(finding) }
      let isBeforeRules = commit.map(unruled.contains) ?? false
      parts.0.append(RepairReport.NeverCanonical(finding: finding, commit: commit, isBeforeRules: isBeforeRules))
    }
    return RepairReport.File(path: file.path, standing: standing, neverCanonical: staying, left: others)
  }

  private var standing: RepairReport.FileOutcome {
    if repairedText.places.isEmpty { return isStagedWithLeak ? .toBeAdded : .nothingToDo }
    let places = repairedText.places.map { place in
      RepairReport.RepairedPlace(
        line: place.line, rule: place.rule, leaked: place.hit.detail.leaked ?? [], outcome: place.outcome)
    }
    return .repaired(places, appearance)
  }
}
