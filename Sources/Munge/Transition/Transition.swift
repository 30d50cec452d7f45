import Git
import Platform
import Smudge

/// Moves a working tree from one plan to another: the one thing behind install and uninstall.
///
/// Every uncommitted edit is kept and nothing is staged. All files are computed once before the first
/// is written, so what cannot be done is found while nothing has changed.
struct Transition {
  let clone: Clone
  let old: Plan
  let new: Plan

  /// When the new plan and git's configuration take effect.
  enum Order {
    /// Before the files: the new plan knows the old local texts too.
    case planFirst
    /// After them: the new plan knows nothing.
    case filesFirst
  }

  /// What a transition is going to do, or has done.
  struct Result {
    /// Rewritten files, in the order of their paths.
    var rewritten: [WorktreeFile] = []
    /// Files that were modified only by identifiers that the new plan knows.
    var becameUnmodified: [Path] = []
  }

  /// All files that can be meant: those with the attribute, and those that have lost it since they were munged.
  func files() throws(MungeError) -> [WorktreeFile] {
    let attributed = try clone.attributedFiles()
    let outside = try clone.files(holding: Lexicon(old).localTexts, side: .disk)
      .kept { file throws(MungeError) in try isStillMunged(file) }
    return (attributed + outside).filter(\.isOnDisk)
      .sorted { $0.path < $1.path }
  }

  /// Whether a file outside the attribute is what the old plan made of its blob, byte for byte. Any other
  /// local text there may be somebody's own words, which are reported and not touched.
  private func isStillMunged(_ file: WorktreeFile) throws(MungeError) -> Bool {
    guard let blob = file.blob else { return false }
    let name = String(decoding: blob, as: UTF8.self)
    let content = try wrapping { () throws(GitError) in try clone.git.output(["cat-file", "blob", name]) }
    let shown = try? Lexicon(old).transform(for: file.path).apply(.smudge, to: content)
    guard let shown, shown.sightings.replacements > 0 else { return false }
    return try wrapping { () throws(SystemError) in
      let path = clone.worktree / file.path
      guard try FileSystem.status(path)?.kind == .regular else { return false }
      return try FileSystem.contents(path) == shown.bytes
    }
  }

  /// What would be rewritten. Writes nothing; throws where a file cannot be transformed.
  func rehearse(_ files: [WorktreeFile]) throws(MungeError) -> [WorktreeFile] {
    var rewriter = Rewriter(
      worktree: clone.worktree, from: old, to: new, folder: clone.folder, notes: nil)
    return try files.kept { file throws(MungeError) in try rewriter.rewrite(file) != .untouched }
  }

  /// Does it; `publish` makes the new plan and git's configuration take effect.
  func perform(
    _ files: [WorktreeFile], _ order: Order, publish: () throws(MungeError) -> Void
  ) throws(MungeError) -> Result {
    try IndexRepair(clone).awaitTurn()
    let modified = modifiedFiles()
    var result = Result()
    if order == .planFirst { try publish() }
    do throws(MungeError) {
      try rewrite(files, &result.rewritten)
      if order == .filesFirst { try publish() }
    } catch {
      // What was rewritten must not look modified, whatever happened to the rest.
      try IndexRepair(clone).run(rewritten: result.rewritten, attributed: [])
      throw .interrupted(after: result.rewritten.count, why: "\(error)")
    }
    try IndexRepair(clone).run(rewritten: result.rewritten, attributed: files)
    result.becameUnmodified = modified.subtracting(modifiedFiles()).sorted {
      $0.bytes.lexicographicallyPrecedes($1.bytes)
    }
    return result
  }

  private func rewrite(
    _ files: [WorktreeFile], _ rewritten: inout [WorktreeFile]
  ) throws(MungeError) {
    var rewriter = Rewriter(
      worktree: clone.worktree, from: old, to: new, folder: clone.folder, notes: clone.folder)
    let swap = FileSwap(folder: clone.folder.own)
    for file in files where try rewrite(file, &rewriter, swap) { rewritten.append(file) }
  }

  /// Answers whether the file was rewritten.
  private func rewrite(
    _ file: WorktreeFile, _ rewriter: inout Rewriter, _ swap: FileSwap
  ) throws(MungeError) -> Bool {
    while true {
      guard case .rewritten(let before, let mode) = try rewriter.rewrite(file) else { return false }
      do throws(SystemError) {
        let outcome = try rewriter.withContent { content throws(SystemError) in
          try swap.replace(clone.worktree / file.path, expecting: before, mode: mode) {
            new throws(SystemError) in
            try content.forEachChunk { chunk throws(SystemError) in try new.write(chunk) }
          }
        }
        if outcome == .done { return true }
      } catch {
        throw .system(error)
      }
    }
  }

  /// Files that differ from the index, by content; none where git cannot tell, as with a filter that is broken.
  private func modifiedFiles() -> Set<Path> {
    let records = try? clone.git.records(
      ["diff", "--name-only", "-z", "--no-ext-diff", "--ignore-submodules"])
    return Set((records ?? []).map { Path($0) })
  }
}
