package import Platform
import Rules
import Smudge
import Verify

/// `git munge repair`: restores canonical texts in files that hold leaks.
package struct Repair {
  private let tree: WorkingTree
  private let paths: [Path]
  private let mode: RepairReport.Mode
  private let scope: RepairReport.Scope

  /// `paths`: relative to the current directory.
  package init(_ tree: WorkingTree, _ paths: [Path], mode: RepairReport.Mode, _ scope: RepairReport.Scope) {
    (self.tree, self.paths, self.mode, self.scope) = (tree, paths, mode, scope)
  }

  package func run() throws -> RepairReport {
    switch mode {
    case .dryRun: try repaired()
    case .perform: try tree.alone { try repaired() }
    }
  }

  /// All files are repaired in memory before the first is written, so that an error changes nothing.
  private func repaired() throws -> RepairReport {
    guard let rules = try tree.rules() else { throw try tree.noRules() }
    let (files, plan) = (try tree.filesToRepair(paths), try tree.plan())
    var repair = try FileRepair(tree, rules, plan ?? .idle, mode, scope)
    var journal = Journal(old: plan ?? .idle, new: plan ?? .idle, files: [], steps: [TransitionStep.repair.record])
    let counter = tree.progress.counter("Reading files", of: files.count)
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
    let files = results.map(\.report)
    return RepairReport(
      mode: mode, files: files, toAdd: try tree.pathsFromHere(files.filter { $0.standing != .nothingToDo }.map(\.path)))
  }
}

extension FileRepair.Result {
  fileprivate var report: RepairReport.File {
    let left = repairedText.left.placed(file.path, repairedText.content, repairedText.text, .tree).map(\.finding)
    return RepairReport.File(path: file.path, standing: standing, left: left, older: older, alike: alike(besides: left + older))
  }

  /// Shorter texts without a dot can be words.
  private static func isIdentifier(_ text: [UInt8]) -> Bool { text.count >= 10 || text.contains(UInt8(ascii: ".")) }

  private func alike(besides others: [Finding]) -> [Int] {
    let search = WholeWordSearch(repairedText.places.map(\.report.leaked).filter(Self.isIdentifier).uniqued)
    if repairedText.places.isEmpty || !search.occur(in: repairedText.text) { return [] }
    let (lines, listed) = (TextLines(repairedText.text), Set(others.compactMap(\.location?.line)))
    return lines.numbers.filter { !listed.contains($0) && search.occur(in: Array(lines.trimmed($0))) }
  }

  private var standing: RepairReport.FileOutcome {
    if repairedText.places.isEmpty { return isStagedWithLeak ? .toBeAdded : .nothingToDo }
    return .repaired(repairedText.places.map(\.report), appearance)
  }
}
