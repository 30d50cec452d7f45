import Platform
import Rules
import Smudge
import Verify

/// Computes the content of a file after a change of the plan.
///
/// `new = smudge_new(clean_old(bytes))`: the old plan cleans, with the committed version if it needs that, and the new
/// plan smudges. Everything else stays, byte for byte.
struct Rewriter: ~Copyable {
  private var reader: WorktreeReader
  private var old: Filter
  private var new: Filter
  private let plans: (old: CompiledPlan, new: CompiledPlan)
  private let search: TextSearch
  private var input, canonical, output: Spool
  /// Modified files: their content is no blob, so its record has an empty name.
  var modified: Set<Path> = []

  /// The files that were edited where clean compares them with another version.
  var edited: Set<Path> { old.edited }

  /// The result for a file.
  enum RewriteOutcome: Equatable {
    case untouched
    /// The file is not a regular one.
    case missing
    /// The content changes. `before`: the digest of the content that was read; `withContent` lends the new one.
    case rewritten(before: Digest, mode: UInt32)
  }

  /// Rewrites from one plan to another. `isDry`: writes neither smudge records nor warnings.
  init(_ tree: WorkingTree, from old: Plan, to new: Plan, isDry: Bool) {
    let directory = tree.mungeDirectory
    let warnings = isDry ? .silent : Warnings(directory)
    let records = directory.exists ? directory : nil
    let filter = Filter(by: old, records: records, warnings: warnings, for: Self.purpose(of: new))
    self.init(tree, filter, (old, new), isDry ? nil : directory, warnings)
  }

  /// Completes an interrupted transition: the content of each file shows whether it was rewritten.
  init(_ tree: WorkingTree, finishing journal: Journal) {
    let directory = tree.mungeDirectory
    let warnings = Warnings(directory)
    let filter = Filter(during: journal, records: directory, warnings: warnings, for: Self.purpose(of: journal.new))
    self.init(tree, filter, (journal.old, journal.new), directory, warnings)
  }

  /// The purpose of cleaning: values of keys without a local text become those of the repository.
  static func purpose(of new: Plan) -> LineLens.Purpose {
    let shown = new.rules.filter { rule in
      rule.pairs.contains { pair in pair.local.map { !rule.canonicals.contains($0) } ?? false }
    }
    return .workingTree(keys: Set(shown.flatMap { $0.keyed?.keys ?? [] }))
  }

  private init(
    _ tree: WorkingTree, _ old: consuming Filter, _ plans: (old: Plan, new: Plan), _ records: MungeDirectory?,
    _ warnings: Warnings
  ) {
    reader = WorktreeReader(tree.top)
    self.plans = (CompiledPlan(plans.old), CompiledPlan(plans.new))
    search = TextSearch(self.plans.old.searched + self.plans.new.searched)
    self.old = old
    self.new = Filter(by: plans.new, records: records, warnings: warnings, for: .workingTree(keys: []))
    let spooling = self.new.spooling
    input = Spool(spooling)
    canonical = Spool(spooling)
    output = Spool(spooling)
  }

  /// The journal entry of a file; `nil` if it does not change and has no text of a plan.
  mutating func entry(for file: WorktreeFile) throws -> Journal.Entry? {
    switch try rewrite(file) {
    case .missing: return nil
    case .untouched:
      // Content that is not in memory is not searched.
      if let bytes = input.inMemory, !search.occurs(in: bytes) { return nil }
      let digest = try input.digest()
      return Journal.Entry(path: file.path, old: digest, new: digest)
    case .rewritten: return Journal.Entry(path: file.path, old: try input.digest(), new: try output.digest())
    }
  }

  /// Computes the new content of a file.
  mutating func rewrite(_ file: WorktreeFile) throws -> RewriteOutcome {
    guard let mode = try reader.read(file.path, into: &input) else { return .missing }
    let clean = FilterSession.Request(direction: .clean, path: file.path, blob: file.blob)
    let cleaned = old.perform(clean, on: input, into: &canonical)
    if cleaned == .refused {
      throw TransitionError.file(file.path, why: old.refusal ?? "cannot be cleaned with the plan that munged it")
    }
    if cleaned == .unchanged {
      canonical.removeAll()
      try input.forEachChunk { chunk throws(SystemError) in try canonical.append(chunk) }
    }
    return try smudge(file, mode)
  }

  private mutating func smudge(_ file: WorktreeFile, _ mode: UInt32) throws -> RewriteOutcome {
    switch file.attribute {
    case .unspecified, .marked, .declined, .other: swap(&output, &canonical)
    case .munged:
      let blob = modified.contains(file.path) ? [] : file.blob
      let request = FilterSession.Request(direction: .smudge, path: file.path, blob: blob)
      if new.perform(request, on: canonical, into: &output) != .changed { swap(&output, &canonical) }
    }
    if try output.matches(input) { return .untouched }
    // Xcode writes its own quotes again, so a difference in quotes alone is ignored.
    if let before = input.inMemory, let after = output.inMemory, XcodeQuoting.isSame(before, after) {
      return .untouched
    }
    return .rewritten(before: try input.digest(), mode: mode)
  }

  /// Lends the new content of the last file.
  func withContent<Result>(_ body: (borrowing Spool) throws -> Result) throws -> Result {
    try body(output)
  }

  /// Lends the content of the last file on disk.
  func withInput<Result>(_ body: (borrowing Spool) throws -> Result) throws -> Result { try body(input) }
}
