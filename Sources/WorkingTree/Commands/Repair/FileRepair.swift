import Platform
import Rules
import Smudge
import Verify

/// Computes the repaired content of a file on disk.
///
/// The file is cleaned, as by `git add`, and leaks that remain are repaired. Only the lines with a leak change on disk: they
/// get the smudged form by the plan of this working tree. All other lines stay, byte for byte.
struct FileRepair: ContentProvider, ~Copyable {
  private let here: VerifyRepository
  private let tree: WorkingTree
  private let rules: Rules
  private let scanner: LeakScanner
  private let own: Plan?
  private let compiled: CompiledPlan
  private var reader: WorktreeReader
  /// Cleaners with the purpose of the working tree (line by line) and of `git add`.
  private var looking: Cleaner
  private var adding: Cleaner
  private let mode: RepairReport.Mode
  private let scope: RepairReport.Scope
  private let commits: RulesOfCommits
  private(set) var results: [Path: Result] = [:]
  private var output = Spool()

  init(_ tree: WorkingTree, _ rules: Rules, _ plan: Plan, _ mode: RepairReport.Mode, _ scope: RepairReport.Scope) throws {
    let own = try tree.ownPlan()
    let here = VerifyRepository(git: tree.git, hasWorkingTree: true) { own }
    scanner = try LeakScanner(rules, own: own)
    (self.tree, self.rules, self.here, self.own, compiled, self.mode) = (tree, rules, here, own, CompiledPlan(plan), mode)
    (self.scope, commits) = (scope, RulesOfCommits(here))
    reader = WorktreeReader(tree.top)
    let directory = tree.mungeDirectory.isInstalled ? tree.mungeDirectory : nil
    looking = Cleaner(Filter(by: plan, records: directory, warnings: .silent, for: .workingTree))
    adding = Cleaner(Filter(by: plan, records: directory, warnings: .silent, for: .repository))
  }

  /// A file with its content before and after the repair.
  struct Result {
    let file: WorktreeFile
    let mode: UInt32
    let before: [UInt8]
    let repairedText: RepairedText
    /// Texts that are older than their rule, and are not changed.
    let older: [Finding]
    var after: [UInt8]
    var appearance = RepairReport.Appearance.usual
    /// Whether the index holds a leak that the file on disk does not have after clean.
    var isStagedWithLeak = false

    var isChanged: Bool { before != after }
  }

  mutating func entry(for file: WorktreeFile) throws -> Journal.File? {
    results[file.path] = try result(file)
    guard let result = results[file.path], result.isChanged else { return nil }
    return Journal.File(
      path: file.path, old: Journal.Fingerprint(digest: Digest(result.before), count: result.before.count),
      new: Journal.Fingerprint(digest: Digest(result.after), count: result.after.count))
  }

  /// The file is not replaced if an editor saved it after its entry was made.
  mutating func rewrite(_ file: WorktreeFile) throws -> Rewriter.RewriteOutcome {
    guard let result = results[file.path], result.isChanged else { return .untouched }
    output = Spool(result.after)
    return .rewritten(before: Digest(result.before), mode: result.mode)
  }

  func withContent<Answer>(_ body: (borrowing Spool) throws -> Answer) throws -> Answer { try body(output) }

  /// `nil` if it is no longer a regular file.
  private mutating func result(_ file: WorktreeFile) throws -> Result? {
    var input = Spool()
    guard let mode = try reader.read(file.path, into: &input), let before = input.inMemory else { return nil }
    let committed = try looking.cleaned(before, file.path)
    var repair = LeakRepair(here, commits, rules, scanner, own: own, file.path)
    let repaired = try repair.repaired(committed, scope)
    let older = scope == .all ? [] : repaired.older
    let listed = older.placed(file.path, committed, scanner.readable(committed), .tree).map(\.finding)
    var result = Result(file: file, mode: mode, before: before, repairedText: repaired, older: listed, after: before)
    if repaired.places.isEmpty {
      result.isStagedWithLeak = try isStagedWithLeak(file, besides: repaired.left + older)
      return result
    }
    try settle(&result, committed)
    return result
  }

