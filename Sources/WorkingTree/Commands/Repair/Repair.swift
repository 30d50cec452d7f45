package import Platform
import Rules
import Smudge
package import Verify

/// `git munge repair`: restores canonical texts in files that hold leaks.
package struct Repair {
  private let tree: WorkingTree
  private let paths: [Path]
  private let isDryRun: Bool

  /// Prepares a repair. `paths`: relative to the current directory.
  package init(_ tree: WorkingTree, _ paths: [Path], isDryRun: Bool) {
    self.tree = tree
    self.paths = paths
    self.isDryRun = isDryRun
  }

  package func run() throws -> RepairReport {
    isDryRun ? try repaired() : try tree.alone { try repaired() }
  }

  /// All files are repaired in memory before the first is written, so that an error changes nothing.
  private func repaired() throws -> RepairReport {
    guard let rules = try tree.rules() else { throw try tree.noRules() }
    let files = try tree.filesToRepair(paths)
    let plan = try tree.plan() ?? .idle
    // Private rules have no age.
    let named = files.map(\.path).filter { rules.origin == .private || paths.map(\.name).contains($0.name) }

    var repair = try FileRepair(tree, rules, plan, named: Set(named), isDryRun: isDryRun)
    var journal = Journal(old: plan, new: plan, files: [], steps: [TransitionStep.repair.record])
    let counter = tree.progress.counter("Reading files", of: files.count)
    for file in files {
      if let entry = try repair.entry(for: file) { journal.files.append(entry) }
      counter.advance()
    }
    counter.finish()

    let results = isDryRun ? repair.results : try perform(journal, files, repair)
    let reports = files.compactMap { results[$0.path]?.report }
    return RepairReport(
      isDryRun: isDryRun, files: reports,
      toAdd: try tree.pathsFromHere(reports.filter { $0.outcome != .nothingToDo }.map(\.path)))
  }

  /// Writes the files as a transition from the plan to itself.
  private func perform(
    _ journal: Journal, _ files: [WorktreeFile], _ repair: consuming FileRepair
  ) throws -> [Path: FileRepair.Result] {
    try showToGit(repair.results.values.filter { $0.report.outcome == .toBeAdded }.map(\.file))
    if journal.files.isEmpty { return repair.results }
    if tree.mungeDirectory.isInstalled { try IndexStatReset(tree).awaitTurn() }
    do { try PlanStore.begin(journal, tree) } catch { throw TransitionError.notBegun(why: "\(error)") }
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

/// The result of `git munge repair`, also of a dry run.
package struct RepairReport: Sendable {
  /// A place with a leak.
  package struct RepairedPlace: Sendable, Equatable {
    /// The line, from 1, in the file before the repair.
    package let line: Int
    package let rule: [UInt8]
    package let leaked: [UInt8]
    /// The canonical text that was restored; `nil` if the inserted line was removed (`on-insert = drop`).
    package let canonical: [UInt8]?
  }

  /// The form in which a munged file shows the repaired lines.
  package enum Appearance: Sendable, Equatable {
    /// Local texts.
    case usual
    /// Local texts that clean recognizes only until the file is edited.
    case untilEdited
    /// Canonical texts until the repair is committed: before, clean would make something else of the local ones.
    case canonical
  }

  /// The outcome for a file.
  package enum FileOutcome: Sendable, Equatable {
    case nothingToDo
    /// The index holds a leak that the file on disk does not have after clean.
    case toBeAdded
    case repaired([RepairedPlace], Appearance)
  }

  /// The result for a file.
  package struct File: Sendable {
    /// The path, relative to the top of the working tree.
    package let path: Path
    package let outcome: FileOutcome
    /// Leaks that were not repaired.
    package let left: [Finding]
    /// Texts that are older than their rule, and were not changed.
    package let older: [Finding]
    /// The other lines of the result, from 1, that hold a repaired text where no rule applies.
    package let alike: [Int]
  }

  /// The leaks that are repaired: those of commits that have the rule and of the working tree, or also those older than
  /// their rule.
  package enum Scope: Sendable { case newer, all }

  package let isDryRun: Bool
  /// The results, in the order of the paths.
  package let files: [File]
  /// Files to add, relative to the current directory.
  package let toAdd: [Path]

  /// Whether something was not repaired.
  package var needsAttention: Bool { files.contains { !$0.left.isEmpty || !$0.alike.isEmpty } }
}

// The files of a repair.
extension WorkingTree {
  /// The munged files that match paths, which are relative to the current directory, sorted. Throws
  /// `InputError.unknownPath` for a path that matches none.
  func filesToRepair(_ paths: [Path]) throws -> [WorktreeFile] {
    let snapshot = try IndexSnapshot(self)
    var reader = WorktreeReader(top)
    var matching: [Path: WorktreeFile] = [:]
    for path in paths {
      let named = Set(try self.paths(matching: [path])).sorted()
      let munged = try snapshot.files(at: named.filter { try snapshot.isMunged($0) && !Exclusion.isExcluded($0) })
      guard !munged.isEmpty else { throw InputError.unknownPath(words: try reason(path, named, snapshot)) }
      let files = try munged.filter { try reader.status($0.path) != nil && $0.isOnDisk }
      guard !files.isEmpty else {
        throw InputError.unknownPath(words: "\(path) is not a regular file on disk: there is nothing to repair")
      }
      if let file = files.first(where: { $0.record == .unmerged }) {
        throw InputError.unknownPath(words: "\(file.path) is in conflict; resolve it first, then repair it")
      }
      for file in files { matching[file.path] = file }
    }
    return matching.values.sorted { $0.path < $1.path }
  }

  /// The reason why a path matches no munged file.
  private func reason(_ path: Path, _ named: [Path], _ snapshot: IndexSnapshot) throws -> String {
    let source = "in .gitattributes" + ((try? privateRules()).map { " or the `attributes` lines of \($0.name)" } ?? "")
    guard let first = named.first, named.count == 1 else {
      return "\(path) contains no file with filter=munge \(source)"
    }
    if Exclusion.isExcluded(first) { return "\(path) is never munged: it configures git or git-munge" }
    switch try snapshot.files(at: [first]).first?.attribute ?? .munged {
    case .munged: return "\(path) is a link or a submodule: there is nothing to repair"
    case .unspecified:
      let rules = (try? committedRules()) ?? (try? privateRules()?.read()) ?? Rules()
      return
        "\(path) has no filter=munge \(source); at the top of the working tree, \(Finding.munging(first, by: rules))"
    case .declined: return "\(path) is not munged: it has -filter in .gitattributes; write the canonical text into it"
    case .other(let filter):
      return "\(path) is not munged: its filter is '\(escaped(filter.bytes))'; write the canonical text into it"
    }
  }

  /// The paths of files, relative to the current directory instead of the top.
  func pathsFromHere(_ paths: [Path]) throws -> [Path] {
    let prefix = try here.line(["rev-parse", "--show-prefix"])
    let directories = prefix.split(separator: .slash)
    return paths.map { path in
      let parts = path.bytes.split(separator: .slash, omittingEmptySubsequences: false)
      let shared = zip(directories, parts.dropLast()).prefix { $0 == $1 }.count
      let up = Array(repeating: "..".bytes[...], count: directories.count - shared)
      return Path((up + parts.dropFirst(shared)).joined(separator: [.slash]))
    }
  }
}
