import Platform
import Smudge
import Verify

/// Changes a working tree from one plan to another; used by all commands that rewrite files.
///
/// Uncommitted edits are kept and nothing is staged. All files are computed before the first is written, so that an error
/// changes nothing. A journal (write-ahead log) exists until all files are written, so that an interrupted transition can be
/// completed.
struct Transition {
  let tree: WorkingTree
  let old: Plan
  let new: Plan
  /// The listing with the attributes after the transition.
  let snapshot: IndexSnapshot
  /// The listing with the attributes before it; `nil` if they do not change.
  var before: IndexSnapshot?

  /// The result of a transition or its rehearsal.
  struct Result {
    /// Rewritten files, in the order of their paths.
    var rewritten: [WorktreeFile] = []
    /// Files that were modified only by identifiers of the new plan.
    var becameUnmodified: [Path] = []
    /// The listing of the files, which is valid after the transition, because nothing is staged.
    let snapshot: IndexSnapshot
  }

  /// Files with the attribute, and files that have lost it since they were munged.
  func files() throws -> [WorktreeFile] {
    let compiled = CompiledPlan(old)
    let outside = try snapshot.files(holding: compiled.localTexts).kept { file in
      // A file that git has cleaned until now holds only local texts of git-munge, also if edited.
      if before?.isMunged(file.path) ?? false { return true }
      return try isStillMunged(file, compiled)
    }
    return (snapshot.munged + outside).filter(\.isOnDisk).sorted { $0.path < $1.path }
  }

  /// Whether a file without the attribute is the smudged form of its blob by the old plan, except for git's own conversions.
  /// Any other local text there can be intended; it is reported and not changed.
  private func isStillMunged(_ file: WorktreeFile, _ compiled: CompiledPlan) throws -> Bool {
    guard let blob = file.blob else { return false }
    let name = String(decoding: blob, as: UTF8.self)
    let content = try tree.git.output(["cat-file", "blob", name])
    let shown = try? compiled.transform(for: file.path).smudgeFile(content)
    guard let shown, shown.summary.replacements > 0, let bytes = try tree.content(of: file.path) else { return false }
    if bytes == shown.bytes { return true }
    let cleaned = try? compiled.transform(for: file.path).cleanFile(bytes).bytes
    return try cleaned.map { cleaned in try converted(cleaned, file) == blob } ?? false
  }

  /// The blob of some content for a file without a filter, after the conversions of line endings and encoding.
  private func converted(_ content: [UInt8], _ file: WorktreeFile) throws -> [UInt8]? {
    switch file.attribute {
    case .munged, .other: return nil
    case .unspecified, .declined: break
    }
    let words = ["hash-object", "--stdin", "--path"].map { Array($0.utf8) }
    let done = try tree.git.run(words + [file.path.bytes], input: content)
    return done.isSuccess ? done.output.dropLast() : nil
  }

  /// A file to rewrite.
  struct Rewrite: Sendable {
    let file: WorktreeFile
    let entry: Journal.File
  }

  /// The files to rewrite. Writes nothing; throws if a file cannot be transformed.
  func rehearse(_ files: [WorktreeFile]) throws -> [Rewrite] {
    let changes = try tree.readSlices(of: files) { slice, counter in
      var rewriter = Rewriter(worktree: tree.top, from: old, to: new, directory: tree.mungeDirectory, records: nil)
      var changes: [Rewrite] = []
      for file in slice {
        if let entry = try rewriter.entry(for: file) { changes.append(Rewrite(file: file, entry: entry)) }
        counter.advance()
      }
      return changes
    }
    return changes.flatMap(\.self)
  }

  /// Performs the transition. Each step is performed before or after the files (`TransitionStep.isFirst`).
  func perform(_ files: [WorktreeFile], _ steps: [TransitionStep]) throws -> Result {
    let interruption = Interruption(before: "git-munge: interrupted, no file was changed", after: "")
    defer { interruption.end() }
    try IndexStatReset(tree).awaitTurn()
    let ((dirty, modified), changes) = try Threads.both(
      { filesBefore() }, { try rehearse(files) })
    let journal = Journal(old: old, new: new, files: changes.map(\.entry), steps: steps.map(\.record))
    try begin(journal, steps)
    var completion = TransitionWriter(
      tree, journal,
      Rewriter(worktree: tree.top, from: old, to: new, directory: tree.mungeDirectory, records: tree.mungeDirectory))
    try completion.run(changes.map(\.file), attributed: files, dirty: dirty, steps)
    let stillModified = modified.isEmpty ? [] : tree.modifiedFiles()
    return Result(
      rewritten: completion.rewritten, becameUnmodified: modified.subtracting(stillModified).sorted(), snapshot: snapshot)
  }

  /// The files before the transition whose stat data, and whose content, differs from the index; `nil`: unknown.
  private func filesBefore() -> (dirty: Set<Path>?, modified: Set<Path>) {
    // git fails with a filter that fails, as with the damaged plan that an installation replaces.
    guard let dirty = try? tree.dirtyFiles() else { return (nil, []) }
    return (dirty, dirty.isEmpty ? [] : tree.modifiedFiles())
  }

  private func begin(_ journal: Journal, _ steps: [TransitionStep]) throws {
    let isFirstInClone = !tree.mungeDirectory.isInstalled
    do {
      try PlanStore.begin(journal, tree)
      try TransitionStep.begin(steps, in: tree)
    } catch {
      if isFirstInClone { try undo() } else { try PlanStore.withdraw(tree) }
      throw MungeError.notBegun(why: "\(error)")
    }
  }
}

extension Transition {
  /// Reverts a failed first installation.
  private func undo() throws {
    try? TransitionStep.removeKeys.perform(in: tree)
    try? TransitionStep.removeRulesFile.perform(in: tree)
    try tree.removeDirectories()
  }
}
