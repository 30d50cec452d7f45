import Git
import Platform
import Smudge

/// Writes repaired files one by one, so that it can be killed at any instant and nothing is lost.
///
/// Where git-munge is installed a journal from the plan to itself says which files are under way: the next command puts an edit
/// back that had just been taken out of its place, and tells git of the rest. Where it is not installed, nothing stays of it.
struct RepairWriting {
  private let clone: Clone
  /// `nil` where git-munge is not installed.
  private let plan: Plan?
  private var journal: Journal
  private var written: [WorktreeFile] = []

  init(_ clone: Clone, _ plan: Plan?) throws(MungeError) {
    (self.clone, self.plan) = (clone, plan)
    journal = Journal(old: plan ?? .idle, new: plan ?? .idle, files: [], tasks: [Task.repair.line])
    if plan != nil { try IndexRepair(clone).awaitTurn() }
  }

  mutating func begin(_ results: [FileRepair.Result]) throws(MungeError) {
    journal.files = results.map(\.entry)
    do throws(MungeError) { try publish() } catch { throw .notBegun(why: "\(error)") }
  }

  private func publish() throws(MungeError) {
    if plan != nil { return try Publication.begin(journal, clone) }
    try wrapping { () throws(SystemError) in
      try FileSystem.makeDirectories(clone.arriving)
      try FileSystem.replace(clone.arriving / clone.folder.journal.name, with: JournalFormat.encode(journal), mode: 0o600)
    }
  }

  /// Answers what was written at last: an editor that saves meanwhile wins, and the file is done again.
  mutating func write(
    _ result: FileRepair.Result, _ number: Int, _ repair: inout FileRepair
  ) throws(MungeError) -> FileRepair.Result {
    do throws(MungeError) {
      var result = result
      while result.isChanged {
        result = try noted(result, &repair)
        journal.files[number] = result.entry
        try publish()
        if try replace(result, number) == .done {
          written.append(result.file)
          return result
        }
        guard let next = try repair.result(result.file) else { return result }
        result = next
      }
      return result
    } catch {
      let count = written.count
      try? end()
      throw .repairStopped(after: count, why: "\(error)")
    }
  }

  private func replace(_ result: FileRepair.Result, _ number: Int) throws(MungeError) -> FileSwap.Outcome {
    try wrapping { () throws(SystemError) in
      try FileSwap(folder: plan == nil ? clone.arriving : clone.folder.own).replace(
        clone.worktree / result.file.path, number: number, expecting: Digest(result.before), mode: result.mode
      ) { new throws(SystemError) in try new.write(result.after) }
    }
  }

  /// With a note from which clean knows what the file stands for; where none can be made, with canonical texts instead.
  private func noted(
    _ result: FileRepair.Result, _ repair: inout FileRepair
  ) throws(MungeError) -> FileRepair.Result {
    if result.appearance != .untilEdited { return result }
    if note(result), try repair.isKnown(result) { return result }
    var result = result
    (result.after, result.appearance) = (result.canonical ?? result.after, .canonical)
    return result
  }

  /// Answers whether one could be written.
  private func note(_ result: FileRepair.Result) -> Bool {
    let words = (FilterKey.off + ["hash-object", "-w", "--stdin", "--path"]).map { Array($0.utf8) } + [result.file.path.bytes]
    guard let done = try? clone.git.run(words, input: result.mended.content), done.isSuccess else { return false }
    // As the filter will see it.
    let shown = Lexicon(journal.new).readable(result.after)
    var notes = Notes(clone.folder)
    notes.add(Digest(shown), count: shown.count, blob: Array(done.output.dropLast()), at: result.file.path)
    return true
  }

  /// Nothing is under way any more.
  mutating func end() throws(MungeError) {
    if plan == nil { return try wrapping { () throws(SystemError) in try FileSystem.removeTree(clone.arriving) } }
    try IndexRepair(clone).run(rewritten: written, attributed: [])
    try Publication.withdraw(clone.folder)
  }
}

extension FileRepair.Result {
  fileprivate var entry: Journal.File {
    Journal.File(
      path: file.path, old: Journal.Print(digest: Digest(before), count: before.count),
      new: Journal.Print(digest: Digest(after), count: after.count))
  }
}
