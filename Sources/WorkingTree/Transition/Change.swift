package import Platform
import Rules
import Smudge
import Verify

/// A change of a working tree by a command: its files are rewritten from one plan to another, with other steps.
///
/// Uncommitted edits are kept and nothing is staged. All files are computed before the first is written, so that an
/// error changes nothing. A journal (write-ahead log) exists until all files are written, so that an interrupted change
/// can be completed.
package struct Change: Sendable {
  /// The working tree with the attributes after the change.
  let tree: WorkingTree
  let old: Plan
  let new: Plan
  let steps: [TransitionStep]
  /// The listing with the attributes after the change; nothing is staged, so it is valid after it as well.
  let snapshot: IndexSnapshot
  private let preview: AttributesPreview?
  /// Files with the attribute, and files that have lost it since they were munged, in the order of their paths.
  let files: [WorktreeFile]
  /// What the files show of a plan that stays; `nil` if it changes.
  let shown: ShownTexts?

  /// Lists the files. `snapshot`: the listing with the attributes before the change; `nil`: they do not change, or are
  /// unknown.
  init(
    _ tree: WorkingTree, from old: Plan, to new: Plan, _ steps: [TransitionStep] = [], _ snapshot: IndexSnapshot? = nil
  ) throws {
    self.old = old
    self.new = new
    self.steps = steps
    preview = try AttributesBlock(tree).preview(steps.compactMap(\.attributeLines).first)
    let tree = preview?.tree ?? tree
    let before = preview == nil ? nil : snapshot
    let now = if preview == nil, let snapshot { snapshot } else { try IndexSnapshot(tree) }

    let compiled = CompiledPlan(old)
    // A file that git has cleaned until now holds only local texts of git-munge, also if edited.
    let lost = try before?.munged.map(\.path).filter { try !now.isMunged($0) } ?? []
    // What an uninstallation leaves is not found later.
    let extent: IndexSnapshot.Extent = new == .idle ? .all : .changed
    let outside = try now.files(holding: compiled.localTexts, among: extent).filter { file in
      try !lost.contains(file.path) && Self.isStillMunged(file, tree, compiled)
    }
    self.tree = tree
    self.snapshot = now
    shown = try old == new ? ShownTexts(tree, now, new, isApplied: true) : nil
    files = try (now.munged + now.files(at: lost) + outside).filter(\.isOnDisk).sorted { $0.path < $1.path }
  }

  /// The files that were modified before it.
  var modified: [WorktreeFile] {
    get throws {
      let modified = try snapshot.modified
      return files.filter { modified.contains($0.path) }
    }
  }

  /// The result of a change.
  package struct Outcome: Sendable {
    /// The files that were rewritten, in the order of their paths.
    package var rewritten: [Path] = []
    /// Files that were modified only by identifiers of the new plan.
    package var becameUnmodified: [Path] = []
    /// The files whose staged content held local texts, and was replaced by the command.
    package var restaged: [Path] = []
    /// The reason why hooks could not be written.
    package var hookFailure: SystemError?
  }

  /// Whether a file without the attribute is the smudged form of its blob by the old plan. Any other local text there
  /// can be intended; it is reported and not changed.
  private static func isStillMunged(_ file: WorktreeFile, _ tree: WorkingTree, _ compiled: CompiledPlan) throws -> Bool
  {
    guard let blob = file.blob, !Exclusion.isExcluded(file.path) else { return false }
    let content = try tree.git.output(["cat-file", "blob", blob.string])
    // Where the file was before, other rules can have applied to it.
    let shown = [compiled.transform(for: file.path), compiled.transformOfAllRules]
      .compactMap { try? $0.smudge(content) }.filter { $0.summary.replacements > 0 }
    return try !shown.isEmpty && shown.map(\.bytes).contains(tree.content(of: file.path) ?? [])
  }

  /// A file, with its entry in the journal.
  typealias Listed = (file: WorktreeFile, entry: Journal.Entry)

  /// The files that the journal lists: those to rewrite, and those that hold a text of either plan. Writes nothing;
  /// throws if a file cannot be transformed, or two rules apply to it.
  func listed() throws -> [Listed] {
    let interruption = Self.interruption
    defer { interruption.end() }
    for conflict in CanonicalConflict.all(in: new) {
      for file in files where conflict.applies(to: file.path) { throw conflict.error(at: file.path) }
    }
    let files = try files.filter { try shown?.unsure.contains($0.path) ?? true || !snapshot.isMunged($0.path) }
    return try tree.readSlices(of: files) { slice, counter in
      var rewriter = Rewriter(tree, from: old, to: new, isDry: true)
      var listed: [Listed] = []
      for file in slice {
        if let entry = try rewriter.entry(for: file) { listed.append((file, entry)) }
        counter.advance()
      }
      return listed
    }.flatMap(\.self)
  }

  /// The message of Ctrl-C before the first file is written.
  private static var interruption: Interruption {
    Interruption(before: "git-munge: interrupted, no file was changed", after: "")
  }

  /// Performs it; `isDry`: only says what it would rewrite. `listed`: its files.
  func perform(_ listed: [Listed], isDry: Bool = false) throws -> Outcome {
    if isDry { return Outcome(rewritten: listed.filter(\.entry.isRewritten).map(\.file.path)) }
    let interruption = Self.interruption
    defer { interruption.end() }

    try IndexStatReset(tree).awaitTurn()
    let dirty = try self.modified
    let modified = dirty.isEmpty ? [] : tree.modifiedFiles()

    let journal = Journal(old: old, new: new, files: listed.map(\.entry), steps: steps.map(\.record))
    try begin(journal)
    // What still fails is reported again.
    try? Warnings.forget(in: tree.mungeDirectory)
    var rewriter = Rewriter(tree, from: old, to: new, isDry: false)
    rewriter.modified = modified
    var writer = TransitionWriter(tree, journal, rewriter)
    try writer.run(listed.filter(\.entry.isRewritten).map(\.file), stale: dirty, steps)

    let stillModified = modified.isEmpty ? [] : tree.modifiedFiles()
    return Outcome(
      rewritten: writer.rewritten.map(\.path), becameUnmodified: modified.subtracting(stillModified).sorted(),
      hookFailure: writer.hookFailure)
  }

  /// Writes the journal and performs the first steps; an error undoes both.
  private func begin(_ journal: Journal) throws {
    let isFirstInClone = !tree.mungeDirectory.exists
    do {
      try PlanStore.begin(journal, tree)
      // A git command that began before can clean by the old plan alone.
      try IndexStatReset(tree).awaitTurn()
      for step in steps { try step.begin(in: tree) }
    } catch {
      if isFirstInClone {
        for resource in steps.compactMap(\.undone) { _ = try? TransitionStep.remove(resource).finish(in: tree) }
        try tree.removeDirectories()
      } else {
        try PlanStore.withdraw(tree)
      }
      throw TransitionError.notBegun(why: "\(error)")
    }
  }
}
