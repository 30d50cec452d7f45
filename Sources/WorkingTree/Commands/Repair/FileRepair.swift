import Platform
import Rules
import Smudge
import Verify

/// Computes the repaired content of a file on disk.
///
/// The file is cleaned, as by `git add`, and leaks that remain are repaired. Only the lines with a leak change on disk:
/// they get the smudged form by the plan of this working tree. All other lines stay, byte for byte.
struct FileRepair: ContentProvider, ~Copyable {
  private let tree: WorkingTree
  private let compiled: CompiledPlan
  private let scanner: LeakScanner
  private let leakRepair: (Path) -> LeakRepair
  private var reader: WorktreeReader
  /// Filters with the purpose of the working tree (line by line) and of `git add`.
  private var looking: Filter
  private var adding: Filter
  /// Files in which what is older than its rule is repaired as well, once nothing newer is left.
  private let named: Set<Path>
  private let isDryRun: Bool
  private(set) var results: [Path: Result] = [:]
  private var output = Spool()

  init(_ tree: WorkingTree, _ rules: Rules, _ plan: Plan, named: Set<Path>, isDryRun: Bool) throws {
    let own = try tree.ownPlan()
    let scanner = try LeakScanner(rules, own: own)
    let repository = VerifyRepository(git: tree.git, hasWorkingTree: true) { own }
    let commits = RulesOfCommits(repository)
    leakRepair = { path in
      LeakRepair(repository: repository, commits: commits, rules: rules, scanner: scanner, path: path)
    }
    self.tree = tree
    self.scanner = scanner
    self.named = named
    self.isDryRun = isDryRun
    compiled = CompiledPlan(plan)
    reader = WorktreeReader(tree.top)
    let directory = tree.mungeDirectory.isInstalled ? tree.mungeDirectory : nil
    let keys = Set(plan.rules.flatMap { $0.keyed?.keys ?? [] })
    looking = Filter(by: plan, records: directory, warnings: .silent, for: .workingTree(keys: keys))
    adding = Filter(by: plan, records: directory, warnings: .silent, for: .repository)
  }

  /// A file with its content before and after the repair.
  struct Result {
    let file: WorktreeFile
    let mode: UInt32
    let before: [UInt8]
    let after: [UInt8]
    let report: RepairReport.File
  }

  mutating func entry(for file: WorktreeFile) throws -> Journal.File? {
    results[file.path] = try result(file)
    guard let result = results[file.path], result.before != result.after else { return nil }
    return Journal.File(path: file.path, old: Digest(result.before), new: Digest(result.after))
  }

  /// The file is not replaced if an editor saved it after its entry was made.
  mutating func rewrite(_ file: WorktreeFile) throws -> Rewriter.RewriteOutcome {
    guard let result = results[file.path], result.before != result.after else { return .untouched }
    output = Spool(result.after)
    return .rewritten(before: Digest(result.before), mode: result.mode)
  }

  func withContent<Answer>(_ body: (borrowing Spool) throws -> Answer) throws -> Answer {
    try body(output)
  }

  /// Repairs a file; `nil` if it is no longer a regular one.
  private mutating func result(_ file: WorktreeFile) throws -> Result? {
    var input = Spool()
    guard let mode = try reader.read(file.path, into: &input), let before = input.inMemory else { return nil }
    let committed = try looking.cleaned(before, file.path)
    let repair = leakRepair(file.path)
    var repaired = try repair.repaired(committed, .newer)
    var older = repaired.older
    if !older.isEmpty, named.contains(file.path), repaired.lines.places.isEmpty {
      repaired = try repair.repaired(committed, .all)
      older = []
    }

    let left = repaired.left.placed(file.path, repaired.content, repaired.lines.text, .tree).map(\.finding)
    let listed = older.placed(file.path, committed, repaired.form.bytes, .tree).map(\.finding)

    var outcome = RepairReport.FileOutcome.nothingToDo
    var after = before
    if !repaired.lines.places.isEmpty {
      let appearance: RepairReport.Appearance
      (after, appearance) = try settled(file.path, before, repaired)
      outcome = .repaired(repaired.lines.places, appearance)
    } else if try isStagedWithLeak(file, besides: repaired.left + older) {
      outcome = .toBeAdded
    }

    return Result(
      file: file, mode: mode, before: before, after: after,
      report: RepairReport.File(
        path: file.path, outcome: outcome, left: left, older: listed, alike: repaired.alike(besides: left + listed)))
  }