  /// Sets the content on disk so that `git add` commits the repaired content: smudged if that is possible, else canonical.
  private mutating func settle(_ result: inout Result, _ committed: [UInt8]) throws {
    let (path, repairedText) = (result.file.path, result.repairedText)
    guard let form = repairedText.form else { return }
    let lines = RepairedLines(form, repairedText, before: result.before, committed: committed)
    let smudged = try smudged(repairedText.content, path)
    result.after = lines.assembled(with: smudged) ?? smudged
    let added = try adding.cleaned(result.before, path)
    if lines.isExpected(of: added, then: try adding.cleaned(result.after, path)) { return }
    if !repairedText.isOwnLeak, result.after == smudged, smudged != result.before, added == committed, try isNoted(result) {
      result.appearance = .untilEdited
      return
    }
    result.appearance = .canonical
    result.after = lines.assembled(with: repairedText.content) ?? result.after
  }

  /// Records the smudged content with its blob, and returns whether clean then restores the blob.
  private mutating func isNoted(_ result: Result) throws -> Bool {
    switch mode {
    case .dryRun: return true
    case .perform: break
    }
    let words = (FilterKey.off + ["hash-object", "-w", "--stdin", "--path"]).map { Array($0.utf8) } + [result.file.path.bytes]
    guard let done = try? tree.git.run(words, input: result.repairedText.content), done.isSuccess else { return false }
    // The content that the filter reads.
    let shown = compiled.readable(result.after)
    var records = SmudgeRecords(tree.mungeDirectory)
    records.add(Digest(shown), count: shown.count, blob: Array(done.output.dropLast()), at: result.file.path)
    return try adding.cleaned(result.after, result.file.path) == result.repairedText.content
  }

  private func isStagedWithLeak(_ file: WorktreeFile, besides left: [LeakScanner.Hit]) throws -> Bool {
    guard file.blob != nil else { return false }
    let bytes = scanner.readable(try tree.blob(":0:", file.path))
    let matters = Set(left.map(\.detail))
    return scanner.hits(in: bytes, file.path, .munged).contains { $0.detail.isRepairable && !matters.contains($0.detail) }
  }

  private func smudged(_ bytes: [UInt8], _ path: Path) throws -> [UInt8] {
    do {
      return try compiled.transform(for: path).smudgeFile(bytes).bytes
    } catch {
      throw MungeError.file(path, why: "\(error)")
    }
  }
}

/// Cleans whole files.
private struct Cleaner: ~Copyable {
  private var filter: Filter

  init(_ filter: consuming Filter) { self.filter = filter }

  mutating func cleaned(_ bytes: [UInt8], _ path: Path) throws -> [UInt8] {
    var output = Spool()
    switch filter.perform(FilterSession.Request(direction: .clean, path: path), on: Spool(bytes), into: &output) {
    case .unchanged: return bytes
    case .changed: return output.inMemory ?? bytes
    case .refused: throw MungeError.file(path, why: "cannot be cleaned\(filter.refusal.map { ": \($0)" } ?? "")")
    }
  }
}

/// The lines of a file on disk and of its cleaned content.
private struct RepairedLines {
  private let form: FileText
  private let repairedText: RepairedText
  private let before: [ArraySlice<UInt8>]
  private let committed: [ArraySlice<UInt8>]

  init(_ form: FileText, _ repairedText: RepairedText, before: [UInt8], committed: [UInt8]) {
    (self.form, self.repairedText) = (form, repairedText)
    self.before = FileText.lines(of: form.alike(before))
    self.committed = FileText.lines(of: form.alike(committed))
  }

  /// The file with the repaired lines from `result`; `nil` if the numbers of lines do not fit.
  func assembled(with result: [UInt8]) -> [UInt8]? {
    let result = FileText.lines(of: form.alike(result))
    let gone = repairedText.lines.count { $0.value == nil }
    guard before.count == committed.count, result.count == before.count - gone else { return nil }
    var (lines, next) = ([ArraySlice<UInt8>](), result[...])
    for (line, old) in before.enumerated() {
      switch repairedText.lines[line] {
      case .none:
        lines.append(old)
        next.removeFirst()
      case .some(.some): next.popFirst().map { lines.append($0) }
      case .some(.none): break
      }
    }
    return form.file(with: Array(lines.joined()))
  }

  /// Whether `git add` of the repaired file differs from that of the file before only in the repaired lines. Lines that the
  /// rules insert or drop are in both.
  func isExpected(of added: [UInt8], then repaired: [UInt8]) -> Bool {
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for line in FileText.lines(of: form.alike(repaired)) { counts[line, default: 0] += 1 }
    for line in FileText.lines(of: form.alike(added)) { counts[line, default: 0] -= 1 }
    for (line, new) in repairedText.lines {
      counts[committed[line], default: 0] += 1
      if let new { counts[new[...], default: 0] -= 1 }
    }
    return counts.values.allSatisfy { $0 == 0 }
  }
}
