import Git
import Platform
import Smudge

/// Moves a working tree from one plan to another: the one thing behind all commands that rewrite files.
///
/// Every uncommitted edit is kept and nothing is staged. All files are computed once before the first
/// is written, so what cannot be done is found while nothing has changed. Then a journal says what is going
/// to happen, and it stays until all of it has happened: killed at any instant, a transition can be finished.
struct Transition {
  let tree: WorkingTree
  let old: Plan
  let new: Plan
  /// With the attributes that hold at the end.
  let snapshot: IndexSnapshot
  /// With the attributes that hold until the end; `nil` where those do not change.
  var before: IndexSnapshot?

  /// What a transition is going to do, or has done.
  struct Result {
    /// Rewritten files, in the order of their paths.
    var rewritten: [WorktreeFile] = []
    /// Files that were modified only by identifiers that the new plan knows.
    var becameUnmodified: [Path] = []
    /// By which the files were found: nothing is staged, so it holds afterwards, too.
    let snapshot: IndexSnapshot
  }

  /// All files that can be meant: those with the attribute, and those that have lost it since they were munged.
  func files() throws(MungeError) -> [WorktreeFile] {
    let compiled = CompiledPlan(old)
    let outside = try snapshot.files(holding: compiled.localTexts, side: .disk).kept { file throws(MungeError) in
      // What git would clean until now has no local text but ours, also where it was edited.
      if before?[file.path]?.attribute == .munged { return true }
      return try isStillMunged(file, compiled)
    }
    return (snapshot.munged + outside).filter(\.isOnDisk).sorted { $0.path < $1.path }
  }

  /// Whether a file outside the attribute is what the old plan made of its blob, byte for byte but for git's own
  /// conversions. Any other local text there may be somebody's own words, which are reported and not touched.
  private func isStillMunged(_ file: WorktreeFile, _ compiled: CompiledPlan) throws(MungeError) -> Bool {
    guard let blob = file.blob else { return false }
    let name = String(decoding: blob, as: UTF8.self)
    let content = try tree.git.output(["cat-file", "blob", name])
    let shown = try? compiled.transform(for: file.path).applyToFile(.smudge, content)
    guard let shown, shown.summary.replacements > 0, let bytes = try tree.content(of: file.path) else { return false }
    if bytes == shown.bytes { return true }
    let cleaned = try? compiled.transform(for: file.path).applyToFile(.clean, bytes).bytes
    return try cleaned.map { cleaned throws(MungeError) in try converted(cleaned, file) == blob } ?? false
  }

  /// The blob that git would make of some content of a file that nobody filters: with its line endings and its encoding.
  private func converted(_ content: [UInt8], _ file: WorktreeFile) throws(MungeError) -> [UInt8]? {
    switch file.attribute {
    case .munged, .other: return nil
    case .unspecified, .declined: break
    }
    let words = ["hash-object", "--stdin", "--path"].map { Array($0.utf8) }
    let done = try tree.git.run(words + [file.path.bytes], input: content)
    return done.isSuccess ? done.output.dropLast() : nil
  }

  /// A file that is to be rewritten.
  struct Rewrite {
    let file: WorktreeFile
    let entry: Journal.File
  }

  /// What would be rewritten. Writes nothing; throws where a file cannot be transformed.
  func rehearse(_ files: [WorktreeFile]) throws(MungeError) -> [Rewrite] {
    var rewriter = Rewriter(
      worktree: tree.top, from: old, to: new, directory: tree.mungeDirectory, records: nil)
    var changes: [Rewrite] = []
    for file in files {
      if let entry = try rewriter.entry(for: file) { changes.append(Rewrite(file: file, entry: entry)) }
    }
    return changes
  }

  /// Does it. `steps` are done before or after the files, as they say themselves.
  func perform(_ files: [WorktreeFile], _ steps: [TransitionStep]) throws(MungeError) -> Result {
    try IndexStatReset(tree).awaitTurn()
    let modified = tree.modifiedFiles()
    let changes = try rehearse(files)
    let journal = Journal(old: old, new: new, files: changes.map(\.entry), steps: steps.map(\.record))
    try begin(journal, steps)
    var completion = TransitionWriter(
      tree, journal,
      Rewriter(worktree: tree.top, from: old, to: new, directory: tree.mungeDirectory, records: tree.mungeDirectory))
    try completion.run(changes.map(\.file), attributed: files, steps)
    return Result(
      rewritten: completion.rewritten,
      becameUnmodified: modified.subtracting(tree.modifiedFiles()).sorted(), snapshot: snapshot)
  }

  private func begin(_ journal: Journal, _ steps: [TransitionStep]) throws(MungeError) {
    let isFirstInClone = !FileSystem.exists(tree.mungeDirectory.common)
    do throws(MungeError) {
      try PlanStore.begin(journal, tree)
      try TransitionStep.begin(steps, in: tree)
    } catch {
      if isFirstInClone { try undo() } else { try PlanStore.withdraw(tree) }
      throw .notBegun(why: "\(error)")
    }
  }
}

extension Transition {
  /// Of an installation that has not come about.
  private func undo() throws(MungeError) {
    try? TransitionStep.removeKeys.perform(in: tree)
    try tree.removeDirectories()
  }
}

extension WorkingTree {
  /// Files that differ from the index, by content; none where git cannot tell, as with a filter that is broken.
  func modifiedFiles() -> Set<Path> {
    let records = try? git.records(
      ["diff", "--name-only", "-z", "--no-ext-diff", "--ignore-submodules"])
    return Set((records ?? []).map { Path($0) })
  }
}