  /// The content on disk: smudged if `git add` then commits the repaired content, else canonical where it was repaired.
  private mutating func settled(
    _ path: Path, _ before: [UInt8], _ repaired: RepairedText
  ) throws -> ([UInt8], RepairReport.Appearance) {
    let smudged = try smudged(repaired.content, path)
    let after = repaired.assembled(before, with: smudged) ?? smudged
    if try adding.cleaned(after, path) == repaired.content { return (after, .usual) }
    if after == smudged, after != before, try isNoted(path, smudged, repaired.content) { return (after, .untilEdited) }
    return (repaired.assembled(before, with: repaired.content) ?? repaired.content, .canonical)
  }

  /// Records the smudged content with its blob, and returns whether clean then restores the blob.
  private mutating func isNoted(_ path: Path, _ smudged: [UInt8], _ content: [UInt8]) throws -> Bool {
    if isDryRun { return true }
    let words = FilterKey.off + ["hash-object", "-w", "--stdin", "--path"]
    guard let done = try? tree.git.run(words, path.bytes, input: content), done.isSuccess else { return false }
    // The content that the filter reads.
    let shown = compiled.readable(smudged)
    var records = SmudgeRecords(tree.mungeDirectory)
    records.add(Digest(shown), count: shown.count, blob: Array(done.output.dropLast()), at: path)
    return try adding.cleaned(smudged, path) == content
  }

  /// Whether the index holds a leak besides these.
  private func isStagedWithLeak(_ file: WorktreeFile, besides left: [LeakScanner.Hit]) throws -> Bool {
    guard file.blob != nil else { return false }
    let bytes = scanner.text(of: try tree.blob(":0:", file.path)).bytes
    let details = Set(left.map(\.detail))
    return scanner.hits(in: bytes, file.path, .munged)
      .contains { $0.detail.isRepairable && !details.contains($0.detail) }
  }

  private func smudged(_ bytes: [UInt8], _ path: Path) throws -> [UInt8] {
    do {
      return try compiled.transform(for: path).smudgeFile(bytes).bytes
    } catch {
      throw TransitionError.file(path, why: "\(error)")
    }
  }
}

extension Filter {
  fileprivate mutating func cleaned(_ bytes: [UInt8], _ path: Path) throws -> [UInt8] {
    var output = Spool()
    switch perform(FilterSession.Request(direction: .clean, path: path), on: Spool(bytes), into: &output) {
    case .unchanged: return bytes
    case .changed: return output.inMemory ?? bytes
    case .refused: throw TransitionError.file(path, why: "cannot be cleaned\(refusal.map { ": \($0)" } ?? "")")
    }
  }
}

extension RepairedText {
  /// Shorter texts without a dot can be words.
  private static func isIdentifier(_ text: [UInt8]) -> Bool { text.count >= 10 || text.contains(.dot) }

  /// The other lines, from 1, that hold a repaired text.
  fileprivate func alike(besides others: [Finding]) -> [Int] {
    let search = WholeWordSearch(lines.places.map(\.leaked).filter(Self.isIdentifier).uniqued)
    let text = lines.text
    if lines.places.isEmpty || !search.occur(in: text) { return [] }
    let numbers = TextLines(text)
    let listed = Set(others.compactMap(\.location?.line))
    return numbers.numbers.filter { !listed.contains($0) && search.occur(in: Array(numbers.trimmed($0))) }
  }

  /// The file `before` with the repaired lines from `result`; `nil` if the lines do not fit.
  fileprivate func assembled(_ before: [UInt8], with result: [UInt8]) -> [UInt8]? {
    let before = FileText.lines(of: form.alike(before))
    var rest = FileText.lines(of: form.alike(result))[...]
    let kept = lines.after.compactMap { $0 }
    guard before.count == lines.before.count, rest.count == kept.count else { return nil }
    var assembled: [ArraySlice<UInt8>] = []
    for (line, old) in before.enumerated() {
      guard let after = lines.after[line] else { continue }
      let new = rest.removeFirst()
      assembled.append(after == lines.before[line] ? old : new)
    }
    return form.file(with: Array(assembled.joined()))
  }
}
