package import Platform
import Rules
import Smudge
import Verify

/// `git munge repair`: restores canonical texts in files that hold leaks.
package struct Repair {
  private let tree: WorkingTree
  private let paths: [Path]
  private let scope: RepairReport.Scope

  /// `paths`: relative to the current directory.
  package init(_ tree: WorkingTree, _ paths: [Path], _ scope: RepairReport.Scope) {
    (self.tree, self.paths, self.scope) = (tree, paths, scope)
  }

  package func run() throws -> RepairReport { tree.isDryRun ? try repaired() : try tree.alone { try repaired() } }

  /// All files are repaired in memory before the first is written, so that an error changes nothing.
  private func repaired() throws -> RepairReport {
    guard let rules = try tree.rules() else { throw try tree.noRules() }
    let (files, plan) = (try tree.filesToRepair(paths), try tree.plan() ?? .idle)
    var repair = try FileRepair(tree, rules, plan, scope)
    var journal = Journal(old: plan, new: plan, files: [], steps: [TransitionStep.repair.record])
    let counter = tree.progress.counter("Reading files", of: files.count)
    for file in files {
      if let entry = try repair.entry(for: file) { journal.files.append(entry) }
      counter.advance()
    }
    counter.finish()
    let results = tree.isDryRun ? repair.results : try perform(journal, files, repair)
    let reports = files.compactMap { results[$0.path]?.report }
    return RepairReport(
      isDryRun: tree.isDryRun, files: reports,
      toAdd: try tree.pathsFromHere(reports.filter { $0.outcome != .nothingToDo }.map(\.path)))
  }

  /// Writes the files as a transition from the plan to itself.
  private func perform(
    _ journal: Journal, _ files: [WorktreeFile], _ repair: consuming FileRepair
  ) throws -> [Path: FileRepair.Result] {
    try showToGit(repair.results.values.filter { $0.report.outcome == .toBeAdded }.map(\.file))
    if journal.files.isEmpty { return repair.results }
    if tree.mungeDirectory.isInstalled { try IndexStatReset(tree).awaitTurn() }
    do { try PlanStore.begin(journal, tree) } catch { throw MungeError.notBegun(why: "\(error)") }
    let changed = Set(journal.files.map(\.path))
    var completion = TransitionWriter(tree, journal, repair)
    try completion.run(files.filter { changed.contains($0.path) }, attributed: [], [.repair])
    return completion.provider.results
  }

  /// Resets the stat data of files in the index: `git add` ignores a file whose stat data has not changed.
  private func showToGit(_ files: [WorktreeFile]) throws {
    if files.isEmpty || !tree.mungeDirectory.isInstalled { return }
    try FileSystem.makeDirectories(tree.mungeDirectory.own)
    let modified = tree.modifiedFiles()
    try IndexStatReset(tree).run(rewritten: files.filter { !modified.contains($0.path) }, attributed: [])
  }
}
