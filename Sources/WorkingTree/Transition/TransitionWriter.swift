import Platform
import Rules
import Smudge
import Verify

/// Writes the files of a journal, also those of an interrupted transition, and then removes the journal.
///
/// A file that cannot be rewritten keeps no other from it. A transition with such files is interrupted; one that is
/// completed leaves them as they are.
struct TransitionWriter: ~Copyable {
  private let tree: WorkingTree
  private var journal: Journal
  /// The index of each file in the journal.
  private var numbers: [Path: Int]
  private var rewriter: Rewriter
  private let swap: AtomicReplace
  private(set) var rewritten: [WorktreeFile] = []
  /// Files that could not be rewritten, and why.
  private(set) var left: [(path: Path, why: any Error)] = []
  private(set) var hookFailure: SystemError?

  init(_ tree: WorkingTree, _ journal: Journal, _ rewriter: consuming Rewriter) {
    self.tree = tree
    self.journal = journal
    numbers = Dictionary(journal.files.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { one, _ in one })
    self.rewriter = rewriter
    swap = AtomicReplace(directory: tree.mungeDirectory.own, saves: tree.mungeDirectory.common, token: journal.token)
  }

  /// Rewrites the files, unless that is done. `stale`: files with other stat data than the index, as one that was typed
  /// in its new local form; `isResumed`: whether this completes an interrupted transition.
  mutating func run(
    _ files: [WorktreeFile], stale: [WorktreeFile], isResumed: Bool = false, _ steps: [TransitionStep]
  ) throws {
    let index = IndexStatReset(tree)
    let interruption = journal.interruption(files: files.count)
    defer { interruption.end() }

    do {
      try rewriteAll(files, interruption)
      if !isResumed, let first = left.first { throw first.why }
      try index.run(stale + rewritten)
      try finish(steps)
    } catch {
      // Rewritten files must not look modified, also after an error.
      try? index.run(stale + rewritten)
      throw TransitionError.interrupted(after: rewritten.count, why: "\(error)")
    }

    try PlanStore.withdraw(tree)
  }

  /// Publishes the new plan, and performs the steps after the files.
  private mutating func finish(_ steps: [TransitionStep]) throws {
    if journal.new == .idle, !left.isEmpty {
      // The filter stays, because a file that is left can have local texts: they are former ones from now on.
      return try PlanStore.publish(PlanSource.compiled(Rules(), [], after: journal.old), for: tree)
    }
    try PlanStore.publish(journal.new, for: tree)
    for step in steps { hookFailure = try step.finish(in: tree) ?? hookFailure }
  }

  private mutating func rewriteAll(_ files: [WorktreeFile], _ interruption: Interruption) throws {
    let counter = tree.progress.counter(journal.title, of: files.count)
    for (index, file) in files.enumerated() {
      interruption.set(count: index)
      do {
        try rewrite(file)
      } catch {
        if (error as? SystemError)?.isNoSpace ?? false { throw error }
        left.append((file.path, error))
      }
      counter.advance()
    }
    counter.finish()
    interruption.set(count: files.count)
  }

  private mutating func rewrite(_ file: WorktreeFile) throws {
    if numbers[file.path] == nil, try !record(file) { return }
    // Not without end: a program can save it all the time.
    for _ in 0..<4 {
      guard case .rewritten(let before, let mode) = try rewriter.rewrite(file) else { return }
      let path = tree.top / file.path
      let number = numbers[file.path] ?? journal.files.count
      let outcome = try rewriter.withContent { content in
        try swap.replace(path, number: number, expecting: before, mode: mode) { new in
          try content.forEachChunk { chunk throws(SystemError) in try new.write(chunk) }
        }
      }
      if outcome == .done { return rewritten.append(file) }
      // An editor has saved the file: the journal needs its new digest.
      rewriter.modified.insert(file.path)
      if try !record(file) { return }
    }
    throw TransitionError.file(file.path, why: "another program changes it all the time")
  }

  /// Writes the entry of a file in the journal, for recovery; `false` if the file does not change.
  private mutating func record(_ file: WorktreeFile) throws -> Bool {
    guard let entry = try rewriter.entry(for: file), entry.isRewritten else { return false }
    if let number = numbers[file.path] {
      journal.files[number] = entry
    } else {
      numbers[file.path] = journal.files.count
      journal.files.append(entry)
    }
    try PlanStore.publish(journal, tree)
    return true
  }
}

// What a terminal shows while the files of a journal are written, and after Ctrl-C.
extension Journal {
  var title: String { new.isCanonical ? "Restoring files" : "Munging files" }

  /// The message of Ctrl-C: the next command completes the transition (`Recovery`).
  func interruption(files: Int) -> Interruption {
    let interruption = Interruption(
      before: "git-munge: interrupted after ", after: " of \(count(files, "file")), no changes lost: \(remedy)")
    interruption.set(count: 0)
    return interruption
  }

  private var remedy: String {
    let next = "run `git munge` to resume"
    if new == .idle { return next + ", and then `git munge install` to go back" }
    return old == .idle ? next + ", or `git munge uninstall` to go back" : next
  }
}
