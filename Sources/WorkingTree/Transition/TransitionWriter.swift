import Platform
import Smudge
import Verify

/// Computes new contents of files, one at a time.
protocol ContentProvider: ~Copyable {
  /// The journal entry of a file; `nil` if it does not change.
  mutating func entry(for file: WorktreeFile) throws -> Journal.File?
  mutating func rewrite(_ file: WorktreeFile) throws -> Rewriter.RewriteOutcome
  /// Lends the new content of the last file.
  func withContent<Result>(_ body: (borrowing Spool) throws -> Result) throws -> Result
}

/// Writes the files of a journal, also those of an interrupted transition, and then removes the journal.
struct TransitionWriter<Provider: ContentProvider & ~Copyable>: ~Copyable {
  private let tree: WorkingTree
  private var journal: Journal
  /// The index of each file in the journal.
  private let numbers: [Path: Int]
  private(set) var provider: Provider
  private let swap: AtomicReplace
  private(set) var rewritten: [WorktreeFile] = []
  private(set) var hookFailure: SystemError?

  init(_ tree: WorkingTree, _ journal: Journal, _ provider: consuming Provider) {
    (self.tree, self.journal) = (tree, journal)
    numbers = Dictionary(journal.files.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { one, _ in one })
    self.provider = provider
    swap = AtomicReplace(directory: tree.workDirectory)
  }

  /// `files`: those to rewrite, unless that is done; `attributed`: all files of the transition; `dirty`: those whose stat data
  /// differed from the index before it, `nil` if unknown.
  mutating func run(
    _ files: [WorktreeFile], stale: [WorktreeFile] = [], attributed: [WorktreeFile], dirty: Set<Path>? = nil,
    _ steps: [TransitionStep]
  ) throws {
    let interruption = journal.interruption(files: files.count)
    defer { interruption.end() }
    do {
      try rewriteAll(files, interruption)
      try IndexStatReset(tree).run(rewritten: stale + rewritten, attributed: attributed, dirty: dirty)
      if !journal.isRepair { try PlanStore.publish(journal.new, for: tree) }
      for step in steps where !step.isFirst { hookFailure = try step.perform(in: tree) ?? hookFailure }
    } catch {
      // Rewritten files must not look modified, also after an error.
      try? IndexStatReset(tree).run(rewritten: stale + rewritten, attributed: [])
      throw MungeError.interrupted(after: rewritten.count, why: "\(error)")
    }
    try PlanStore.withdraw(tree)
  }

  private mutating func rewriteAll(_ files: [WorktreeFile], _ interruption: Interruption) throws {
    let counter = tree.progress.counter(journal.title, of: files.count)
    for (index, file) in files.enumerated() {
      interruption.set(count: index)
      try rewrite(file)
      counter.advance()
    }
    counter.finish()
    interruption.set(count: files.count)
  }

  private mutating func rewrite(_ file: WorktreeFile) throws {
    while case .rewritten(let before, let mode) = try provider.rewrite(file) {
      // A file that is not in the journal gets its own number.
      let (path, number) = (tree.top / file.path, numbers[file.path] ?? journal.files.count)
      let outcome = try provider.withContent { content in
        try swap.replace(path, number: number, expecting: before, mode: mode) { new in
          try content.forEachChunk { chunk throws(SystemError) in try new.write(chunk) }
        }
      }
      if outcome == .done { return rewritten.append(file) }
      // An editor has saved the file: the journal needs its new digest.
      if let entry = try provider.entry(for: file), let number = numbers[file.path] {
        journal.files[number] = entry
        try PlanStore.publish(journal, tree)
      }
    }
  }
}

// What a terminal shows while the files of a journal are written, and after Ctrl-C.
extension Journal {
  var title: String {
    if isRepair { return "Repairing files" }
    return new.isCanonical ? "Restoring files" : "Munging files"
  }

  /// The message of Ctrl-C: the next command completes the transition (`Recovery`).
  func interruption(files: Int) -> Interruption {
    let interruption = Interruption(
      before: "git-munge: interrupted after ", after: " of \(count(files, "file")), no changes lost: \(remedy)")
    interruption.set(count: 0)
    return interruption
  }

  private var remedy: String {
    if isRepair { return "run `git munge repair` again for the other files" }
    let next = "run any `git munge` command to resume"
    if new == .idle { return next + ", and then `git munge install` to go back" }
    return old == .idle ? next + ", or `git munge uninstall` to go back" : next
  }
}
